import Diagnostics
import Files
import Foundation
import RunSupport
import Synchronization

/// Fills a folder: new posts at the top, gaps left by an earlier run, and media in parallel.
final class FetchRun: Sendable {
  let folder: FetchFolder
  let feed: any FeedService
  let site: SourceHost
  let client: HTTPClient
  let access: Access
  let options: FetchOptions
  let progress: FetchProgress
  let media: MediaFetcher
  let counts: Mutex<FetchSummary>

  init(
    folder: FetchFolder, feed: any FeedService, site: SourceHost, client: HTTPClient, access: Access,
    options: FetchOptions,
    progress: FetchProgress
  ) {
    (self.folder, self.feed, self.site, self.client) = (folder, feed, site, client)
    (self.access, self.options, self.progress) = (access, options, progress)
    media = MediaFetcher(
      client: client, folder: folder, limits: options.media, report: progress.report, fetched: progress.file)
    counts = Mutex(FetchSummary(service: feed.kind, folder: folder.path))
  }

  /// The authorization for pages: a token, or a session that may be renewed.
  struct Access: Sendable {
    private let token: Secret?
    private let session: (any RenewableSecret)?

    init(_ token: Secret?, of session: (any RenewableSecret)? = nil) {
      (self.token, self.session) = (token, session)
    }

    var secret: Secret? { session?.secret ?? token }
    func renew() async throws -> Secret? { try await session?.renew() }
  }

  /// - Parameters:
  ///   - source: The source as the user entered it.
  ///   - answer: The response for the feed's top, if already available.
  ///   - actor: The document of the feed's author.
  /// - Throws: `RunFailure` if something was refused or skipped, after everything else was fetched;
  ///   `CancellationError`.
  func run(source: String, answer: HTTPResponse? = nil, actor: [UInt8]? = nil) async throws -> FetchSummary {
    try noteSource(source)
    // Exports identify the author by it.
    if let actor { try folder.keep(author: actor) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<(options.hasMedia ? options.media.tasks : 0) { group.addTask { try await self.media.work() } }
      group.addTask {
        try await self.fetchPages(answer)
        await self.media.close()
      }
      do {
        // The first error cancels the others: their results would not be used.
        while try await group.next() != nil {}
      } catch {
        await media.close(dropping: true)
        group.cancelAll()
        throw error
      }
    }
    return try finish()
  }

  private func noteSource(_ source: String) throws {
    // A source without results may have been a typo.
    guard folder.look({ $0.walks.isEmpty || $0.source == nil }) else { return }
    var line = JournalLine(.source)
    (line.service, line.source) = (feed.kind, source)
    line.top = site.stored(feed.top)
    line.base = site.base?.text
    line.url = site.natural.origin
    try folder.note(line)
  }

  private func fetchPages(_ answer: HTTPResponse?) async throws {
    do {
      try await resumeMedia()
      if folder.look({ $0.walks.isEmpty }) {
        end(try await walk(FeedTraversal(number: 1, meetsBelow: 0), from: feed.top, answer: answer))
      } else {
        end(try await refresh())
        try await fillHoles()
      }
    } catch let diagnostic as Diagnostic where diagnostic.kind == .refused || diagnostic.kind == .incomplete {
      // Fetched pages are complete, and their media are available.
      progress.report(diagnostic)
    }
  }

  /// Fetches media that an earlier run didn't get to.
  private func resumeMedia() async throws {
    guard options.hasMedia else { return }
    for file in folder.look({ $0.pagesWithoutMedia }) {
      if let body = try folder.page(file) { try await addMedia(of: body, file) }
    }
  }

  func addMedia(of body: [UInt8], _ file: String) async throws {
    guard options.hasMedia else { return }
    try await media.add(options.wants.wants(of: body, name: file), page: file)
  }

  private func end(_ end: FeedTraversal.End) { counts.withLock { $0.end = end.words } }

  // MARK: Gaps of earlier runs

  private func fillHoles() async throws {
    for number in folder.look({ $0.open }) {
      guard let hole = folder.look({ $0.walks[number] }), let next = hole.next.flatMap(site.restored) else { continue }
      if let limit = options.maxPages, hole.pages >= limit { continue }
      if let since = options.since, let oldest = hole.oldest, oldest < since { continue }
      var walk = FeedTraversal(number: number, meetsBelow: number)
      walk.mayBeRefused = true
      let reached = try await self.walk(walk, from: next)
      guard case .refused(let status) = reached else {
        end(reached)
        continue
      }
      progress.report(Diagnostic(FetchIssue.cursorRefused(status: status), at: next.place))
      // From the top, through all known posts.
      var whole = FeedTraversal(number: folder.look { $0.lastWalk } + 1, meetsBelow: number)
      whole.keepsAll = true
      end(try await self.walk(whole, from: feed.top))
    }
  }

