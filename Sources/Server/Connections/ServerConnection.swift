import Foundation
import Synchronization

/// One connection. It reads requests one after the other, within the limits, and sends the responses in order. It runs
/// on its own thread, which only ever waits for this client.
final class ServerConnection: Sendable {
  typealias Time = ContinuousClock.Instant

  private enum Phase: Int {
    /// The last response is sent. Further bytes are discarded: closing while the client is still sending could make it
    /// lose the response (RFC 9112, 9.6).
    case draining
    /// No byte of a request has arrived.
    case idle
    case asking
    case sending
    /// A response is being made. Bytes that arrive meanwhile stay in the socket.
    case making
  }

  /// The largest part of a response in memory, in bytes, however large the file.
  private static let piece = 256 << 10

  private let socket: Socket
  private let responder: Responder
  private let limits: ServerLimits
  /// The phase and its start. Each part of a response restarts the time.
  private let doing = Mutex((phase: Phase.idle, since: Time.now))

  init(_ socket: Socket, _ responder: Responder, _ limits: ServerLimits) {
    (self.socket, self.responder, self.limits) = (socket, responder, limits)
  }

  /// The order in which connections are closed for new ones, lowest first; nil if the connection must stay open.
  var patience: (rank: Int, since: Time)? {
    let (phase, since) = doing.withLock { $0 }
    // A reader of normal speed takes a part in far less time.
    let isBusy = phase == .making || phase == .sending && since + limits.slowReading > .now
    return isBusy ? nil : (phase.rawValue, since)
  }

  /// Whether no complete request has arrived yet.
  var isWaiting: Bool { doing.withLock { $0.phase == .idle || $0.phase == .asking } }
  var isMakingAnswer: Bool { doing.withLock { $0.phase == .making } }

  /// Shuts the socket down, which wakes the thread.
  func hangUp() { socket.hangUp() }

  private func enter(_ phase: Phase) {
    doing.withLock { doing in
      // A new connection counts as idle since it was accepted, not since its thread started.
      if phase != .idle || doing.phase != .idle { doing = (phase, .now) }
    }
  }

  /// Serves requests until the client or the server ends the connection.
  func run(among others: OpenConnections) {
    var talk = ConnectionState(others: others, reader: RequestReader(limits))
    while true {
      switch nextRequest(&talk) {
      case nil: return
      case .failure(let refusal):
        guard send(Reply.refusal(refusal), to: nil, keepsConnection: false, &talk) else { return }
        return drain(&talk)
      case .success(let (request, isBearable)):
        let keepsConnection = isBearable && request.keepsConnection
        guard send(reply(to: request), to: request, keepsConnection: keepsConnection, &talk) else { return }
        guard keepsConnection, !others.isStopping else { return drain(&talk) }
      }
    }
  }

  /// The state of the connection that only its thread uses.
  private struct ConnectionState {
    let others: OpenConnections
    var reader: RequestReader
    /// When a stopping server closes the connection.
    var lastCall: Time?

    /// Returns the end of a period that starts now. A stopping server shortens it.
    mutating func end(of time: Duration, _ limits: ServerLimits) -> Time {
      guard others.isStopping else { return .now + time }
      let last = lastCall ?? .now + limits.lingerTime
      lastCall = last
      return min(.now + time, last)
    }
  }

  // MARK: Receiving

  private enum Arrival { case bytes, nothing, end }

