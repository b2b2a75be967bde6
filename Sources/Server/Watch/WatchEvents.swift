import Basics
import Comparison
import Diagnostics
import Export
import Files
import Foundation
import Site
import Synchronization

/// The state of the watched output, sent to open pages.
package struct WatchSnapshot: Encodable {
  /// Changes whenever any field changes.
  var revision: Int
  /// Changes whenever images change.
  var edition: Int
  /// Changes when a page has to be reloaded to show the new content.
  var page = ""
  /// Whether this edition has been exported.
  var isWritten: Bool
  package var problems: [WatchProblem]
  /// The gap between cards; nil unless a feed is shown.
  var gap: Double?
  /// Pairs of screen width and card width.
  var widths: [[Double]] = []
  /// Index, initial height, and the height that expanding adds, for posts whose heights are new to the client.
  var heights: [[Int]] = []

  var json: Data { (try? JSONEncoder().encode(self)) ?? Data("{}".utf8) }
}

/// An error as a page shows it.
package struct WatchProblem: Encodable, Hashable {
  var code: String
  var message: String
  var file: String?
  /// The line number, from 1.
  var line: Int?
  var column: Int?
  /// The path in a JSON document.
  var path: String?
  var hint: String?

  init(_ diagnostic: Diagnostic) {
    (code, message, hint) = (diagnostic.code, PlainText.piece(diagnostic.message), diagnostic.hint.map(PlainText.piece))
    file = diagnostic.place?.file
    switch diagnostic.place?.position {
    case .line(let number, column: let place): (line, column) = (number, place)
    case .jsonPath(let position): path = position
    case nil: break
    }
  }
}

/// The posts visible in the window that was viewed last.
package struct VisiblePosts: Sendable {
  var width: Int
  var scale: Int
  var theme: String
  /// Indices of posts in the feed.
  package var posts: ClosedRange<Int>
  /// The expanded ones among them.
  var expanded: Set<Int>

  /// The maximum number of posts in one window; our page requests no more.
  private static let limit = 64

  /// - Parameter asked: `width=375&scale=2&theme=dark&from=3&to=7&expanded=4,5`
  package init?(_ asked: [String: String]) {
    func number(_ name: String) -> Int? { asked[name].flatMap { BoundedNumber($0)?.value } }
    guard let width = number("width"), let scale = number("scale"), let theme = asked["theme"],
      let from = number("from"), let to = number("to"), to >= from
    else { return nil }
    (self.width, self.scale, self.theme) = (width, scale, theme)
    posts = from...min(to, from.saturatingAdd(Self.limit))
    expanded = Set((asked["expanded"] ?? "").split(separator: ",").compactMap { BoundedNumber($0)?.value })
  }
}

