import Diagnostics
import Files
import Synchronization

/// Sends requests until there is a usable response: with pacing, retries and redirects; secrets are only sent to their
/// own hosts.
struct HTTPClient: Sendable {
  /// The reaction to a response.
  enum FollowUp: Sendable {
    case take
    /// - Parameter wait: Seconds requested by the service; nil for the client's own back-off.
    case askAgain(FetchIssue, wait: Double?)
    /// The secret of the request has just expired.
    case renewSecret(FetchIssue)
    case stop(FetchIssue)
  }

  let clock: FetchClock
  private let hops: RedirectedTransport
  private let pacer: Pacer
  /// The maximum wait for a rate limit, in seconds.
  private let maxWait: Double
  /// Seconds between requests as set by the user; 0 for the service's default pace.
  private let sleep: Double
  /// Reports waits: the reason and the seconds.
  private let waiting: @Sendable (_ why: String, _ seconds: Double) -> Void

  /// - Parameter named: The host given by the user. If it is in a private network, other hosts there may be contacted
  ///   too.
  init(
    transport: any HTTPTransport, named: HTTPAddress, clock: FetchClock, maxWait: Double = 900, sleep: Double = 0,
    waiting: @escaping @Sendable (_ why: String, _ seconds: Double) -> Void = { _, _ in }
  ) {
    (hops, self.clock, self.maxWait, self.sleep) = (RedirectedTransport(transport, named: named), clock, maxWait, sleep)
    self.waiting = waiting
    pacer = Pacer(clock, maxWait: maxWait)
  }

  /// Returns a response with its whole body in memory, unless it goes to a file.
  ///
  /// - Parameters:
  ///   - file: The file for the body; its beginning is also in the response.
  ///   - gap: Minimum seconds between requests to the host.
  ///   - renew: Returns a replacement for an expired secret, once; nil if there is none.
  ///   - judge: Interprets a response by the service's rules; nil falls back to the HTTP status.
  /// - Throws: `Diagnostic` with the address as its place; `CancellationError`.
  func answer(
    _ request: HTTPRequest, gap: Double = 0, to file: BodyFile? = nil, renew: () async throws -> Secret? = { nil },
    judge: (HTTPResponse) -> FollowUp? = { _ in nil }
  ) async throws -> HTTPResponse {
    var request = request
    var failures = failures(at: request.address)
    var isRenewed = false
    while true {
      request.isFresh = failures.count > 0
      try await pace(request.address.origin, gap)
      let issue: FetchIssue
      var wait: Double?
      let body: any AnswerBody = file ?? BodyBuffer(limit: request.limits.size)
      switch try await attempt(request, body, judge) {
      case (let answer?, .take): return answer
      case (_, .stop(let reason)): throw Diagnostic(reason, at: request.address.place)
      case (_, .renewSecret(let reason)):
        guard !isRenewed, let secret = try await renew() else { throw Diagnostic(reason, at: request.address.place) }
        (request.secret, isRenewed) = (secret, true)
        continue
      case (_, .askAgain(let reason, let asked)): (issue, wait) = (reason, asked)
      case (nil, .take): (issue, wait) = (.emptyBody, nil)
      }
      try await pause(after: issue, wait: wait, &failures, at: request.address)
    }
  }

  /// Returns the initial failure count of a request.
  func failures(at address: HTTPAddress) -> FailedAttempts {
    FailedAttempts(answers: pacer.answers(of: address.origin))
  }

  /// Makes one attempt with the caller's receiver.
  ///
  /// - Throws: `TransportFault`, `FetchIssue`, `CancellationError`.
  func once(_ request: HTTPRequest, to receiver: any BodyReceiver) async throws -> HTTPResponse {
    try await pace(request.address.origin, 0)
    let answer = try await hops.send(request, to: receiver)
    note(answer, of: request.address.origin)
    return answer
  }

  /// Counts a failure, and waits before another attempt.
  ///
  /// - Parameter wait: Seconds requested by the service; nil for the client's own back-off.
  /// - Throws: `Diagnostic` of the issue if there must be no further attempt.
  func pause(
    after issue: FetchIssue, wait: Double?, _ failures: inout FailedAttempts, at address: HTTPAddress
  ) async throws {
    failures.add(isLimit: issue.isLimit, answers: pacer.answers(of: address.origin))
    guard failures.count < Backoff.attempts else { throw Diagnostic(issue, at: address.place) }
    if let wait, wait > maxWait + 2 {
      throw Diagnostic(FetchIssue.waitTooLong(seconds: Int(wait), limit: Int(maxWait)), at: address.place)
    }
    let seconds = wait ?? clock.random(Backoff.bound(after: failures.count))
    waiting(wait == nil ? issue.message : "rate limit", seconds)
    try await clock.sleep(seconds)
  }

  /// Records the rate limit of a response for all requests to the host.
  @discardableResult
  private func note(_ answer: HTTPResponse, of origin: String) -> RateLimit {
    let rate = RateLimit(answer.head, now: clock.now())
    pacer.note(rate, of: origin)
    if answer.status != 429, answer.status < 500 { pacer.noteAnswer(of: origin) }
    // Without a stated time, all requests to the host pause for a moment.
    if answer.status == 429 { pacer.hold(origin, for: rate.wait ?? 1) }
    return rate
  }

  private func pace(_ origin: String, _ gap: Double) async throws {
    let pause = pacer.wait(origin, gap: max(gap, sleep))
    guard pause > 0 else { return }
    if pause > max(gap, sleep) { waiting("rate limit", pause) }
    try await clock.sleep(pause)
  }

