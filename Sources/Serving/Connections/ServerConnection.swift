import Foundation

/// One connection: takes its requests one after the other, each within the limits, and sends their answers in order.
/// Used on its server's thread alone.
final class ServerConnection {
  private enum State {
    /// Nothing of a request has come.
    case idle
    /// Something has, but not all of its headers.
    case head
    case body(IncomingRequest)
    /// Its answer is made or sent. What the client sends meanwhile is left where it is.
    case answering(Asked)
    /// The last answer is sent. What still comes is thrown away: to hang up on a client that is still sending could
    /// take the answer from it (RFC 9112, 9.6).
    case draining
    case closed
  }

  /// What there is to know of a request while it is answered.
  private struct Asked {
    /// Of the body only its length is sent.
    var isHead: Bool
    var keepsConnection: Bool
  }

  /// An answer on its way.
  private struct Sending {
    var body: Reply.Body
    /// Bytes that were sent, or are about to be.
    var taken: Int
    var keepsConnection: Bool
  }

  /// Bytes of an answer that are in memory, however large the file.
  private static let piece = 256 << 10

  let number: Int
  let socket: Socket
  private let responder: Responder
  private let limits: ServerLimits
  private let others: OpenConnections
  private let mailbox: ServerMailbox

  private var reader: RequestReader
  private var state = State.idle
  /// When the state began.
  private var since = ServerTime.now
  private(set) var deadline: ServerTime?
  /// Of a server that stops.
  private var lastCall: ServerTime?
  private var output: ArraySlice<UInt8> = []
  private var sending: Sending?
  /// When the last piece of an answer was begun.
  private var moved = ServerTime.now

  init(
    _ socket: Socket, number: Int, responder: Responder, limits: ServerLimits, others: OpenConnections,
    mailbox: ServerMailbox
  ) {
    self.socket = socket
    self.number = number
    self.responder = responder
    self.limits = limits
    self.others = others
    self.mailbox = mailbox
    reader = RequestReader(limits)
    enter(.idle, until: limits.idleTime)
  }

  // MARK: Waiting

  /// The client's bytes are taken.
  var wantsInput: Bool {
    switch state {
    case .idle, .head, .body, .draining: true
    case .answering, .closed: false
    }
  }

  var wantsOutput: Bool { !output.isEmpty }

  /// The order in which connections are given up for new ones, the first before the last; nil for never.
  var waiting: Waiting? {
    switch state {
    case .draining: Waiting(rank: 0, since: since)
    case .idle: Waiting(rank: 1, since: since)
    case .head, .body: Waiting(rank: 2, since: since)
    // Who reads takes a piece in far less time.
    case .answering where sending != nil && moved + limits.slowReading < .now: Waiting(rank: 3, since: moved)
    case .answering, .closed: nil
    }
  }

  struct Waiting: Comparable {
    var rank: Int
    var since: ServerTime

    static func < (left: Waiting, right: Waiting) -> Bool {
      (left.rank, left.since) < (right.rank, right.since)
    }
  }

  /// - Parameter time: After which the connection has had its chance; nil for as long as it takes.
  private func enter(_ next: State, until time: Duration?) {
    state = next
    since = .now
    wait(time)
  }

  /// Begins to wait anew in the same state.
  private func wait(_ time: Duration?) {
    deadline = nil
    guard let time else { return }
    var end = ServerTime.now + time
    if others.isStopping {
      let last = lastCall ?? .now + limits.lingerTime
      lastCall = last
      end = min(end, last)
    }
    deadline = end
  }

  /// The deadline is over.
  func expire() {
    switch state {
    case .head, .body: refuse(ServingRefusal(.tooSlow, .requestTimeout))
    case .idle, .answering, .draining: hangUp()
    case .closed: break
    }
  }

  func hangUp() {
    state = .closed
    deadline = nil
    output = []
    sending = nil
    others.remove(self)
  }

  /// No request is begun any more. What is being made of the last one is waited for, what is being sent, by either side,
  /// not for long.
  func stop() {
    switch state {
    case .idle, .head: hangUp()
    case .body, .answering, .draining: if deadline != nil { wait(limits.lingerTime) }
    case .closed: break
    }
  }

  // MARK: What comes in

  /// The system has bytes, or room for some.
  func proceed() {
    flush()
    if wantsInput { receive() }
    takeRequests()
  }