  /// Reads what has arrived. The fixed size of the buffer bounds the memory per call.
  private func receive(until end: Time, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    var room = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      switch room.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
      case .moved(let count) where count > 0:
        take(room[..<count])
        return .bytes
      case .later: guard socket.wait(for: POLLIN, until: end) else { return .nothing }
      // A client that ends its side within a request has sent no request.
      case .moved, .failed: return .end
      }
    }
  }

  /// - Returns: The request, and whether it was read completely; nil if the connection ends without a response.
  private func nextRequest(_ talk: inout ConnectionState) -> Result<
    (IncomingRequest, isBearable: Bool), ServingRefusal
  >? {
    if !talk.reader.hasRest {
      enter(.idle)
      let end = talk.end(of: limits.idleTime, limits)
      guard !talk.others.isStopping, receive(until: end, { talk.reader.add($0) }) == .bytes else { return nil }
    }
    enter(.asking)
    var end = talk.end(of: limits.headTime, limits)
    var request: IncomingRequest?
    while true {
      do throws(RequestReader.Fault) {
        while let part = try talk.reader.next() {
          switch part {
          case .head(let head):
            let question = Result { () throws(ServingRefusal) in try responder.question(of: head) }
            let begun = IncomingRequest(head, question)
            if begun.isHeldBack, !send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), &talk) { return nil }
            enter(.asking)
            end = talk.end(of: limits.bodyTime, limits)
            request = begun
          case .body(let bytes):
            guard request?.append(bytes, unwanted: limits.unwantedBytes) ?? true else {
              return request.map { .success(($0, false)) }
            }
          case .end: return request.map { .success(($0, true)) }
          }
        }
      } catch {
        return .failure(ServingRefusal(error, limits))
      }
      switch receive(until: end, { talk.reader.add($0) }) {
      case .bytes: continue
      case .nothing: return .failure(ServingRefusal(.tooSlow, .requestTimeout))
      case .end: return nil
      }
    }
  }

  // MARK: Answers

  private func reply(to request: IncomingRequest) -> Reply {
    switch request.question {
    case .failure(let refusal): return Reply.refusal(refusal)
    case .success(let question):
      enter(.making)
      let made = Mutex<Reply?>(nil)
      let isMade = DispatchSemaphore(value: 0)
      Task { [responder, body = request.body] in
        let reply = await responder.answer(question, body)
        made.withLock { $0 = reply }
        isMade.signal()
      }
      isMade.wait()
      return made.withLock { $0 } ?? Reply(.internalServerError)
    }
  }

  /// - Returns: Whether the client took the whole response.
  private func send(
    _ reply: Reply, to request: IncomingRequest?, keepsConnection: Bool, _ talk: inout ConnectionState
  ) -> Bool {
    var headers = reply.headers
    // A 304 has no body by definition and doesn't state its length (RFC 9110, 8.6).
    if reply.status != .notModified { headers.set("Content-Length", String(reply.body.count)) }
    if !keepsConnection || talk.others.isStopping { headers.set("Connection", "close") }
    // The reason phrase is optional, and clients ignore it (RFC 9112, 4).
    var text = "HTTP/1.1 \(reply.status.rawValue) \r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    guard send(Array((text + "\r\n").utf8), &talk) else { return false }
    // A HEAD response states the length of the body but omits the body.
    var sent = request?.head.method == "HEAD" ? reply.body.count : 0
    while sent < reply.body.count {
      // If the file has changed since its length was sent, only closing the connection reports the error.
      guard let piece = try? reply.body.piece(at: sent, atMost: Self.piece), send(piece, &talk) else { return false }
      sent += piece.count
    }
    return true
  }

  private func send(_ bytes: [UInt8], _ talk: inout ConnectionState) -> Bool {
    enter(.sending)
    let end = talk.end(of: limits.stallTime, limits)
    var rest = bytes[...]
    while !rest.isEmpty {
      switch rest.withUnsafeBytes({ socket.send($0) }) {
      case .moved(let count): rest = rest.dropFirst(count)
      case .later: guard socket.wait(for: POLLOUT, until: end) else { return false }
      // The client has closed the connection.
      case .failed: return false
      }
    }
    return true
  }

  private func drain(_ talk: inout ConnectionState) {
    enter(.draining)
    socket.finish()
    let end = talk.end(of: limits.lingerTime, limits)
    while end > .now, receive(until: end, { _ in }) == .bytes {}
  }
}
