import Diagnostics
import Digests
import Prefetching
import Timeline

/// A film before anybody knows how high its posts are: what there is at first, and what happens when.
package struct FilmScript: Sendable {
  /// A folder's name.
  package var name: String
  package var setting = FilmSetting()
  /// In the order of their times.
  package var events: [FilmEvent] = []
  /// Seconds; nil for two more than the last event.
  package var duration: Double?
  /// Of the file that it was read from; nil of a scene.
  package var digest: Digest?

  package init(name: String) { self.name = name }

  /// What is written on its way, each text once.
  var drafts: [String] {
    ([setting.draft] + events.compactMap { if case .draft(let text) = $0.action { text } else { nil } })
      .filter { !$0.isEmpty }.uniqued()
  }

  /// Seconds until the last frame.
  package var length: Double { duration ?? min(Self.longest, (events.map(\.end).max() ?? 0) + 2) }

  /// Seconds that a film may have.
  package static let longest = 120.0
}

/// Which posts there are, and how the list behaves.
package struct FilmSetting: Equatable, Sendable {
  /// What is at the top of the visible area at first.
  package enum Opening: Equatable, Sendable {
    case start, end
    /// A post's name, and how many points its top is below the bar.
    case post(String, distance: Double)
  }

  /// Heights that are guessed until cards come near the visible area.
  package struct Estimate: Equatable, Sendable {
    /// What is guessed, in points.
    package var height: Double
    /// How far from the visible area cards are measured, in points.
    package var margin: Double
  }

  /// A feed that is loaded page by page.
  package struct Paging: Equatable, Sendable {
    /// Posts of a page.
    package var size: Int
    /// How near the end is, in points, when the next page is asked for.
    package var within: Double
    /// Seconds until it is there.
    package var latency: Double
  }

  /// How many posts there are at first; nil for all. What is left comes page by page, or by `FilmAction.loadMore`.
  package var posts: Int?
  /// How many of the newest are not there at first.
  package var arriving = 0
  /// How many posts there are in all, those of the feed coming again and again; nil for the feed's own number.
  package var length: Int?
  package var opening = Opening.start
  package var estimate: Estimate?
  package var paging: Paging?
  /// The way that photos come; nil where all of them are there.
  package var link: Link?
  package var faults: Set<AnchorRules.Fault> = []
  /// What is written at first and not sent, in a conversation.
  package var draft = ""

  /// Posts that a film may have.
  package static let longest = 1_000_000
}

/// One thing that happens.
package struct FilmEvent: Sendable {
  /// Seconds.
  package var time: Double
  package var action: FilmAction
  /// In the file that asks for it.
  package var place: Place?

  package init(at time: Double, _ action: FilmAction, place: Place? = nil) {
    (self.time, self.action, self.place) = (time, action, place)
  }

  /// When it is over, as far as that is known without playing it.
  var end: Double {
    switch action {
    case .drag(let points): time + (points.last?.time ?? 0)
    case .refresh(let latency), .loadMore(let latency): time + latency
    default: time
    }
  }
}

/// Lengths in points, velocities in points a second. Posts are told by their names: `wall1_17`, and `wall1_17#2` for the
/// second one in a feed that comes again.
package enum FilmAction: Equatable, Sendable {
  case drag([TouchPoint])
  /// Above 0 towards the end.
  case fling(Double)
  case wheel(Double)
  /// Expands a post's text, or collapses it.
  case tap(String)
  case tapStatusBar
  /// A message gets more words, and the next time its own again.
  case edit(String)
  /// A post comes to the top of the visible area, or by its other edges.
  case scroll(String, ScrollTarget.Alignment, isAnimated: Bool)
  /// A spinner stands above the feed until the posts that are arriving come, after so many seconds.
  case refresh(latency: Double)
  /// As many of those that are arriving come, or of those that come next at the end.
  case arrive(Int, Edge)
  /// A page comes after so many seconds.
  case loadMore(latency: Double)
  case delete(String)
  /// What bars and keyboards cover besides the screen's own bar.
  case bars(top: Double, bottom: Double, isAnimated: Bool)
  /// What is written and not sent, in a conversation.
  case draft(String)
  case reducedMotion(Bool)
}

extension FilmAction {
  /// For a storyboard and a list of events.
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

  /// Posts that it names.
  package var posts: [String] {
    switch self {
    case .tap(let post), .edit(let post), .scroll(let post, _, _), .delete(let post): [post]
    default: []
    }
  }
}

/// Numbers for people and for `film.json`: a thousandth of a point is below anybody's notice.
package enum FilmNumber {
  package static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1000).rounded() / 1000
    // No "-0".
    return rounded == 0 ? 0 : rounded
  }

  package static func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() && abs(tenths) < 1e15 ? String(Int(tenths)) : String(tenths)
  }

  /// Seconds with two digits: "0.43".
  package static func seconds(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = String(hundredths % 100)
    return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }
}