  /// The answer to the last request is made.
  func answer(with reply: Reply) {
    guard case .answering(let asked) = state, sending == nil else { return }
    send(reply, asked)
    takeRequests()
  }

  /// What a connection can make this process hold is one read of this size.
  private func receive() {
    let bytes: [UInt8]
    var transfer = Socket.Transfer.later
    bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { room, count in
      transfer = socket.receive(into: UnsafeMutableRawBufferPointer(room))
      if case .moved(let moved) = transfer { count = moved }
    }
    switch transfer {
    case .later: return
    case .moved(1...):
      if case .draining = state { return }
      reader.add(bytes)
    // Who has said everything in the middle of a request has said nothing.
    case .moved, .failed: hangUp()
    }
  }

  private func takeRequests() {
    while true {
      switch state {
      case .idle:
        guard reader.hasRest else { return }
        enter(.head, until: limits.headTime)
      case .head, .body:
        do throws(RequestReader.Fault) {
          guard let part = try reader.next() else { return }
          take(part)
        } catch {
          refuse(ServingRefusal(error, limits))
        }
      case .answering, .draining, .closed: return
      }
    }
  }

  private func take(_ part: RequestReader.Part) {
    switch part {
    case .head(let head):
      let question = Result { () throws(ServingRefusal) in try responder.question(of: head) }
      let request = IncomingRequest(head, question)
      enter(.body(request), until: limits.bodyTime)
      if request.isHeldBack {
        output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        flush()
      }
    case .body(let bytes):
      guard case .body(var request) = state else { return }
      // Two holders of the body would mean a copy of it for every piece.
      state = .head
      let isBearable = request.append(bytes, unwanted: limits.unwantedBytes)
      state = .body(request)
      if !isBearable { answer(request, keepsConnection: false) }
    case .end:
      if case .body(let request) = state { answer(request, keepsConnection: request.keepsConnection) }
    }
  }

  // MARK: Answers

  /// Of what never became a request.
  private func refuse(_ refusal: ServingRefusal) {
    let asked = Asked(isHead: false, keepsConnection: false)
    enter(.answering(asked), until: nil)
    send(Reply.refusal(refusal), asked)
  }

  private func answer(_ request: IncomingRequest, keepsConnection: Bool) {
    let asked = Asked(isHead: request.head.method == "HEAD", keepsConnection: keepsConnection)
    enter(.answering(asked), until: nil)
    switch request.question {
    case .failure(let refusal): send(Reply.refusal(refusal), asked)
    case .success(let question):
      let (responder, mailbox, number, body) = (responder, mailbox, number, request.body)
      Task { mailbox.post(.answer(await responder.answer(question, body), connection: number)) }
    }
  }

  private func send(_ reply: Reply, _ asked: Asked) {
    moved = .now
    let keepsConnection = asked.keepsConnection && !others.isStopping
    var headers = reply.headers
    // Where there is no body by definition, its length is not told (RFC 9110, 8.6).
    if reply.status != .notModified { headers.set("Content-Length", String(reply.body.count)) }
    if !keepsConnection { headers.set("Connection", "close") }
    var text = "HTTP/1.1 \(reply.status.rawValue) \(reply.status.phrase)\r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    output += Array((text + "\r\n").utf8)
    sending = Sending(
      body: reply.body, taken: asked.isHead ? reply.body.count : 0, keepsConnection: keepsConnection)
    wait(limits.stallTime)
    flush()
  }

  /// Sends what the system takes, and the next piece of the answer when the one before it has left.
  private func flush() {
    while true {
      while !output.isEmpty {
        switch output.withUnsafeBytes({ socket.send($0) }) {
        case .moved(let count): output = output.dropFirst(count)
        case .later: return
        // The client is gone.
        case .failed: return hangUp()
        }
      }
      output = []
      guard var sending else { return }
      guard sending.taken < sending.body.count else { return finish(sending) }
      guard let piece = try? sending.body.piece(at: sending.taken, atMost: Self.piece) else {
        // The file is not what it was when its length was told: nothing can be said any more.
        return hangUp()
      }
      sending.taken += piece.count
      self.sending = sending
      output = piece[...]
      moved = .now
      wait(limits.stallTime)
    }
  }

  /// The answer is out.
  private func finish(_ sent: Sending) {
    sending = nil
    if sent.keepsConnection, !others.isStopping { return enter(.idle, until: limits.idleTime) }
    enter(.draining, until: limits.lingerTime)
    socket.finish()
  }
}
