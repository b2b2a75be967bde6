import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A socket that is listened to, with its connections.
final class RunningServer: Sendable {
  /// Has the connections of all servers of the process; what takes long is done elsewhere. It lives as long as the
  /// process, since answers may still be in the making when their server has stopped.
  private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  private let channel: any Channel
  private let connections: NIOLoopBound<OpenConnections>
  private let isStopped = Mutex(false)
  let port: UInt16

  /// - Parameters:
  ///   - port: Of 127.0.0.1; 0 for any that is free.
  ///   - responder: Makes what answers, for the port that was found.
  /// - Throws: `ServingIssue`.
  init(
    port: UInt16, limits: ServerLimits, responder: @escaping @Sendable (UInt16) -> Responder
  ) async throws(ServingIssue) {
    let loop = Self.thread.next()
    do {
      connections = try await loop.submit {
        NIOLoopBound(OpenConnections(limit: limits.connections), eventLoop: loop)
      }.get()
      channel = try await Self.bootstrap(loop, connections, limits, responder).bind(
        host: "127.0.0.1", port: Int(port)
      ).get()
    } catch {
      throw Self.issue(error, port: port)
    }
    self.port = UInt16(clamping: channel.localAddress?.port ?? 0)
  }

  /// Accepting pauses for a second where descriptors or memory have run out: `ServerBootstrap` sees to it.
  private static func bootstrap(
    _ loop: any EventLoop, _ connections: NIOLoopBound<OpenConnections>, _ limits: ServerLimits,
    _ responder: @escaping @Sendable (UInt16) -> Responder
  ) -> ServerBootstrap {
    ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 128)
      // A server that is started again gets its port, though old connections to it are not forgotten yet.
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // What a connection can make this process hold is one read of this size.
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let port = UInt16(clamping: channel.localAddress?.port ?? 0)
          let connection = ServerConnection(
            responder: responder(port), limits: limits, others: connections.value)
          var reading = NIOHTTPDecoderLimitConfiguration()
          reading.maxHeaderFieldSize = limits.fieldBytes
          reading.maxHeaderListSize = limits.headerBytes
          reading.maxHeaderFieldCount = limits.headers
          try channel.pipeline.syncOperations.addHandlers(
            [
              ReceivedBytesHandler(connection), HTTPResponseEncoder(),
              ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: reading)), connection,
            ])
        }
      }
  }

  /// - Throws: `ServingIssue.died` where the socket was closed and `stop` was not called.
  func waitForEnd() async throws(ServingIssue) {
    var reason = "the socket was closed"
    do {
      try await channel.closeFuture.get()
    } catch {
      reason = Self.reason(error)
    }
    guard isStopped.withLock({ $0 }) else { throw .died(reason: reason) }
  }

  /// Returns when all connections are closed.
  func stop() async {
    isStopped.withLock { $0 = true }
    try? await channel.close().get()
    let (connections, loop) = (connections, channel.eventLoop)
    try? await loop.flatSubmit { connections.value.stop(on: loop) }.get()
  }

  private static func issue(_ error: any Error, port: UInt16) -> ServingIssue {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: .portTaken(port)
    case EACCES: .portForbidden(port)
    default: .noSocket(reason: reason(error))
    }
  }

  /// In the system's words where it has any; those of the library name its own functions.
  private static func reason(_ error: any Error) -> String {
    guard let code = (error as? IOError)?.errnoCode else { return "the network library gives no reason" }
    return String(cString: strerror(code))
  }
}
