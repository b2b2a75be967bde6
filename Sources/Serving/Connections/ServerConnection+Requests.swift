import Foundation
import NIOCore
import NIOHTTP1

/// A request, and its answer.
extension ServerConnection {
  func begin(_ head: HTTPRequestHead) {
    let question = Result { () throws(ServingRefusal) in try responder.question(of: head) }
    let request = IncomingRequest(head, question)
    enter(.body(request), until: limits.bodyTime)
    if request.isHeldBack { writeAndFlush(.head(HTTPResponseHead(version: .http1_1, status: .continue))) }
  }

  func append(_ bytes: ByteBuffer) {
    guard case .body(var request) = state else { return }
    // Two holders of the body would mean a copy of it for every piece.
    state = .head
    let isBearable = request.append(bytes, unwanted: limits.unwantedBytes)
    state = .body(request)
    if !isBearable { answer(request, keepsConnection: false) }
  }

  func complete() {
    guard case .body(let request) = state else { return }
    answer(request, keepsConnection: request.keepsConnection)
  }

  /// Of what never became a request.
  func refuse(_ refusal: ServingRefusal) {
    enter(.answering, until: nil)
    send(isHead: false, keepsConnection: false) { Reply.refusal(refusal) }
  }

  private func answer(_ request: IncomingRequest, keepsConnection: Bool) {
    enter(.answering, until: nil)
    let (responder, question, body) = (responder, request.question, Data(request.body.readableBytesView))
    send(isHead: request.head.method == .HEAD, keepsConnection: keepsConnection) {
      switch question {
      case .success(let question): await responder.answer(question, body)
      case .failure(let refusal): Reply.refusal(refusal)
      }
    }
  }

  /// Always after what is on the stack has returned, so that many requests in one piece don't pile up there.
  ///
  /// - Parameter isHead: Of the body only its length is sent.
  private func send(isHead: Bool, keepsConnection: Bool, _ reply: @escaping @Sendable () async -> Reply) {
    guard let loop = context?.eventLoop else { return }
    let outlet = ReplyOutlet(NIOLoopBound(self, eventLoop: loop), loop)
    Task {
      await outlet.send(await reply(), isHead: isHead, keepsConnection: keepsConnection)
    }
  }

  // MARK: Writing

  /// - Returns: When it has left.
  @discardableResult
  func writeAndFlush(_ part: HTTPServerResponsePart) -> EventLoopFuture<Void>? {
    context?.writeAndFlush(wrapOutboundOut(part))
  }

  func write(_ part: HTTPServerResponsePart) {
    context?.write(wrapOutboundOut(part), promise: nil)
  }

  /// The answer is out.
  func finish(keepsConnection: Bool) {
    guard context != nil else { return }
    writeAndFlush(.end(nil))
    if keepsConnection, !isLast {
      hasLine = false
      enter(.idle, until: limits.idleTime)
    } else {
      enter(.draining, until: limits.lingerTime)
      if isInputClosed { return hangUp() }
      context?.close(mode: .output, promise: nil)
    }
    resume()
  }
}
