import Foundation
import NIOCore
import NIOHTTP1

/// One connection: takes its requests one after the other, each within the limits, and sends their answers in order.
/// Used on its channel's event loop alone.
final class ServerConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  enum State {
    /// Nothing of a request has come.
    case idle
    /// Something has, but not all of its headers.
    case head
    case body(IncomingRequest)
    /// Its answer is made or sent.
    case answering
    /// The last answer is sent. What still comes is thrown away: to hang up on a client that is still sending could
    /// take the answer from it (RFC 9112, 9.6).
    case draining
  }

  /// What came while an answer was on its way.
  private enum Pending {
    case part(HTTPServerRequestPart)
    case failure(any Error)
  }

  let responder: Responder
  let limits: ServerLimits
  private let others: OpenConnections

  var state = State.idle
  /// When the state began.
  private var since = NIODeadline.now()
  /// The request line of what is being read has come to its end.
  var hasLine = false
  private(set) var context: ChannelHandlerContext?
  private var pending = CircularBuffer<Pending>(initialCapacity: 0)
  private var isReadWanted = false
  private var deadline: Scheduled<Void>?
  /// Of a server that stops.
  private var lastCall: NIODeadline?
  /// The client sends nothing more.
  private(set) var isInputClosed = false

  init(responder: Responder, limits: ServerLimits, others: OpenConnections) {
    self.responder = responder
    self.limits = limits
    self.others = others
  }

  // MARK: Beginning and end

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func channelActive(context: ChannelHandlerContext) {
    guard others.admit(self) else { return hangUp() }
    enter(.idle, until: limits.idleTime)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    deadline?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    others.remove(self)
    context.fireChannelInactive()
  }

  func hangUp() {
    context?.close(promise: nil)
  }

  /// No request is begun any more. What is being made of the last one is waited for, what is being sent, by either side,
  /// not for long.
  func stop() {
    switch state {
    case .idle, .head: hangUp()
    case .body, .answering, .draining: if deadline != nil { wait(limits.lingerTime) }
    }
  }

  /// - Parameter time: After which the connection has had its chance; nil for as long as it takes.
  func enter(_ next: State, until time: TimeAmount?) {
    state = next
    since = .now()
    wait(time)
  }

  /// Begins to wait anew in the same state.
  func wait(_ time: TimeAmount?) {
    deadline?.cancel()
    deadline = nil
    guard let time, let loop = context?.eventLoop else { return }
    var end = NIODeadline.now() + time
    if others.isStopping {
      let last = lastCall ?? .now() + limits.lingerTime
      lastCall = last
      end = min(end, last)
    }
    deadline = loop.assumeIsolated().scheduleTask(deadline: end) { self.expire() }
  }

  private func expire() {
    switch state {
    case .head, .body: refuse(ServingRefusal(.tooSlow, .requestTimeout))
    case .idle, .answering, .draining: hangUp()
    }
  }

  /// The order in which connections are given up for new ones, the first before the last; nil for never.
  var waiting: Waiting? {
    switch state {
    case .draining: Waiting(rank: 0, since: since)
    case .idle: Waiting(rank: 1, since: since)
    case .head, .body: Waiting(rank: 2, since: since)
    case .answering: nil
    }
  }

  struct Waiting: Comparable {
    var rank: Int
    var since: NIODeadline

    static func < (left: Waiting, right: Waiting) -> Bool {
      (left.rank, left.since) < (right.rank, right.since)
    }
  }

  // MARK: What comes in

  /// Told of all bytes before they are taken for anything.
  ///
  /// - Returns: False where they are to be thrown away.
  func accepts(_ bytes: ByteBuffer) -> Bool {
    switch state {
    case .draining: return false
    case .idle:
      hasLine = false
      enter(.head, until: limits.headTime)
    case .head, .body, .answering: break
    }
    hasLine = hasLine || bytes.readableBytesView.contains(UInt8(ascii: "\n"))
    return true
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    take(.part(unwrapInboundIn(data)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    take(.failure(error))
  }

  private func take(_ item: Pending) {
    if case .answering = state { pending.append(item) } else { handle(item) }
  }

  private func handle(_ item: Pending) {
    switch item {
    case .part(.head(let head)): begin(head)
    case .part(.body(let bytes)): append(bytes)
    case .part(.end): complete()
    case .failure(let error): fail(error)
    }
  }

  private func fail(_ error: any Error) {
    guard let error = error as? HTTPParserError else { return hangUp() }
    switch state {
    case .idle, .head, .body: refuse(ServingRefusal(error, hasLine: hasLine, limits))
    case .answering, .draining: break
    }
  }

  /// Goes on with what came in the meantime, then with what is still to come.
  func resume() {
    while let item = pending.popFirst() {
      handle(item)
      switch state {
      case .answering: return
      case .draining: pending.removeAll()
      case .idle, .head, .body: continue
      }
    }
    if isInputClosed, case .idle = state { return hangUp() }
    if isReadWanted {
      isReadWanted = false
      context?.read()
    }
  }

  /// While one request is answered the next is left where it is.
  func read(context: ChannelHandlerContext) {
    if case .answering = state { isReadWanted = true } else { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed? = event as? ChannelEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    isInputClosed = true
    // Whoever has said everything may still listen to the answer.
    if case .answering = state { return }
    hangUp()
  }

  var isLast: Bool { others.isStopping || isInputClosed && pending.isEmpty }
}