  // MARK: Summary

  private func finish() throws -> FetchSummary {
    let files = media.counts
    if files.left > 0 {
      let bytes = folder.look { $0.mediaBytes }
      progress.report(Diagnostic(FetchIssue.mediaLimit(bytes: bytes, left: files.left), at: Place(file: folder.path)))
    }
    if files.unfinished > 0 {
      let issue = FetchIssue.mediaUnfinished(count: files.unfinished)
      progress.report(Diagnostic(issue, at: Place(file: folder.path)))
    }
    let open = folder.look { state in (state.open, state.open.last.flatMap { state.walks[$0]?.next }, state.known.count)
    }
    let summary = counts.withLock { summary in
      (summary.media, summary.mediaBytes) = (files.fetched, files.bytes)
      (summary.missingMedia, summary.unfinishedMedia) = (files.missing, files.unfinished)
      (summary.open, summary.next, summary.posts) = (open.0.count, open.1, open.2)
      (summary.errors, summary.warnings) = progress.reported
      summary.seconds = (progress.seconds * 1000).rounded() / 1000
      return summary
    }
    progress.finish(summary)
    if let kind = progress.kind { throw RunFailure.reported(kind) }
    return summary
  }
}

/// Fetches posts that are new since the last run.
extension FetchRun {
  func refresh() async throws -> FeedTraversal.End {
    let number = folder.look { $0.lastWalk } + 1
    if options.refreshesHistory {
      var walk = FeedTraversal(number: number, meetsBelow: 0)
      walk.keepsAll = true
      return try await self.walk(walk, from: feed.top)
    }
    let (newer, newest) = folder.look { ($0.newer.flatMap(site.restored), $0.newest) }
    if feed.climbs, let newer {
      let reached = try await climb(from: newer)
      if case .refused = reached {} else { return reached }
    } else if !feed.climbs, let newest, let address = feed.newer(than: newest) {
      var walk = FeedTraversal(number: number, meetsBelow: number)
      (walk.isBounded, walk.mayBeRefused) = (true, true)
      let reached = try await self.walk(walk, from: address)
      if case .refused = reached {} else { return reached }
    }
    return try await self.walk(FeedTraversal(number: number, meetsBelow: number), from: feed.top)
  }

  /// Walks upward, page by page, each directly above known posts, so that no gap can remain.
  private func climb(from start: HTTPAddress) async throws -> FeedTraversal.End {
    var address = start
    var seen: Set<HTTPAddress> = []
    var pages = 0
    while seen.insert(address).inserted {
      if let limit = options.maxPages, pages >= limit { return .pageLimit }
      let answer = try await ask(address, isConditional: pages == 0, mayBeRefused: pages == 0)
      if answer.status == 304 { return .unchanged }
      if pages == 0, feed.refusesPlace(answer) { return .refused(status: answer.status) }
      let page = try read(answer)
      let isKnown = folder.look { state in page.items.allSatisfy { state.known[$0.key] != nil } }
      if isKnown {
        counted(page, new: 0, address, file: nil)
        try noteValidators(of: answer, address)
        return page.items.isEmpty ? .emptyPage : .known
      }
      var walk = FeedTraversal(number: folder.look { $0.lastWalk } + 1, meetsBelow: 0)
      walk.isBounded = true
      var alone = page
      alone.next = nil
      _ = try await take(alone, of: answer, address, on: walk, number: 1)
      pages += 1
      guard let newer = page.newer.map(site.local) else { break }
      address = newer
    }
    return .known
  }
}

