import Diagnostics
import Prefetching
import Projects

/// What policies and settings are chosen by, beside what they waste.
package enum PrefetchGoal: String, Codable, CaseIterable, Sendable {
  /// Seconds waited: how often and how long.
  case waits
  /// Cards that were not there at once: how often alone.
  case loaders

  var measure: PrefetchMeasure { self == .waits ? .waited : .loaders }

  /// Of one more: "a second waited".
  var inWords: String { self == .waits ? "a second waited" : "a loader" }
}

/// What somebody wants to know.
package struct PrefetchRequest: Sendable {
  /// Names of profiles, and files.
  package var links = ["3g", "lte", "very-bad"]
  package var policies = ["none", "next-5", "system", "texture", "lazy", "weighted", "oracle"]
  /// `budget=1..16`, …
  package var sweeps: [String] = []
  package var viewer = Viewer(loop: .closed, dwell: .weibull(mean: 2, shape: 0.8), back: 0.05, fling: 0.02, session: 50)
  /// Cards that each viewer looks at; a shorter feed comes again and again, each time as new cards.
  package var items = 1000
  package var repeats = 10
  package var seed: UInt64 = 1
  /// Instead of the feed's own cards.
  package var generated: GeneratedFeed?
  /// Whether videos and animations play in the feed, and so have more to load than their posters.
  package var plays = false
  package var usesStreams = false
  /// What the best is chosen by.
  package var goal = PrefetchGoal.waits
  /// What a wasted megabyte counts beside a second that is waited, or beside a loader.
  package var wastePrice = 1.0
  /// Settings beyond `settingLimit` are wanted.
  package var isLong = false
  /// The best setting is to be written into the project file.
  package var applies = false
  /// What the command line says: of screens that it does not name the project's own choice of one is taken.
  package var asked = ProjectOverrides()

  package init() {}

  package static let itemRange = 1...100_000
  package static let repeatRange = 1...1000
  /// Of `--dwell` and `--session`: seconds, cards.
  package static let dwellRange = 0.05...3600
  package static let sessionRange = 1.0...100_000
  package static let priceRange = 0.0...1000
  /// Settings that are run without being asked twice.
  static let settingLimit = 10_000
  /// Their findings are kept in memory.
  static let mostSettings = 1_000_000

  /// - Throws: `DiagnosticList` with all that is no policy.
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

  /// Those of `--sweep`; none where nothing is swept.
  ///
  /// - Throws: `PrefetchIssue`.
  func readSweep() throws(PrefetchIssue) -> WeightSweep {
    var axes: [WeightSweep.Axis] = []
    // Where a setting is to be written, there have to be some.
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

/// `budget=1..16`, `budget=1..16/5`, `video=1,2,4`.
enum SweepText {
  private static let expected =
    "like budget=1..16, budget=2..16/2 (in steps of 2) or video=1,2,4, with values from 0 to 1000"

  static func axis(_ text: String) throws(PrefetchIssue) -> WeightSweep.Axis {
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
    // In millionths: steps of a tenth stay tenths.
    return (0...Int(count)).map { ((first + Double($0) * step) * 1e6).rounded() / 1e6 }
  }

  private static func number(_ text: String) -> Double? {
    guard let value = Double(text), PrefetchWeights.range.contains(value) else { return nil }
    return value
  }
}
