import Prefetching

/// `prefetch.json`: all results as numbers. Every row has its seed.
package struct PrefetchReport: Encodable, Sendable {
  package struct Feed: Encodable, Sendable {
    var name: String
    var cards: Int
    /// The number of cards with sizes from exported images; the others are estimated.
    var exported: Int
    /// `375@2x-light`; nil for a generated feed.
    var screen: String?
    /// The number of cards by kind.
    var kinds: [String: Int]
    /// The mean bytes of a card's initial content.
    var bytes: Double
  }

  package struct Viewer: Encodable, Sendable {
    var loop: String
    /// The mean dwell time in seconds.
    var dwell: Double
    var back: Double
    var fling: Double
    var session: Double?
  }

  package struct Link: Encodable, Sendable {
    var name: String
    /// The mean effective rate.
    var kilobitsPerSecond: Double
    /// Seconds.
    var roundTrip: Double
    var loss: Double
    /// The bits that an open loop requests, relative to the link's capacity.
    var offeredLoad: Double
  }

  package struct Row: Encodable, Sendable {
    var link: String
    var policy: String
    var seed: UInt64
    var measures: [String: Estimate]
    var loadersByKind: [String: Double]
    /// The difference in waiting time (or in loaders, if they are the goal) from the recommended policy, by viewer.
    var difference: Estimate
    /// Whether the difference is significant.
    var differs: Bool
  }

  package struct Setting: Encodable, Sendable {
    var link: String
    var seed: UInt64
    /// The values by swept key.
    var values: [String: Double]
    var loaders: Estimate
    var waited: Estimate
    var wasted: Estimate
    var wait90: Estimate
  }

  package struct Sweep: Encodable, Sendable {
    var axes: [String: [Double]]
    /// The total number; only the first of very many are in `settings`.
    var count: Int
    var settings: [Setting]
    var chosen: [String: Double]
  }

  var feed: Feed
  var viewer: Viewer
  var seed: UInt64
  /// The number of cards that each viewer looks at, and the number of viewers.
  var items: Int
  var viewers: Int
  var goal: PrefetchGoal
  var wastePrice: Double
  var links: [Link]
  var rows: [Row]
  var recommended: String
  var sweep: Sweep?
  /// Warnings to read before following the recommendation.
  var warnings: [String] = []
  package internal(set) var change: SettingComparison?
  /// The path of the page.
  package internal(set) var page: String?

  /// The maximum number of settings in a report.
  private static let listed = 10_000

  init(_ findings: LabFindings, _ request: PrefetchRequest) {
    let items = findings.feed.items
    feed = Feed(
      name: findings.feed.name, cards: items.count, exported: findings.feed.exported, screen: findings.feed.screen,
      kinds: Dictionary(items.map { ($0.kind.rawValue, 1) }, uniquingKeysWith: +),
      bytes: items.isEmpty ? 0 : Double(items.reduce(0) { $0 + ($1.parts.first ?? 0) }) / Double(items.count))
    viewer = Viewer(
      loop: request.viewer.loop.rawValue, dwell: request.viewer.meanDwell, back: request.viewer.back,
      fling: request.viewer.fling, session: request.viewer.session)
    (seed, self.items, viewers) = (request.seed, request.items, request.repeats)
    (goal, wastePrice) = (request.goal, request.wastePrice)
    links = zip(findings.links, findings.loads).map { link, load in
      Link(
        name: link.name, kilobitsPerSecond: link.meanRate / 1000, roundTrip: link.roundTrip, loss: link.loss,
        offeredLoad: load)
    }
    let best = findings.findings[findings.recommended]
    recommended = best[0].setting.name
    rows = findings.links.indices.flatMap { link in
      findings.findings.map { Row($0[link], beside: best[link], request) }
    }
    sweep = findings.chosen.map { Sweep(findings, chosen: $0, seed: request.seed, listed: Self.listed) }
    change = findings.change
    warnings = (viewers == 1 ? [Self.oneViewer] : []) + (sweep?.edges ?? [])
    if feed.screen != nil, feed.exported < feed.cards, findings.feed.hasMedia { warnings.append(feed.estimatesDecide) }
  }
}

extension PrefetchReport.Row {
  fileprivate init(_ finding: LabFinding, beside best: LabFinding, _ request: PrefetchRequest) {
    (link, policy, seed) = (finding.link, finding.setting.name, request.seed)
    let goal = request.goal.measure
    measures = Dictionary(
      uniqueKeysWithValues: PrefetchMeasure.allCases.map { ($0.rawValue, finding.estimate($0)) })
    var kinds: [String: Double] = [:]
    for run in finding.runs {
      for (kind, loaders) in run.loaders {
        kinds[kind.rawValue, default: 0] += Double(loaders) * 1000 / Double(max(1, run.visits))
      }
    }
    loadersByKind = kinds.mapValues { $0 / Double(max(1, finding.runs.count)) }
    difference = Estimate(of: finding.runs.map { $0[goal] }, minus: best.runs.map { $0[goal] })
    differs = difference.isSignificant
  }

  func estimate(_ measure: PrefetchMeasure) -> Estimate { measures[measure.rawValue] ?? Estimate([]) }
}

extension PrefetchReport.Sweep {
  fileprivate init(_ findings: LabFindings, chosen: Int, seed: UInt64, listed: Int) {
    let sweep = findings.sweep
    func named(_ number: Int) -> [String: Double] {
      Dictionary(zip(sweep.axes.map(\.key), sweep.values(of: number)), uniquingKeysWith: { $1 })
    }
    axes = Dictionary(sweep.axes.map { ($0.key, $0.values) }, uniquingKeysWith: { $1 })
    count = Int(sweep.count)
    self.chosen = named(chosen)
    settings = (0..<min(count, listed)).flatMap { number in
      findings.links.indices.map { link in
        let finding = findings.swept[link][number]
        return PrefetchReport.Setting(
          link: findings.links[link].name, seed: seed, values: named(number), loaders: finding.loaders,
          waited: finding.waited, wasted: finding.wasted, wait90: finding.wait90)
      }
    }
  }
}
