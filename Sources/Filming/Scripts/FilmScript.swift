import Diagnostics
import Files
import Prefetching
import Timeline

/// A film before its posts are laid out: the initial state, and timed events.
package struct FilmScript: Sendable {
  /// The name, used for a folder.
  package var name: String
  package var setting = FilmSetting()
  /// The events in order of time.
  package var events: [FilmEvent] = []
  /// The duration in seconds; nil for two seconds after the last event.
  package var duration: Double?
  /// The digest of the script file; nil for a built-in scene.
  package var digest: Digest?

  package init(name: String) { self.name = name }

  /// All drafts in order, without duplicates.
  package var drafts: [String] {
    ([setting.draft] + events.compactMap { if case .draft(let text) = $0.action { text } else { nil } })
      .filter { !$0.isEmpty }.uniqued()
  }

  /// Seconds until the last frame.
  package var length: Double { duration ?? min(Self.longest, (events.map(\.end).max() ?? 0) + 2) }

  /// The maximum duration of a film in seconds.
  package static let longest = 120.0
}

/// The posts of a film and the behavior of the list.
package struct FilmSetting: Equatable, Sendable {
  /// The initial content at the top of the visible area.
  package enum Opening: Equatable, Sendable {
    case start, end
    /// A post by name, and its distance below the bar in points.
    case post(String, distance: Double)
  }

  /// Estimated heights of cards that aren't near the visible area yet.
  package struct Estimate: Equatable, Sendable {
    /// The estimate in points.
    package var height: Double
    /// The distance in points from the visible area within which cards are measured.
    package var margin: Double

    package init(height: Double, margin: Double) {
      (self.height, self.margin) = (height, margin)
    }
  }

  /// A feed that loads page by page.
  package struct Paging: Equatable, Sendable {
    /// Posts per page.
    package var size: Int
    /// The distance from the end, in points, at which the next page is requested.
    package var within: Double
    /// Seconds until it arrives.
    package var latency: Double

    package init(size: Int, within: Double, latency: Double) {
      (self.size, self.within, self.latency) = (size, within, latency)
    }
  }

  /// The initial number of posts; nil for all. The rest loads page by page, or by `FilmAction.loadMore`.
  package var posts: Int?
  /// The number of newest posts that are missing initially.
  package var arriving = 0
  /// The total number of posts, repeating the feed; nil for the feed's own number.
  package var length: Int?
  package var opening = Opening.start
  package var estimate: Estimate?
  package var paging: Paging?
  /// The link for loading photos; nil if all are available.
  package var link: NetworkLink?
  package var faults: Set<AnchorRules.Fault> = []
  /// The initial draft in a conversation.
  package var draft = ""

  /// The maximum number of posts of a film.
  package static let longest = 1_000_000
}

/// A timed event.
package struct FilmEvent: Sendable {
  /// The time in seconds.
  package var time: Double
  package var action: FilmAction
  /// The place in the script file.
  package var place: Place?

  package init(at time: Double, _ action: FilmAction, place: Place? = nil) {
    (self.time, self.action, self.place) = (time, action, place)
  }

  /// The end time as far as it is known without playing.
  var end: Double {
    switch action {
    case .drag(let points): time + (points.last?.time ?? 0)
    case .refresh(let latency), .loadMore(let latency): time + latency
    default: time
    }
  }
}

/// An action. Lengths are in points, velocities in points a second. Posts are identified by name: `wall1_17`, or
/// `wall1_17#2` for the second repetition of a feed.
package enum FilmAction: Equatable, Sendable {
  case drag([TouchPoint])
  /// Positive toward the end.
  case fling(Double)
  case wheel(Double)
  /// Expands a post's text, or collapses it.
  case tap(String)
  case tapStatusBar
  /// A message gets more words; a second time, it gets its original words back.
  case edit(String)
  /// Scrolls a post to the top of the visible area, or to another alignment.
  case scroll(String, ScrollTarget.Alignment, isAnimated: Bool)
  /// Shows a spinner above the feed until the new posts arrive, after a latency in seconds.
  case refresh(latency: Double)
  /// Adds a number of new posts, or of the next posts at the end.
  case arrive(Int, Edge)
  /// Loads a page after a latency in seconds.
  case loadMore(latency: Double)
  case delete(String)
  /// The heights covered in addition to the screen's own bar.
  case bars(top: Double, bottom: Double, isAnimated: Bool)
  /// The unsent draft in a conversation.
  case draft(String)
  case reducedMotion(Bool)
}

extension FilmAction {
  /// The text for a storyboard and a list of events.
  package var inWords: String {
    switch self {
    case .drag: "drag"
    case .fling(let velocity): "fling \(velocity < 0 ? "−" : "")\(FilmNumber.text(abs(velocity))) pt/s"
    case .wheel(let distance): "wheel \(FilmNumber.text(distance)) pt"
    case .tap(let post): "tap \(post)"
    case .tapStatusBar: "tap status bar"
    case .edit(let post): "edit \(post)"
    case .scroll(let post, _, _): "scroll to \(post)"
    case .refresh: "refresh"
    case .arrive(let count, .top): "\(count) arrive at the top"
    case .arrive(let count, .bottom): "\(count) arrive at the end"
    case .loadMore: "load more"
    case .delete(let post): "delete \(post)"
    case .bars(let top, let bottom, _): "bars \(FilmNumber.text(top)) and \(FilmNumber.text(bottom)) pt"
    case .draft(let text): text.isEmpty ? "nothing written" : "something written"
    case .reducedMotion(let isOn): isOn ? "reduced motion" : "motion again"
    }
  }

  /// The posts that it names.
  package var posts: [String] {
    switch self {
    case .tap(let post), .edit(let post), .scroll(let post, _, _), .delete(let post): [post]
    default: []
    }
  }
}

/// Formats numbers for people and for `film.json`: a thousandth of a point is imperceptible.
package enum FilmNumber {
  package static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1000).rounded() / 1000
    // Avoids "-0".
    return rounded == 0 ? 0 : rounded
  }

  package static func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() && abs(tenths) < 1e15 ? String(Int(tenths)) : String(tenths)
  }

  /// Formats seconds with two decimals: "0.43". Times that no film has, as a damaged record may name them, stay as
  /// they are.
  package static func seconds(_ value: Double) -> String {
    guard value >= 0, value < 1e12 else { return String(value) }
    let hundredths = Int((value * 100).rounded())
    let digits = String(hundredths % 100)
    return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }
}
