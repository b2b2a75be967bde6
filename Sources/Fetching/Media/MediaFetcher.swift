import Diagnostics
import Files
import Foundation
import Synchronization

/// Fetches the files of pages: each address once, several at a time.
package final class MediaFetcher: Sendable {
  package struct Limits: Sendable {
    /// The maximum bytes of one file, and of all files in the folder.
    package var each = 64 << 20
    package var total = 4 << 30
    /// The number of concurrent fetches.
    package var tasks = 6
    package var transfer = TransferLimits()
  }

  struct Counts: Sendable {
    var fetched = 0
    /// Permanently unavailable.
    var missing = 0
    /// To be retried by another run.
    var unfinished = 0
    var left = 0
    var bytes = 0
  }

  private struct Job: Sendable {
    var want: MediaSelection.Want
    var page: PageMedia
  }

  /// The pending media of a page.
  private final class PageMedia: Sendable {
    let file: String
    /// The number of pending files, and whether one has to be retried.
    let left: Mutex<(count: Int, isUnfinished: Bool)>

    init(_ file: String, count: Int) {
      self.file = file
      left = Mutex((count, false))
    }
  }

  private struct State {
    var seen: Set<String> = []
    var counts = Counts()
    /// Unreachable hosts: further files there aren't waited for.
    var deadHosts: [String: TransportFault] = [:]
  }

  private let client: HTTPClient
  private let folder: FetchFolder
  private let limits: Limits
  private let report: @Sendable (Diagnostic) -> Void
  private let fetched: @Sendable (_ url: String, _ bytes: Int) -> Void
  private let queue = WorkQueue<Job>(limit: 256)
  private let state = Mutex(State())

  init(
    client: HTTPClient, folder: FetchFolder, limits: Limits, report: @escaping @Sendable (Diagnostic) -> Void,
    fetched: @escaping @Sendable (String, Int) -> Void
  ) {
    (self.client, self.folder, self.limits) = (client, folder, limits)
    (self.report, self.fetched) = (report, fetched)
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Requests the media of a page; waits if the queue is full.
  ///
  /// - Throws: `Diagnostic` if the journal can't be written.
  func add(_ wants: [MediaSelection.Want], page file: String) async throws {
    let unknown = folder.look { known in wants.filter { !known.media.contains($0.url) } }
    let fresh = state.withLock { state in unknown.filter { state.seen.insert($0.url).inserted } }
    guard !fresh.isEmpty else { return try note(doneWith: file) }
    let page = PageMedia(file, count: fresh.count)
    for want in fresh { await queue.give(Job(want: want, page: page)) }
  }

  func close(dropping: Bool = false) async { await queue.close(dropping: dropping) }

  /// Works until the queue is closed and empty.
  ///
  /// - Throws: `Diagnostic` if the folder can't be written; `CancellationError`.
  func work() async throws {
    while let job = await queue.take() {
      try Task.checkCancellation()
      let isFinished = try await fetch(job.want)
      let (count, isUnfinished) = job.page.left.withLock { left in
        left.count -= 1
        left.isUnfinished = left.isUnfinished || !isFinished
        return left
      }
      if count == 0, !isUnfinished { try note(doneWith: job.page.file) }
    }
  }

  private func note(doneWith file: String) throws {
    var line = JournalLine(.mediaDone)
    line.file = file
    try folder.note(line)
  }

  // MARK: One file

  private enum Outcome {
    case there(bytes: Int)
    /// Permanently missing.
    case missing(FetchIssue)
    case unfinished(FetchIssue)
    /// The host is unreachable; another run retries.
    case unreachable(FetchIssue)
    /// The folder has reached its maximum size.
    case left
  }

  /// - Returns: Whether another run need not retry.
  private func fetch(_ want: MediaSelection.Want) async throws -> Bool {
    var line = JournalLine(.media)
    line.url = want.url
    switch try await outcome(of: want) {
    case .there(let bytes):
      line.bytes = bytes
      try folder.note(line)
      state.withLock { $0.counts.bytes += bytes }
      count(want, as: \.fetched)
      fetched(want.url, bytes)
      return true
    case .missing(let issue):
      line.why = issue.code
      try folder.note(line)
      count(want, as: \.missing, issue)
      return true
    case .unfinished(let issue): count(want, as: \.unfinished, issue)
    case .unreachable(let issue): count(want, as: \.missing, issue)
    case .left: count(want, as: \.left)
    }
    return false
  }

  private func count(
    _ want: MediaSelection.Want, as kind: WritableKeyPath<Counts, Int> & Sendable, _ issue: FetchIssue? = nil
  ) {
    state.withLock { $0.counts[keyPath: kind] += 1 }
    if let issue { report(Diagnostic(issue, at: Place(file: want.url))) }
  }

  private func outcome(of want: MediaSelection.Want) async throws -> Outcome {
    guard let address = HTTPAddress(want.url), let target = MediaPath.path(of: want.url) else {
      return .missing(.mediaUnnamed)
    }
    // A killed run may have stored it without recording it.
    if let stamp = folder.tree.stamp(of: target), stamp.kind == .file { return .there(bytes: stamp.size) }
    if let dead = state.withLock({ $0.deadHosts[address.host] }) { return unfinished(.mediaFailed(dead), address) }
    guard folder.look({ $0.mediaBytes }) < limits.total else { return .left }
    let part = try PartialFile(Digest(of: want.url).hex, in: folder.tree, limit: limits.each)
    var failures = client.failures(at: address)
    while true {
      let (issue, wait) = try await attempt(want, address, part, isFirst: failures.count == 0)
      switch issue {
      case nil:
        return try keep(part, as: target)
      case .some(.again(let issue)):
        // A host that can't be resolved now is unlikely to resolve within a minute.
        if case .mediaFailed(let fault) = issue, fault.kind == .noSuchHost, failures.count > 0 {
          return unfinished(issue, address)
        }
        do {
          try await client.pause(after: issue, wait: wait, &failures, at: address)
        } catch is Diagnostic {
          return unfinished(issue, address)
        }
      case .some(.missing(let issue)):
        part.remove()
        return .missing(issue)
      }
    }
  }

  private func keep(_ part: PartialFile, as target: RelativePath) throws -> Outcome {
    let size = part.size
    do throws(FileError) {
      try part.keep(as: target)
    } catch {
      guard [.link, .notAFolder].contains(error.fact) || [ENOTDIR, EISDIR, ENAMETOOLONG].contains(error.code) else {
        throw error
      }
      // Another file has the name of a required folder.
      part.remove()
      return .missing(.mediaUnnamed)
    }
    return .there(bytes: size)
  }

  private func unfinished(_ issue: FetchIssue, _ address: HTTPAddress) -> Outcome {
    guard case .mediaFailed(let fault) = issue, [.noSuchHost, .refused].contains(fault.kind) else {
      return .unfinished(issue)
    }
    state.withLock { $0.deadHosts[address.host] = fault }
    return fault.kind == .noSuchHost ? .unreachable(issue) : .unfinished(issue)
  }
}

/// Makes one attempt at one file.
extension MediaFetcher {
  private enum DownloadFailure {
    case again(FetchIssue)
    case missing(FetchIssue)
  }

  /// - Returns: Nil if the file is complete; includes seconds to wait if the host requires it.
  private func attempt(
    _ want: MediaSelection.Want, _ address: HTTPAddress, _ part: PartialFile, isFirst: Bool
  ) async throws -> (DownloadFailure?, Double?) {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", want.kind == .picture ? "image/*,*/*;q=0.5" : "*/*")] + part.resume()
    request.acceptsCompressed = false
    request.limits = limits.transfer
    request.isFresh = !isFirst
    do {
      let answer = try await client.once(request, to: part)
      try part.flush()
      let rate = RateLimit(answer.head, now: client.clock.now())
      return try (trouble(answer, part, isResumed: request.header("Range") != nil), rate.wait)
    } catch let fault as TransportFault {
      if fault.kind == .cancelled { throw CancellationError() }
      // Received data are kept for the next attempt.
      try part.flush()
      if let failure = part.failure { return (try trouble(failure, part), nil) }
      let issue = FetchIssue.mediaFailed(fault)
      return (fault.isWorthAnotherAttempt ? .again(issue) : .missing(issue), nil)
    } catch let issue as FetchIssue {
      return (.missing(issue), nil)
    }
  }

  private func trouble(_ failure: any Error, _ part: PartialFile) throws -> DownloadFailure {
    switch failure {
    case PartialFile.Refusal.tooLarge: return .missing(.mediaTooLarge(limit: limits.each))
    case PartialFile.Refusal.otherRange:
      part.remove()
      return .again(.mediaFailed(TransportFault(.cutShort, "the server sent a different part than requested")))
    default: throw failure
    }
  }

  private func trouble(
    _ answer: HTTPResponse, _ part: PartialFile, isResumed: Bool
  ) throws -> DownloadFailure? {
    switch answer.status {
    case 200, 206:
      let file = try part.file()
      if let what = MediaFileType.objection(to: try file?.bytes(first: 512) ?? [], type: answer.head.contentType) {
        return .missing(.mediaNotAPicture(what: what))
      }
      let memory = try file?.mapped()
      guard withExtendedLifetime(memory, { $0.map { MediaFileType.isWhole($0.bytes) } ?? true }) else {
        part.remove()
        return .again(.mediaFailed(TransportFault(.cutShort, "the image is truncated")))
      }
      return nil
    case 204, 205, 304: return .missing(.mediaNotAPicture(what: "a response without a body (\(answer.status))"))
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

/// A queue of work for several tasks, in insertion order. Producers wait if it is full.
actor WorkQueue<Item: Sendable> {
  private var items: [Item] = []
  private var takers: [CheckedContinuation<Item?, Never>] = []
  private var givers: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func give(_ item: Item) async {
    guard !isClosed else { return }
    if let taker = takers.popLast() { return taker.resume(returning: item) }
    items.append(item)
    if items.count > limit { await withCheckedContinuation { givers.append($0) } }
  }

  /// Returns nil if the queue is closed and empty.
  func take() async -> Item? {
    if items.isEmpty { return isClosed ? nil : await withCheckedContinuation { takers.append($0) } }
    givers.popLast()?.resume()
    return items.removeFirst()
  }

  /// Closes the queue.
  ///
  /// - Parameter dropping: Whether to drop waiting items.
  func close(dropping: Bool) {
    isClosed = true
    if dropping { items = [] }
    for taker in takers { taker.resume(returning: nil) }
    for giver in givers { giver.resume() }
    (takers, givers) = ([], [])
  }
}
