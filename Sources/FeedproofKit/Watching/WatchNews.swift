import Diagnostics
import Exporting
import Files
import Foundation
import Site
import Synchronization

/// What a page that is open is told while somebody works at what it shows.
struct WatchNews: Encodable {
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
    func number(_ name: String) -> Int? { asked[name].flatMap(Int.init) }
    guard let width = number("width"), let scale = number("scale"), let theme = asked["theme"],
      let from = number("from"), let to = number("to"), from >= 0, to >= from
    else { return nil }
    (self.width, self.scale, self.theme) = (width, scale, theme)
    posts = from...min(to, from + Self.limit)
    expanded = Set((asked["expanded"] ?? "").split(separator: ",").compactMap { Int($0) })
  }
}

/// Where news are kept, and waited for.
final class WatchDesk: Sendable {
  private struct State {
    var revision = Int(FileStamp.now / 1_000_000)
    var edition: SiteEdition?
    /// Of something else than a feed's site.
    var number = 0
    var written = 0
    var problems: [WatchProblem] = []
    var view: WatchedView?
    /// By width and place, with the revision that they are new since.
    var heights: [Int: [Int: (revision: Int, heights: SiteEntry.Heights)]] = [:]
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiting = 0
    var isFinished = false

    /// Tells everybody who waits.
    mutating func tell() {
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

  /// There is a new edition, or another comparison.
  ///
  /// - Parameter isWritten: Whether it is what the output has.
  func publish(_ edition: SiteEdition, isWritten: Bool) {
    state.withLock { state in
      (state.edition, state.number, state.problems, state.heights) = (edition, edition.number, [], [:])
      if isWritten { state.written = edition.number }
      state.tell()
    }
  }

  func publish(comparison number: Int) {
    state.withLock { state in
      (state.number, state.written, state.problems) = (number, number, [])
      state.tell()
    }
  }

  func publish(_ problems: [WatchProblem]) {
    state.withLock { state in
      guard state.problems != problems else { return }
      state.problems = problems
      state.tell()
    }
  }

  func noteWritten(_ number: Int) {
    state.withLock { state in
      state.written = number
      state.tell()
    }
  }

  /// Heights became known. Those of another edition than the one that is shown are nobody's business any more.
  func note(_ heights: [Int: SiteEntry.Heights], width: Int, of edition: SiteEdition) {
    state.withLock { state in
      guard state.edition === edition else { return }
      let new = heights.filter { state.heights[width]?[$0.key] == nil }
      guard !new.isEmpty else { return }
      for (place, heights) in new { state.heights[width, default: [:]][place] = (state.revision + 1, heights) }
      state.tell()
    }
  }

  /// - Parameters:
  ///   - known: The revision that who asks has.
  ///   - view: What it shows; nil for what is no feed.
  func news(after known: Int, showing view: WatchedView?) async -> WatchNews {
    if let view { state.withLock { $0.view = view } }
    await wait(after: known)
    // What is seen comes with whatever is told first.
    if let view, let edition, !isWritten {
      var heights: [Int: SiteEntry.Heights] = [:]
      for place in view.posts { heights[place] = (try? edition.heights(place, width: view.width)) ?? nil }
      note(heights, width: view.width, of: edition)
    }
    return state.withLock { state in
      var news = WatchNews(
        revision: state.revision, edition: state.number, isWritten: state.written == state.number,
        problems: state.problems)
      guard let edition = state.edition else { return news }
      news.page = edition.pageKey.hex
      news.gap = edition.site.cardGap.rounded()
      news.widths = edition.site.widths.map { [Double($0.screen), $0.card] }
      news.heights = (view.flatMap { state.heights[$0.width] } ?? [:]).filter { $0.value.revision > known }
        .map { [$0.key, $0.value.heights.initial, $0.value.heights.extra] }
      return news
    }
  }

  func finish() {
    state.withLock { state in
      state.isFinished = true
      state.tell()
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
