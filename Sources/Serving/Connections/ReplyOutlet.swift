import NIOCore
import NIOHTTP1

/// Sends one answer through a connection, a piece when the one before it has left.
struct ReplyOutlet: Sendable {
  /// Bytes of a piece: what an answer holds in memory, however large the file.
  private static let piece = 256 << 10

  private let connection: NIOLoopBound<ServerConnection>
  private let loop: any EventLoop

  init(_ connection: NIOLoopBound<ServerConnection>, _ loop: any EventLoop) {
    self.connection = connection
    self.loop = loop
  }

  func send(_ reply: Reply, isHead: Bool, keepsConnection: Bool) async {
    do {
      try await begin(reply, isHead: isHead, keepsConnection: keepsConnection)
      if !isHead {
        var sent = 0
        while sent < reply.body.count {
          let piece = try reply.body.piece(at: sent, atMost: Self.piece)
          sent += piece.readableBytes
          try await send(piece)
        }
      }
      try await loop.submit { connection.value.finish(keepsConnection: keepsConnection) }.get()
    } catch {
      // The client is gone, or the file is not what it was when its length was told: nothing can be said any more.
      loop.execute { connection.value.hangUp() }
    }
  }

  private func begin(_ reply: Reply, isHead: Bool, keepsConnection: Bool) async throws {
    try await loop.flatSubmit {
      let connection = connection.value
      var head = HTTPResponseHead(version: .http1_1, status: reply.status, headers: reply.headers)
      head.headers.replaceOrAdd(name: "Content-Length", value: String(reply.body.count))
      if !keepsConnection || connection.isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      connection.wait(connection.limits.stallTime)
      let part = HTTPServerResponsePart.head(head)
      if isHead || reply.body.count == 0 { return connection.writeAndFlush(part) ?? gone }
      // Leaves with the first piece.
      connection.write(part)
      return loop.makeSucceededVoidFuture()
    }.get()
  }

  private func send(_ piece: ByteBuffer) async throws {
    try await loop.flatSubmit {
      let connection = connection.value
      connection.wait(connection.limits.stallTime)
      return connection.writeAndFlush(.body(.byteBuffer(piece))) ?? gone
    }.get()
  }

  private var gone: EventLoopFuture<Void> { loop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
}
