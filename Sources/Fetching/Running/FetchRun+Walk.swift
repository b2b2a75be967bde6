import Diagnostics
import Files
import Foundation
import JSONTree

/// Pages, one after the other.
extension FetchRun {
  /// - Parameter answer: To `start`, where it has come already.
  /// - Throws: `Diagnostic`, `CancellationError`.
  func walk(_ walk: FeedWalk, from start: HTTPAddress, answer given: HTTPAnswer? = nil) async throws -> FeedWalk.End {
    var address = start
    var given = given
    var seen: Set<HTTPAddress> = []
    var number = folder.look { $0.walks[walk.number]?.pages ?? 0 }
    while true {
      if let limit = options.maxPages, number >= limit { return .pageLimit }
      seen.insert(address)
      let isFirst = seen.count == 1
      let answer: HTTPAnswer
      if let known = given {
        answer = known
        given = nil
      } else {
        let mayBeRefused = walk.mayBeRefused && isFirst
        answer = try await ask(address, isConditional: number == 0, mayBeRefused: mayBeRefused)
        if mayBeRefused, isRefused(answer) { return .refused(status: answer.status) }
      }
      if answer.status == 304 { return .unchanged }
      if let target = answer.movedForGood {
        progress.report(Diagnostic(FetchIssue.movedForGood(to: target.text), at: address.place))
      }
      var page = try read(answer)
      if page.isSignpost, let first = page.next.map(site.local), seen.insert(first).inserted {
        try check(first, after: address)
        address = first
        continue
      }
      page.next = page.next.map(site.local).flatMap { seen.contains($0) ? nil : $0 }
      number += 1
      let end = try await take(page, of: answer, address, on: walk, number: number)
      guard end == nil, let next = page.next else { return end ?? .noNextPage }
      if let limit = options.maxPages, number >= limit { return .pageLimit }
      try check(next, after: address)
      address = next
    }
  }

  /// A page that leads to another host must be of a service whose pages may lie there.
  private func check(_ next: HTTPAddress, after address: HTTPAddress) throws {
    if next.isPrivate, !address.isPrivate {
      throw Diagnostic(FetchIssue.privateAddress(host: next.host), at: address.place)
    }
    guard next.origin == address.origin || feed.mayLeaveHost else {
      throw Diagnostic(FetchIssue.badRedirect(to: next.text), at: address.place)
    }
  }

  // MARK: Asking

  func ask(_ address: HTTPAddress, isConditional: Bool, mayBeRefused: Bool = false) async throws -> HTTPAnswer {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", feed.accept)]
    request.secret = access.secret
    request.limits = options.transfer
    request.isPublicOnly = !site.active.isPrivate
    if isConditional {
      // What stands between may be older than the service.
      request.set("Cache-Control", "no-cache")
      let known = folder.look { $0.validators[site.stored(address)] }
      request.set("If-None-Match", known?.etag)
      if known?.etag == nil { request.set("If-Modified-Since", known?.modified) }
    }
    return try await client.answer(request, gap: feed.gap, renew: access.renew) { answer in
      let verdict = feed.judge(answer)
      return mayBeRefused && isRefused(answer) ? .good : verdict
    }
  }

  /// Whether the service refuses the place that was asked for, rather than whoever asks.
  func isRefused(_ answer: HTTPAnswer) -> Bool {
    if [400, 404, 410, 422].contains(answer.status) { return true }
    if case .stop(.serviceError(code: 100, _, _)) = feed.judge(answer) { return true }
    return false
  }

  func read(_ answer: HTTPAnswer) throws -> ServicePage {
    guard let root = answer.json else {
      throw Diagnostic(FetchIssue.brokenJSON(reason: "nothing can be read"), at: answer.address.place)
    }
    do throws(FetchIssue) {
      return try feed.page(answer, root: root)
    } catch {
      throw Diagnostic(error, at: answer.address.place)
    }
  }

  func noteValidators(of answer: HTTPAnswer, _ address: HTTPAddress) throws {
    var line = JournalLine(.validators)
    line.asked = site.stored(address)
    (line.etag, line.modified) = (answer.head.header("ETag"), answer.head.header("Last-Modified"))
    guard line.etag != nil || line.modified != nil else { return }
    let known = folder.look { state in line.asked.flatMap { state.validators[$0] } }
    if known != FolderState.Validators(etag: line.etag, modified: line.modified) { try folder.note(line) }
  }

  func counted(_ page: ServicePage, new: Int, _ address: HTTPAddress, file: String?) {
    counts.withLock { summary in
      summary.pages += 1
      summary.newPosts += new
    }
    progress.page(address.asked, posts: page.items.count, new: new, file: file)
  }
}
