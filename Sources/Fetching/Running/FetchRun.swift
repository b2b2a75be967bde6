import Diagnostics
import Files
import Foundation
import JSONTree
import Runs
import Synchronization

/// Fills a folder: what is new on top, then what an earlier run has left, and the media beside it.
package final class FetchRun: Sendable {
  let folder: FetchFolder
  let feed: any FeedService
  let site: Site
  let client: HTTPClient
  let access: Access
  let options: FetchOptions
  let progress: FetchProgress
  let media: MediaFetcher
  let counts: Mutex<FetchSummary>

  package init(
    folder: FetchFolder, feed: any FeedService, site: Site, client: HTTPClient, access: Access, options: FetchOptions,
    progress: FetchProgress
  ) {
    (self.folder, self.feed, self.site, self.client) = (folder, feed, site, client)
    (self.access, self.options, self.progress) = (access, options, progress)
    media = MediaFetcher(
      client: client, folder: folder, limits: options.media, isPublicOnly: !site.active.isPrivate,
      report: progress.report, fetched: progress.file)
    counts = Mutex(FetchSummary(service: feed.kind, folder: folder.path))
  }

  /// What pages are asked for with: a token, or a session that may be renewed.
  package struct Access: Sendable {
    private let token: Secret?
    private let session: BlueskySession?

    package init(_ token: Secret?, of session: BlueskySession? = nil) {
      (self.token, self.session) = (token, session)
    }

    var secret: Secret? { session?.secret ?? token }
    func renew() async throws -> Secret? { try await session?.renew() }
  }

  /// - Parameters:
  ///   - source: As the user wrote it.
  ///   - answer: To the feed's top, where it has come already.
  ///   - actor: Who the feed is of.
  /// - Throws: `RunFailure` where something was refused or left, after all else was fetched; `CancellationError`.
  package func run(source: String, answer: HTTPAnswer? = nil, actor: [UInt8]? = nil) async throws -> FetchSummary {
    try noteSource(source)
    // Exports know the author by it.
    if let actor { try folder.keep(actor, page: "actor.json") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<(options.hasMedia ? options.media.tasks : 0) { group.addTask { try await self.media.work() } }
      group.addTask { try await self.fetchPages(answer) }
      do {
        try await group.waitForAll()
      } catch {
        media.close(dropping: true)
        group.cancelAll()
        throw error
      }
    }
    return try finish()
  }

  private func noteSource(_ source: String) throws {
    // A source that gave nothing yet may have been a slip.
    guard folder.look({ $0.walks.isEmpty }) else { return }
    var line = JournalLine(.source)
    (line.service, line.source) = (feed.kind, source)
    line.top = site.stored(feed.top)
    line.base = site.base?.text
    line.url = site.natural.origin
    try folder.note(line)
  }

  private func fetchPages(_ answer: HTTPAnswer?) async throws {
    defer { media.close() }
    do {
      try await resumeMedia()
      if folder.look({ $0.walks.isEmpty }) {
        end(try await walk(FeedWalk(number: 1, meetsBelow: 0), from: feed.top, answer: answer))
      } else {
        end(try await refresh())
        try await fillHoles()
      }
    } catch let diagnostic as Diagnostic where diagnostic.kind == .refused || diagnostic.kind == .incomplete {
      // What was fetched is whole, and its media can be had.
      progress.report(diagnostic)
    }
  }

  /// Media that an earlier run had no time for.
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

  private func end(_ end: FeedWalk.End) { counts.withLock { $0.end = end.words } }

  // MARK: What an earlier run has left

  private func fillHoles() async throws {
    for number in folder.look({ $0.open }) {
      guard let hole = folder.look({ $0.walks[number] }), let next = hole.next.flatMap(site.restored) else { continue }
      if let limit = options.maxPages, hole.pages >= limit { continue }
      if let since = options.since, let oldest = hole.oldest, oldest < since { continue }
      var walk = FeedWalk(number: number, meetsBelow: number)
      walk.mayBeRefused = true
      let reached = try await self.walk(walk, from: next)
      guard case .refused(let status) = reached else {
        end(reached)
        continue
      }
      progress.report(Diagnostic(FetchIssue.cursorRefused(status: status), at: next.place))
      // From the top, through all that is known.
      var whole = FeedWalk(number: folder.look { $0.lastWalk } + 1, meetsBelow: number)
      whole.keepsAll = true
      end(try await self.walk(whole, from: feed.top))
    }
  }

  // MARK: The end

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
