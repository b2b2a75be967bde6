import Foundation
import Synchronization

/// One connection: takes its requests one after the other, each within the limits, and sends their answers in order. It has a
/// thread of its own, which waits for its client alone.
final class ServerConnection: Sendable {
  typealias Time = ContinuousClock.Instant

  private enum Phase: Int {
    /// The last answer is sent. What still comes is thrown away: to hang up on a client that is still sending could
    /// take the answer from it (RFC 9112, 9.6).
    case draining
    /// Nothing of a request has come.
    case idle
    case asking
    case sending
    /// An answer is made. What the client sends meanwhile is left where it is.
    case making
  }

  /// Bytes of an answer that are in memory, however large the file.
  private static let piece = 256 << 10

  private let socket: Socket
  private let responder: Responder
  private let limits: ServerLimits
  /// Since when it does what it does; a piece of an answer is something of its own.
  private let doing = Mutex((phase: Phase.idle, since: Time.now))

  init(_ socket: Socket, _ responder: Responder, _ limits: ServerLimits) {
    (self.socket, self.responder, self.limits) = (socket, responder, limits)
  }

  /// The order in which connections are given up for new ones, the first before the last; nil for never.
  var patience: (rank: Int, since: Time)? {
    let (phase, since) = doing.withLock { $0 }
    // Who reads takes a piece in far less time.
    let isBusy = phase == .making || phase == .sending && since + limits.slowReading > .now
    return isBusy ? nil : (phase.rawValue, since)
  }

  /// No request is there yet.
  var isWaiting: Bool { doing.withLock { $0.phase == .idle || $0.phase == .asking } }
  var isMakingAnswer: Bool { doing.withLock { $0.phase == .making } }

  /// Ends what the thread waits for.
  func hangUp() { socket.hangUp() }

  private func enter(_ phase: Phase) {
    doing.withLock { doing in
      // A connection waits since it came, whenever its thread has begun.
      if phase != .idle || doing.phase != .idle { doing = (phase, .now) }
    }
  }

  /// Until one of both sides has had enough.
  func run(among others: OpenConnections) {
    var talk = Talk(others: others, reader: RequestReader(limits))
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

  /// What the thread knows.
  private struct Talk {
    let others: OpenConnections
    var reader: RequestReader
    /// Of a server that stops.
    var lastCall: Time?

    /// The end of a time that somebody has.
    mutating func end(of time: Duration, _ limits: ServerLimits) -> Time {
      guard others.isStopping else { return .now + time }
      let last = lastCall ?? .now + limits.lingerTime
      lastCall = last
      return min(.now + time, last)
    }
  }

  // MARK: What comes in

  private enum Arrival { case bytes, nothing, end }

  /// What a connection can make this process hold is one read of this size.
  private func receive(until end: Time, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    var room = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      switch room.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
      case .moved(let count) where count > 0:
        take(room[..<count])
        return .bytes
      case .later: guard socket.wait(for: POLLIN, until: end) else { return .nothing }
      // Who has said everything in the middle of a request has said nothing.
      case .moved, .failed: return .end
      }
    }
  }

  /// - Returns: The request, and whether all of it was listened to; nil where there is none and nobody is told why.
  private func nextRequest(_ talk: inout Talk) -> Result<(IncomingRequest, isBearable: Bool), ServingRefusal>? {
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

  /// - Returns: Whether all of it was taken.
  private func send(
    _ reply: Reply, to request: IncomingRequest?, keepsConnection: Bool, _ talk: inout Talk
  ) -> Bool {
    var headers = reply.headers
    // Where there is no body by definition, its length is not told (RFC 9110, 8.6).
    if reply.status != .notModified { headers.set("Content-Length", String(reply.body.count)) }
    if !keepsConnection || talk.others.isStopping { headers.set("Connection", "close") }
    // A phrase behind the status is nobody's to read (RFC 9112, 4).
    var text = "HTTP/1.1 \(reply.status.rawValue) \r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    guard send(Array((text + "\r\n").utf8), &talk) else { return false }
    // Of the body only its length is sent to who asks for the head.
    var sent = request?.head.method == "HEAD" ? reply.body.count : 0
    while sent < reply.body.count {
      // A file that is not what it was when its length was told: nothing can be said any more.
      guard let piece = try? reply.body.piece(at: sent, atMost: Self.piece), send(piece, &talk) else { return false }
      sent += piece.count
    }
    return true
  }

  private func send(_ bytes: [UInt8], _ talk: inout Talk) -> Bool {
    enter(.sending)
    let end = talk.end(of: limits.stallTime, limits)
    var rest = bytes[...]
    while !rest.isEmpty {
      switch rest.withUnsafeBytes({ socket.send($0) }) {
      case .moved(let count): rest = rest.dropFirst(count)
      case .later: guard socket.wait(for: POLLOUT, until: end) else { return false }
      // The client is gone.
      case .failed: return false
      }
    }
    return true
  }

  private func drain(_ talk: inout Talk) {
    enter(.draining)
    socket.finish()
    let end = talk.end(of: limits.lingerTime, limits)
    while end > .now, receive(until: end, { _ in }) == .bytes {}
  }
}
