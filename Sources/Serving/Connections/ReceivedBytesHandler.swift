import NIOCore

/// Stands before the reader of requests and tells its connection of bytes as they come.
final class ReceivedBytesHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ServerConnection

  init(_ connection: ServerConnection) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection.accepts(unwrapInboundIn(data)) { context.fireChannelRead(data) }
  }
}