  private func attempt(
    _ request: HTTPRequest, _ buffer: any AnswerBody, _ judge: (HTTPResponse) -> FollowUp?
  ) async throws -> (HTTPResponse?, FollowUp) {
    do {
      var answer = try await hops.send(request, to: buffer)
      answer.body = buffer.bytes
      let rate = note(answer, of: request.address.origin)
      do throws(FileError) {
        if let secret = request.secret, try buffer.holds(secret) { return (nil, .stop(.secretInAnswer)) }
      } catch {
        throw error.diagnostic
      }
      return (answer, judge(answer) ?? Self.followUp(answer, rate, of: request))
    } catch let fault as TransportFault {
      if fault.kind == .cancelled { throw CancellationError() }
      if let failure = buffer.failure { throw failure.diagnostic }
      if buffer.isTooLarge { return (nil, .stop(.tooLarge(limit: request.limits.size))) }
      let issue = FetchIssue.transport(fault)
      return (nil, fault.isWorthAnotherAttempt ? .askAgain(issue, wait: nil) : .stop(issue))
    } catch let issue as FetchIssue {
      return (nil, .stop(issue))
    }
  }

  /// Decides by the HTTP status alone.
  private static func followUp(_ answer: HTTPResponse, _ rate: RateLimit, of request: HTTPRequest) -> FollowUp {
    switch answer.status {
    case 200, 203: return .take
    case 304 where request.isConditional: return .take
    case 200..<300, 304: return .stop(.noDocument(status: answer.status))
    case 408, 425, 429, 500, 502, 503, 504:
      let wait = answer.status == 429 ? rate.wait : rate.retryAfter.map { max(1, $0 + 1) }
      return .askAgain(
        .busyAfter(attempts: Backoff.attempts, status: answer.status, said: ErrorMessages.said(answer)), wait: wait)
    case 404: return .stop(.notFound("such thing"))
    case 410: return .stop(.gone)
    default:
      return .stop(.refused(status: answer.status, said: ErrorMessages.said(answer), hint: nil))
    }
  }
}

extension HTTPAddress {
  /// The place for diagnostics.
  var place: Place { Place(file: text) }
}

/// Follows redirects. A secret is only sent to its own host, and never taken from a redirect; no redirect leads from
/// the public internet into a private network.
struct RedirectedTransport: Sendable {
  private static let limit = 10
  private let transport: any HTTPTransport
  private let named: HTTPAddress

  init(_ transport: any HTTPTransport, named: HTTPAddress) {
    (self.transport, self.named) = (transport, named)
  }

  /// Returns the least public network that may be contacted for an address: a host given by the user may be anywhere.
  private func scope(for address: HTTPAddress) -> NetworkScope {
    guard named.scope > .web else { return .web }
    return address.host == named.host ? .special : .own
  }

  /// - Returns: The first response that isn't a redirect; the receiver has its body.
  /// - Throws: `TransportFault`, `FetchIssue`.
  func send(_ first: HTTPRequest, to receiver: any BodyReceiver) async throws -> HTTPResponse {
    var request = first
    var seen: Set<HTTPAddress> = []
    var moved: HTTPAddress?
    var isForGood = true
    request.scope = scope(for: request.address)
    while true {
      guard request.address.scope <= request.scope else {
        throw FetchIssue.privateAddress(host: request.address.host)
      }
      guard seen.insert(request.address).inserted, seen.count <= Self.limit else {
        throw FetchIssue.redirectLoop(to: request.address.text)
      }
      var sent = request
      if let secret = request.secret, secret.origin == request.address.origin { sent.headers.append(secret.header) }
      let head = try await transport.send(sent, to: RedirectFilter(receiver))
      if let secret = request.secret, head.headers.contains(where: { secret.isIn(Array($0.value.utf8)) }) {
        throw FetchIssue.secretInAnswer
      }
      guard let target = Self.target(of: head) else {
        var answer = HTTPResponse(head: head, address: request.address)
        answer.movedForGood = moved
        return answer
      }
      let next = try next(target, of: request, status: head.status)
      // A feed has only moved permanently if all redirects are permanent.
      isForGood = isForGood && (head.status == 301 || head.status == 308)
      if isForGood { moved = next.address }
      request = next
    }
  }

  fileprivate static func target(of head: HTTPHead) -> String? {
    [301, 302, 303, 307, 308].contains(head.status) ? head.header("Location") : nil
  }

  private func next(_ target: String, of request: HTTPRequest, status: Int) throws -> HTTPRequest {
    guard let address = request.address.resolving(target) else { throw FetchIssue.badRedirect(to: target) }
    var next = request
    next.address = address
    // Once on the public internet, there is no way back; an older connection would be one.
    (next.scope, next.isFresh) =
      request.address.scope == .web
      ? (.web, request.isFresh || request.scope > .web) : (scope(for: address), request.isFresh)
    if request.body != nil {
      // A posted body may be a password.
      guard address.origin == request.address.origin else { throw FetchIssue.badRedirect(to: address.text) }
      if ![307, 308].contains(status) {
        next.method = "GET"
        next.body = nil
        next.set("Content-Type", nil)
      }
    }
    if address.origin != request.address.origin {
      // Validators don't apply to another host, and cookies are not forwarded.
      for name in ["If-None-Match", "If-Modified-Since", "Authorization", "Cookie"] { next.set(name, nil) }
    }
    return next
  }
}

/// Passes on the body unless the response is a redirect.
private final class RedirectFilter: BodyReceiver {
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