/// Walks through pages in sequence.
extension FetchRun {
  /// - Parameter answer: The response for `start`, if already available.
  /// - Throws: `Diagnostic`, `CancellationError`.
  func walk(_ walk: FeedTraversal, from start: HTTPAddress, answer given: HTTPResponse? = nil) async throws
    -> FeedTraversal.End
  {
    var address = start
    var given = given
    var seen: Set<HTTPAddress> = []
    var number = folder.look { $0.walks[walk.number]?.pages ?? 0 }
    while true {
      if let limit = options.maxPages, number >= limit { return .pageLimit }
      seen.insert(address)
      let isFirst = seen.count == 1
      let answer: HTTPResponse
      if let known = given {
        answer = known
        given = nil
      } else {
        let mayBeRefused = walk.mayBeRefused && isFirst
        answer = try await ask(address, isConditional: number == 0, mayBeRefused: mayBeRefused)
        if mayBeRefused, feed.refusesPlace(answer) { return .refused(status: answer.status) }
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

  /// Checks that a page that links to another host belongs to a service that allows it.
  private func check(_ next: HTTPAddress, after address: HTTPAddress) throws {
    if next.scope > .web, address.scope == .web {
      throw Diagnostic(FetchIssue.privateAddress(host: next.host), at: address.place)
    }
    guard next.origin == address.origin || feed.mayLeaveHost else {
      throw Diagnostic(FetchIssue.badRedirect(to: next.text), at: address.place)
    }
  }

  // MARK: Requests

  func ask(_ address: HTTPAddress, isConditional: Bool, mayBeRefused: Bool = false) async throws -> HTTPResponse {
    var request = HTTPRequest(address)
    request.headers = [HTTPHeader("Accept", feed.accept)]
    request.secret = access.secret
    request.limits = options.transfer
    if isConditional {
      // A cached response may be out of date.
      request.set("Cache-Control", "no-cache")
      let known = folder.look { $0.validators[site.stored(address)] }
      request.set("If-None-Match", known?.etag)
      if known?.etag == nil { request.set("If-Modified-Since", known?.modified) }
    }
    return try await client.answer(request, gap: feed.gap, renew: access.renew) { answer in
      mayBeRefused && feed.refusesPlace(answer) ? .take : feed.judge(answer)
    }
  }

  func read(_ answer: HTTPResponse) throws -> ServicePage {
    guard let root = answer.json else {
      throw Diagnostic(FetchIssue.brokenJSON(reason: "it can't be read"), at: answer.address.place)
    }
    do throws(FetchIssue) {
      return try feed.page(answer, root: root)
    } catch {
      throw Diagnostic(error, at: answer.address.place)
    }
  }

  func noteValidators(of answer: HTTPResponse, _ address: HTTPAddress) throws {
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

/// A walk through a feed from newer to older posts, until it reaches known posts, a limit, or the end.
struct FeedTraversal: Sendable {
  enum End: Sendable, Equatable {
    case noNextPage, emptyPage, known, pageLimit, dateLimit, unchanged
    /// The service no longer accepts the position.
    case refused(status: Int)

    var words: String {
      switch self {
      case .noNextPage: "no next page"
      case .emptyPage: "an empty page"
      case .known: "known posts"
      case .pageLimit: "the page limit"
      case .dateLimit: "the date"
      case .unchanged: "an unchanged page"
      case .refused: "a refused page"
      }
    }
  }

  /// Its number in the journal; posts of later walks are newer.
  let number: Int
  /// The walk ends at a post of a walk below this one; 0 disables this.
  var meetsBelow: Int
  /// Whether to store pages without new posts as well, since later pages are older.
  var keepsAll = false
  /// Whether the request was for posts newer than a known one, so that its end is there.
  var isBounded = false
  /// Whether the service may refuse the position, with a fallback.
  var mayBeRefused = false
}

// MARK: - Page

/// Processes a page.
extension FetchRun {
  /// The findings on a page, compared with known posts.
  private struct Findings: Sendable {
    var new: [FeedItem] = []
    var edited: [FeedItem] = []
    /// Keys of known posts with a later version among the new ones, and the ids of those versions.
    var replaced: [(key: String, by: String)] = []
    var gone: [String] = []
    /// The walk that this one has reached.
    var met: Int?
    var hasEarlierPages = false
  }

  /// Stores the page if it contains anything new, and records it.
  ///
  /// - Returns: The reason why the walk ends here; nil if it continues.
  func take(
    _ page: ServicePage, of answer: HTTPResponse, _ address: HTTPAddress, on walk: FeedTraversal, number: Int
  ) async throws -> FeedTraversal.End? {
    let found = findings(page, on: walk)
    let isKept = !page.items.isEmpty && (!found.new.isEmpty || !found.edited.isEmpty || walk.keepsAll)
    let last = page.items.last { !$0.isPinned }
    let end: FeedTraversal.End? =
      page.items.isEmpty
      ? .emptyPage
      : found.met != nil
        ? .known
        : page.next == nil
          ? .noNextPage
          : isTooOld(last) ? .dateLimit : nil

    var line = JournalLine(.page)
    (line.walk, line.page) = (walk.number, number)
    line.file = isKept ? FetchFolder.name(walk: walk.number, page: number) : nil
    line.asked = site.stored(address)
    line.next = end == nil || end == .dateLimit ? page.next.map(site.stored) : nil
    line.newer = page.newer.map { site.stored(site.local($0)) }
    (line.posts, line.versions) = (found.new.map(\.key), found.new.map(\.version))
    line.first = page.items.first { !$0.isPinned }?.id
    line.oldest = last?.date
    line.at = Int(client.clock.now())
    if line.next == nil { line.closes = closes(found, on: walk) }
    // A check of the top without results leaves no trace.
    if isKept || found.hasEarlierPages || line.next != nil {
      if let file = line.file {
        try folder.keep(answer.body, page: file, noting: line)
      } else {
        try folder.note(line)
      }
    }
    try note(found)
    if number == 1 { try noteValidators(of: answer, address) }
    counted(page, new: found.new.count - found.replaced.count, address, file: line.file)
    if let file = line.file { try await addMedia(of: answer.body, file) }
    return end
  }

  private func isTooOld(_ last: FeedItem?) -> Bool {
    guard let since = options.since, let date = last?.date else { return false }
    return date < since
  }

  // MARK: Comparison with known posts

  private func findings(_ page: ServicePage, on walk: FeedTraversal) -> Findings {
    folder.look { state in
      var found = Findings()
      found.hasEarlierPages = state.walks[walk.number] != nil
      var seen: Set<String> = []
      for item in page.items where seen.insert(item.key).inserted {
        guard let known = state.known[item.key] else {
          found.new.append(item)
          if let last = item.earlier.last(where: { state.known[$0] != nil && !state.gone.contains($0) }) {
            found.replaced.append((last, item.id))
          }
          continue
        }
        if !item.version.isEmpty, !known.version.isEmpty, item.version != known.version { found.edited.append(item) }
      }
      found.met = meeting(page, walk, state)
      if let met = found.met, feed.isChronological { found.gone = gone(page, state, met) }
      return found
    }
  }

  /// Returns the walk whose posts this page has reached. A single post may reappear out of order, so the last one on
  /// the page decides if posts are sorted by date; else all of them.
  private func meeting(_ page: ServicePage, _ walk: FeedTraversal, _ state: FolderState) -> Int? {
    let items = page.items.filter { !$0.isPinned }
    guard walk.meetsBelow > 0, let last = items.last else { return nil }
    func below(_ item: FeedItem) -> Int? {
      state.known[item.key].flatMap { $0.walk < walk.meetsBelow ? $0.walk : nil }
    }
    guard let met = below(last) else { return nil }
    return feed.isChronological || items.allSatisfy { below($0) != nil } ? met : nil
  }

  /// Returns missing posts between two others that still exist.
  private func gone(_ page: ServicePage, _ state: FolderState, _ met: Int) -> [String] {
    let order = state.walks[met]?.posts ?? []
    let there = Set(page.items.map(\.key))
    let ordered = Set(page.items.filter { !$0.isPinned }.map(\.key))
    guard let first = order.firstIndex(where: ordered.contains), let last = order.lastIndex(where: ordered.contains)
    else { return [] }
    let replaced = Set(page.items.flatMap(\.earlier))
    return order[first...last].filter {
      !there.contains($0) && !replaced.contains($0) && !state.gone.contains($0)
    }
  }

  /// Returns walks that this one makes obsolete by reaching its end.
  private func closes(_ found: Findings, on walk: FeedTraversal) -> [Int]? {
    guard !walk.isBounded else { return nil }
    let met = found.met ?? 0
    let passed = folder.look { state in state.open.filter { met < $0 && $0 < walk.number } }
    return passed.isEmpty ? nil : passed
  }

  private func note(_ found: Findings) throws {
    for item in found.edited {
      var line = JournalLine(.edited)
      (line.post, line.versions) = (item.key, [item.version])
      try folder.note(line)
      progress.report(Diagnostic(FetchIssue.edited(id: item.id)))
    }
    for (key, id) in found.replaced {
      var line = JournalLine(.edited)
      (line.post, line.by) = (key, id)
      try folder.note(line)
      progress.report(Diagnostic(FetchIssue.replaced(id: key, by: id)))
    }
    for key in found.gone {
      var line = JournalLine(.gone)
      line.post = key
      line.at = Int(client.clock.now())
      try folder.note(line)
    }
    if let first = found.gone.first {
      progress.report(Diagnostic(FetchIssue.missing(count: found.gone.count, first: first)))
    }
    counts.withLock { summary in
      summary.edited += found.edited.count + found.replaced.count
      summary.gone += found.gone.count
    }
  }
}