/// The changes since a page's last request, and the clients that wait for them.
package final class WatchEvents: Sendable {
  private struct State {
    var revision = Int(FileStamp.now / 1_000_000)
    var edition: SiteSnapshot?
    /// The number of the edition or comparison.
    var number = Int(FileStamp.now / 1_000_000)
    var written = 0
    var problems: [WatchProblem] = []
    var reviewScript: Data?
    var view: VisiblePosts?
    /// Heights by width and index, with the revision that introduced them.
    var heights: [Int: [Int: (revision: Int, heights: SiteEntry.Heights)]] = [:]
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiting = 0
    var isFinished = false

    /// Starts a new revision and wakes all waiting clients.
    mutating func announce() {
      revision += 1
      for continuation in waiting.values { continuation.resume() }
      waiting = [:]
    }
  }

  /// The time, in seconds, after which waiting clients get an unchanged snapshot. Browsers and proxies time out
  /// eventually.
  private static let patience = 20.0
  private let state = Mutex(State())

  var edition: SiteSnapshot? { state.withLock { $0.edition } }
  var view: VisiblePosts? { state.withLock { $0.view } }
  var isWritten: Bool { state.withLock { $0.written == $0.edition?.number } }

  /// Publishes a new edition.
  func publish(_ edition: SiteSnapshot, isWritten: Bool) {
    state.withLock { state in
      (state.edition, state.number, state.problems, state.heights) = (edition, edition.number, [], [:])
      if isWritten { state.written = edition.number }
      state.announce()
    }
  }

  /// Publishes a new comparison.
  func publishReview(_ script: String) {
    state.withLock { state in
      state.number += 1
      (state.written, state.problems, state.reviewScript) = (state.number, [], Data(script.utf8))
      state.announce()
    }
  }

  var reviewScript: Data? { state.withLock { $0.reviewScript } }

  package init() {}

  func publish(_ problems: [WatchProblem]) {
    state.withLock { state in
      guard state.problems != problems else { return }
      state.problems = problems
      state.announce()
    }
  }

  func noteWritten(_ number: Int) {
    state.withLock { state in
      state.written = number
      state.announce()
    }
  }

  /// Records newly measured heights. Heights of any edition but the shown one are ignored.
  func note(_ heights: [Int: SiteEntry.Heights], width: Int, of edition: SiteSnapshot) {
    state.withLock { state in
      guard state.edition === edition else { return }
      let new = heights.filter { state.heights[width]?[$0.key] == nil }
      guard !new.isEmpty else { return }
      for (place, heights) in new { state.heights[width, default: [:]][place] = (state.revision + 1, heights) }
      state.announce()
    }
  }

  /// - Parameters:
  ///   - known: The client's revision.
  ///   - view: The client's visible posts; nil unless it shows a feed.
  package func snapshot(after known: Int, showing view: VisiblePosts?) async -> WatchSnapshot {
    if let view { state.withLock { $0.view = view } }
    await wait(after: known)
    // The first snapshot includes the visible posts.
    if let view, let edition, !isWritten {
      var heights: [Int: SiteEntry.Heights] = [:]
      for place in view.posts { heights[place] = (try? edition.heights(place, width: view.width)) ?? nil }
      note(heights, width: view.width, of: edition)
    }
    return state.withLock { state in
      var snapshot = WatchSnapshot(
        revision: state.revision, edition: state.number, isWritten: state.written == state.number,
        problems: state.problems)
      guard let edition = state.edition else { return snapshot }
      snapshot.page = edition.pageKey.hex
      snapshot.gap = edition.site.cardGap.rounded()
      snapshot.widths = edition.site.widths.map { [Double($0.screen), $0.card] }
      snapshot.heights = (view.flatMap { state.heights[$0.width] } ?? [:]).filter { $0.value.revision > known }
        .map { [$0.key, $0.value.heights.initial, $0.value.heights.extra] }
      return snapshot
    }
  }

  package func finish() {
    state.withLock { state in
      state.isFinished = true
      state.announce()
    }
  }

  private func wait(after known: Int) async {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard state.revision == known, !state.isFinished else { return nil }
        state.nextWaiting += 1
        state.waiting[state.nextWaiting] = continuation
        return state.nextWaiting
      }
      guard let number else { return continuation.resume() }
      Task { [weak self] in
        try await Task.sleep(for: .seconds(Self.patience))
        self?.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
      }
    }
  }
}

/// The watched site as a browser gets it. For a feed, the page always has its own script; everything else comes from
/// the output once written. For a review, the written files are served, with a script that polls for events.
package struct WatchedSite: LiveSite {
  package let events: WatchEvents
  package let isReview: Bool

  package init(events: WatchEvents, isReview: Bool) {
    self.events = events
    self.isReview = isReview
  }

  package func file(_ path: String) async -> GeneratedFile? {
    if isReview {
      guard path == "\(ReviewFolder.name)/site/review.js", let script = events.reviewScript else { return nil }
      return GeneratedFile(name: path, bytes: script)
    }
    guard let edition = events.edition else { return nil }
    let path = path.isEmpty ? "index.html" : path
    do {
      if let page = try edition.page(path) {
        return GeneratedFile(name: path, bytes: page, isPage: path == "index.html")
      }
      return try events.isWritten ? nil : edition.file(path).map { GeneratedFile(name: path, bytes: $0) }
    } catch {
      // The export reports drawing failures; the previous image is better than none.
      return nil
    }
  }

  package func news(_ asked: [String: String]) async -> Data {
    let known = asked["since"].flatMap { BoundedNumber($0)?.value } ?? 0
    return await events.snapshot(after: known, showing: isReview ? nil : VisiblePosts(asked)).json
  }

  package func finish() { events.finish() }
}
