import Synchronization

/// A transport through redirects. A secret goes to its own host alone, whoever redirects; nothing leads from the open web into
/// a private network.
struct RedirectedTransport: Sendable {
  private static let limit = 10
  private let transport: any HTTPTransport

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// - Returns: The answer that is no redirect; its body is with the receiver.
  /// - Throws: `TransportFault`, `FetchIssue`.
  func send(_ first: HTTPRequest, to receiver: any BodyReceiver) async throws -> HTTPAnswer {
    var request = first
    var seen: Set<HTTPAddress> = []
    var moved: HTTPAddress?
    var isForGood = true
    while true {
      guard seen.insert(request.address).inserted, seen.count <= Self.limit else {
        throw FetchIssue.redirectLoop(to: request.address.text)
      }
      var sent = request
      if let secret = request.secret, secret.origin == request.address.origin { sent.headers.append(secret.header) }
      let head = try await transport.send(sent, to: FinalBody(receiver))
      guard let target = Self.target(of: head) else {
        var answer = HTTPAnswer(head: head, address: request.address)
        answer.movedForGood = moved
        return answer
      }
      let next = try Self.next(target, of: request, status: head.status)
      // Only what is for good from the first hop on is where the feed lives now.
      isForGood = isForGood && (head.status == 301 || head.status == 308)
      if isForGood { moved = next.address }
      request = next
    }
  }

  fileprivate static func target(of head: HTTPHead) -> String? {
    [301, 302, 303, 307, 308].contains(head.status) ? head.header("Location") : nil
  }

  private static func next(_ target: String, of request: HTTPRequest, status: Int) throws -> HTTPRequest {
    guard let address = request.address.resolving(target) else { throw FetchIssue.badRedirect(to: target) }
    if address.isPrivate, !request.address.isPrivate || request.isPublicOnly {
      throw FetchIssue.privateAddress(host: address.host)
    }
    var next = request
    next.address = address
    if request.body != nil {
      // What is posted may be a password.
      guard address.origin == request.address.origin else { throw FetchIssue.badRedirect(to: address.text) }
      if ![307, 308].contains(status) {
        next.method = "GET"
        next.body = nil
        next.set("Content-Type", nil)
      }
    }
    if address.origin != request.address.origin {
      // Another host's validators say nothing here, and cookies are nobody's.
      for name in ["If-None-Match", "If-Modified-Since", "Authorization", "Cookie"] { next.set(name, nil) }
    }
    return next
  }
}

/// Passes on what is no redirect.
private final class FinalBody: BodyReceiver {
  private let receiver: any BodyReceiver
  private let isPassing = Mutex(false)

  init(_ receiver: any BodyReceiver) {
    self.receiver = receiver
  }

  func begin(_ head: HTTPHead) throws {
    guard RedirectedTransport.target(of: head) == nil else { return }
    isPassing.withLock { $0 = true }
    try receiver.begin(head)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    if isPassing.withLock({ $0 }) { try receiver.append(bytes) }
  }
}
