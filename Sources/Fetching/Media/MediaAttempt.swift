import Files

/// One attempt at one file.
struct MediaAttempt: Sendable {
  let client: HTTPClient
  let limits: MediaFetcher.Limits
  let isPublicOnly: Bool

  enum Trouble {
    case again(FetchIssue)
    case missing(FetchIssue)
  }

  /// - Returns: Nil where the file is whole; with seconds to wait, where the host asks for it.
  func run(
    _ want: MediaWants.Want, _ address: HTTPAddress, _ part: PartFile, isFirst: Bool
  ) async throws -> (Trouble?, Double?) {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", want.kind == .picture ? "image/*,*/*;q=0.5" : "*/*")] + part.resume()
    request.acceptsCompressed = false
    request.isPublicOnly = isPublicOnly
    request.limits = limits.transfer
    request.isFresh = !isFirst
    do {
      let answer = try await client.once(request, to: part)
      try part.flush()
      let rate = RateLimit(answer.head, now: client.clock.now())
      return try (trouble(answer, part, isResumed: request.header("Range") != nil), rate.wait)
    } catch let fault as TransportFault {
      if fault.kind == .cancelled { throw CancellationError() }
      // What came is kept for the next attempt.
      try part.flush()
      if let failure = part.failure { return (try trouble(failure, part), nil) }
      let issue = FetchIssue.mediaFailed(fault)
      return (fault.isWorthAnotherAttempt ? .again(issue) : .missing(issue), nil)
    } catch let issue as FetchIssue {
      return (.missing(issue), nil)
    }
  }

  private func trouble(_ failure: any Error, _ part: PartFile) throws -> Trouble {
    switch failure {
    case PartFile.Refusal.tooLarge: return .missing(.mediaTooLarge(limit: limits.each))
    case PartFile.Refusal.otherRange:
      part.remove()
      return .again(.mediaFailed(TransportFault(.cutShort, "another part came than was asked for")))
    default: throw failure
    }
  }

  private func trouble(
    _ answer: HTTPAnswer, _ part: PartFile, isResumed: Bool
  ) throws -> Trouble? {
    switch answer.status {
    case 200, 206:
      let (start, end) = try part.ends()
      if let what = MediaKind.objection(to: start, type: answer.head.contentType) {
        return .missing(.mediaNotAPicture(what: what))
      }
      guard MediaKind.isWhole(start: start, end: end) else {
        part.remove()
        return .again(.mediaFailed(TransportFault(.cutShort, "the picture has no end")))
      }
      return nil
    case 404, 410: return .missing(.mediaNotThere(status: answer.status))
    case 416 where isResumed:
      part.remove()
      return .again(.mediaFailed(TransportFault(.cutShort, "the file has changed")))
    case 408, 425, 429, 500, 502, 503, 504:
      return .again(.busyAfter(attempts: Backoff.attempts, status: answer.status, said: nil))
    default: return .missing(.mediaRefused(status: answer.status))
    }
  }
}
