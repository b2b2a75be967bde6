import Comparing
import Diagnostics
import Exporting
import Files
import Foundation
import Names
import Serving
import Site
import Synchronization

/// What a page that is open is told while somebody works at what it shows, as it is at one moment.
struct WatchSnapshot: Encodable {
  /// Another one whenever anything here is another.
  var revision: Int
  /// Another one whenever pictures are.
  var edition: Int
  /// Another one where a page has to be loaded again to show what is new.
  var page = ""
  /// Whether what is exported is this edition.
  var isWritten: Bool
  var problems: [WatchProblem]
  /// Between cards; nil of what is no feed.
  var gap: Double?
  /// Pairs of the screen's and the card's.
  var widths: [[Double]] = []
  /// Place, initial height and what expanding adds, of posts whose heights are new to who asks.
  var heights: [[Int]] = []

  var json: Data { (try? JSONEncoder().encode(self)) ?? Data("{}".utf8) }
}

/// An error as a page shows it.
struct WatchProblem: Encodable, Hashable {
  var code: String
  var message: String
  var file: String?
  /// From 1.
  var line: Int?
  var column: Int?
  /// In a JSON document.
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

/// What the window that was looked at last shows.
struct WatchedView: Sendable {
  var width: Int
  var scale: Int
  var theme: String
  /// Places of posts in the feed.
  var posts: ClosedRange<Int>
  /// Those of them that are expanded.
  var expanded: Set<Int>

  /// Posts of one window; more is not asked for by our page.
  private static let limit = 64

  /// - Parameter asked: `width=375&scale=2&theme=dark&from=3&to=7&expanded=4,5`
  init?(_ asked: [String: String]) {
    func number(_ name: String) -> Int? { asked[name].flatMap { BoundedNumber($0)?.value } }
    guard let width = number("width"), let scale = number("scale"), let theme = asked["theme"],
      let from = number("from"), let to = number("to"), to >= from
    else { return nil }
    (self.width, self.scale, self.theme) = (width, scale, theme)
    posts = from...min(to, from.saturatingAdd(Self.limit))
    expanded = Set((asked["expanded"] ?? "").split(separator: ",").compactMap { BoundedNumber($0)?.value })
  }
}

/// What has changed since a page asked last, and who waits for it.
final class WatchEvents: Sendable {
  private struct State {
    var revision = Int(FileStamp.now / 1_000_000)
    var edition: SiteEdition?
    /// The edition's, or of a comparison.
    var number = Int(FileStamp.now / 1_000_000)
    var written = 0
    var problems: [WatchProblem] = []
    var reviewScript: Data?
    var view: WatchedView?
    /// By width and place, with the revision that they are new since.
    var heights: [Int: [Int: (revision: Int, heights: SiteEntry.Heights)]] = [:]
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiting = 0
    var isFinished = false

    /// A new revision for everybody who waits.
    mutating func announce() {
      revision += 1
      for continuation in waiting.values { continuation.resume() }
      waiting = [:]
    }
  }

  /// Seconds after which who waits is told that nothing is new: browsers and what is between give up at some time.
  private static let patience = 20.0
  private let state = Mutex(State())

  var edition: SiteEdition? { state.withLock { $0.edition } }
  var view: WatchedView? { state.withLock { $0.view } }
  var isWritten: Bool { state.withLock { $0.written == $0.edition?.number } }

  /// There is a new edition.
  func publish(_ edition: SiteEdition, isWritten: Bool) {
    state.withLock { state in
      (state.edition, state.number, state.problems, state.heights) = (edition, edition.number, [], [:])
      if isWritten { state.written = edition.number }
      state.announce()
    }
  }

  /// There is another comparison.
  func publishReview(_ script: String) {
    state.withLock { state in
      state.number += 1
      (state.written, state.problems, state.reviewScript) = (state.number, [], Data(script.utf8))
      state.announce()
    }
  }

  var reviewScript: Data? { state.withLock { $0.reviewScript } }

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

  /// Heights became known. Those of another edition than the one that is shown are nobody's business any more.
  func note(_ heights: [Int: SiteEntry.Heights], width: Int, of edition: SiteEdition) {
    state.withLock { state in
      guard state.edition === edition else { return }
      let new = heights.filter { state.heights[width]?[$0.key] == nil }
      guard !new.isEmpty else { return }
      for (place, heights) in new { state.heights[width, default: [:]][place] = (state.revision + 1, heights) }
      state.announce()
    }
  }

  /// - Parameters:
  ///   - known: The revision that who asks has.
  ///   - view: What it shows; nil for what is no feed.
  func snapshot(after known: Int, showing view: WatchedView?) async -> WatchSnapshot {
    if let view { state.withLock { $0.view = view } }
    await wait(after: known)
    // What is seen comes with whatever is told first.
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

  func finish() {
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

/// What a browser gets of what is watched: of a feed the page with its own script always, all else from the output once it
/// is written; of a review what was written, with a script that asks for events.
struct WatchedSite: LiveSite {
  let events: WatchEvents
  let isReview: Bool

  func file(_ path: String) async -> LiveFile? {
    if isReview {
      guard path == "\(ReviewFolder.name)/site/review.js", let script = events.reviewScript else { return nil }
      return LiveFile(name: path, bytes: script)
    }
    guard let edition = events.edition else { return nil }
    let path = path.isEmpty ? "index.html" : path
    do {
      if let page = try edition.page(path) {
        return LiveFile(name: path, bytes: page, isPage: path == "index.html")
      }
      return try events.isWritten ? nil : edition.file(path).map { LiveFile(name: path, bytes: $0) }
    } catch {
      // What can't be drawn is told by the export; the picture before it is better than none.
      return nil
    }
  }

  func news(_ asked: [String: String]) async -> Data {
    let known = asked["since"].flatMap { BoundedNumber($0)?.value } ?? 0
    return await events.snapshot(after: known, showing: isReview ? nil : WatchedView(asked)).json
  }

  func finish() { events.finish() }
}
