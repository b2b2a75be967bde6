import Diagnostics
import Prefetching
import Projects

/// The goal of recommendations, in addition to low waste.
package enum PrefetchGoal: String, Codable, CaseIterable, Sendable {
  /// Waiting time: both the number and the length of waits.
  case waits
  /// Cards that weren't loaded in time: only the number.
  case loaders

  var measure: PrefetchMeasure { self == .waits ? .waited : .loaders }

  /// One unit as text: "a second of waiting".
  var inWords: String { self == .waits ? "a second of waiting" : "a loader" }
}

/// The request of a user.
package struct PrefetchRequest: Sendable {
  /// Names of profiles, and files.
  package var links = ["3g", "lte", "very-bad"]
  package var policies = ["none", "next-5", "system", "texture", "lazy", "weighted", "oracle"]
  /// `budget=1..16`, …
  package var sweeps: [String] = []
  package var viewer = ViewerModel(
    loop: .closed, dwell: .weibull(mean: 2, shape: 0.8), back: 0.05, fling: 0.02, session: 50)
  /// The number of cards that each viewer looks at; a shorter feed repeats, with new cards each time.
  package var items = 1000
  package var repeats = 10
  package var seed: UInt64 = 1
  /// A generated feed instead of the feed's own cards.
  package var generated: GeneratedFeed?
  /// Whether videos and animations play in the feed, and so load more than their posters.
  package var plays = false
  package var usesStreams = false
  /// The goal of recommendations.
  package var goal = PrefetchGoal.waits
  /// The price of a wasted megabyte, relative to a second of waiting or to a loader.
  package var wastePrice = 1.0
  /// Whether more than `settingLimit` settings are allowed.
  package var isLong = false
  /// Whether to write the best setting to the project file.
  package var applies = false
  /// The overrides of the command line; for screens that it doesn't specify, the project's default is used.
  package var asked = ProjectOverrides()

  package init() {}

  package static let itemRange = 1...100_000
  package static let repeatRange = 1...1000
  /// The ranges of `--dwell` (seconds) and `--session` (cards).
  package static let dwellRange = 0.05...3600
  package static let sessionRange = 1.0...100_000
  package static let priceRange = 0.0...1000
  /// The maximum number of settings without `--long`.
  static let settingLimit = 10_000
  /// The maximum number of settings, whose results are held in memory.
  static let mostSettings = 1_000_000

  /// - Throws: `DiagnosticList` with all invalid policies.
  func readPolicies(_ weights: PrefetchWeights) throws(DiagnosticList) -> [PrefetchPolicy] {
    let known = ["none", "next-5", "system", "texture", "lazy", "weighted", "oracle"]
    var (read, wrong): ([PrefetchPolicy], [Diagnostic]) = ([], [])
    for name in policies {
      if let policy = PrefetchPolicy(name: name, weights: weights) {
        if !read.contains(policy) { read.append(policy) }
      } else {
        wrong.append(Diagnostic(PrefetchIssue.unknownPolicy(name, known: known)))
      }
    }
    guard wrong.isEmpty else { throw DiagnosticList(wrong) }
    return read
  }

  /// Returns the sweep of `--sweep`; empty if there is none.
  ///
  /// - Throws: `PrefetchIssue`.
  package func readSweep() throws(PrefetchIssue) -> WeightSweep {
    var axes: [WeightSweep.Axis] = []
    // Writing a setting requires a sweep.
    for text in sweeps.isEmpty && applies ? ["budget=1..24"] : sweeps {
      let axis = try SweepText.axis(text)
      if axes.contains(where: { $0.key == axis.key }) { throw .sweptTwice(axis.key) }
      axes.append(axis)
    }
    let sweep = WeightSweep(axes)
    guard sweep.count <= Double(Self.mostSettings) else {
      throw .farTooManySettings(count: sweep.count, limit: Self.mostSettings)
    }
    return sweep
  }
}

/// Parses `budget=1..16`, `budget=1..16/5`, `video=1,2,4`.
package enum SweepText {
  private static let expected =
    "like budget=1..16, budget=2..16/2 (in steps of 2) or video=1,2,4, with values from 0 to 1000"

  package static func axis(_ text: String) throws(PrefetchIssue) -> WeightSweep.Axis {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.filter { $0 != " " }
    }
    guard sides.count == 2 else { throw .badSweep(text, expected: expected) }
    guard WeightSweep.keys.contains(sides[0]) else { throw .unknownSweepKey(sides[0], known: WeightSweep.keys) }
    var values: [Double] = []
    for piece in sides[1].split(separator: ",", omittingEmptySubsequences: false) {
      guard let run = run(String(piece)) else { throw .badSweep(text, expected: expected) }
      values += run
      guard values.count <= PrefetchRequest.mostSettings else {
        throw .farTooManySettings(count: Double(values.count), limit: PrefetchRequest.mostSettings)
      }
    }
    return WeightSweep.Axis(key: sides[0], values: values)
  }

  private static func run(_ text: String) -> [Double]? {
    guard let dots = text.range(of: "..") else { return number(text).map { [$0] } }
    let rest = text[dots.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
    guard let first = number(String(text[..<dots.lowerBound])), 1...2 ~= rest.count, let last = number(String(rest[0])),
      first <= last
    else { return nil }
    var step = 1.0
    if rest.count == 2 {
      guard let written = number(String(rest[1])), written > 0 else { return nil }
      step = written
    }
    let count = ((last - first) / step + 1e-9).rounded(.down)
    guard count < Double(PrefetchRequest.mostSettings) else { return nil }
    // Rounded to millionths, so that steps of a tenth stay exact.
    return (0...Int(count)).map { ((first + Double($0) * step) * 1e6).rounded() / 1e6 }
  }

  private static func number(_ text: String) -> Double? {
    guard let value = Double(text), PrefetchWeights.range.contains(value) else { return nil }
    return value
  }
}
