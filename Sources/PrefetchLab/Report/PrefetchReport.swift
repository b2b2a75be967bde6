import Prefetching

/// `prefetch.json`: all that was found, in numbers. Every row says its seed.
package struct PrefetchReport: Encodable, Sendable {
  package struct Feed: Encodable, Sendable {
    var name: String
    var cards: Int
    /// Cards whose sizes are those of exported pictures; the others' are estimated.
    var exported: Int
    /// `375@2x-light`; none where the feed is made up.
    var screen: String?
    /// Cards by kind.
    var kinds: [String: Int]
    /// Of what a card shows at first, on average.
    var bytes: Double
  }

  package struct Viewer: Encodable, Sendable {
    var loop: String
    /// Seconds, on average.
    var dwell: Double
    var back: Double
    var fling: Double
    var session: Double?
  }

  package struct Link: Encodable, Sendable {
    var name: String
    /// On average, and of what arrives.
    var kilobitsPerSecond: Double
    /// Seconds.
    var roundTrip: Double
    var loss: Double
    /// Bits that an open loop asks for, as a share of what the link carries.
    var offeredLoad: Double
  }

  package struct Row: Encodable, Sendable {
    var link: String
    var policy: String
    var seed: UInt64
    var measures: [String: Estimate]
    var loadersByKind: [String: Double]
    /// What is waited (or the loaders, if they are the goal) beside the recommended policy, viewer by viewer.
    var difference: Estimate
    /// Whether they differ beyond doubt.
    var differs: Bool
  }

  package struct Setting: Encodable, Sendable {
    var link: String
    var seed: UInt64
    /// By the name of what is swept.
    var values: [String: Double]
    var loaders: Estimate
    var waited: Estimate
    var wasted: Estimate
    var wait90: Estimate
  }

  package struct Sweep: Encodable, Sendable {
    var axes: [String: [Double]]
    /// How many there were; of very many only the first of `settings` are listed.
    var count: Int
    var settings: [Setting]
    var chosen: [String: Double]
  }

  var feed: Feed
  var viewer: Viewer
  var seed: UInt64
  /// Cards that each viewer looks at, and how many viewers there are.
  var items: Int
  var viewers: Int
  var goal: PrefetchGoal
  var wastePrice: Double
  var links: [Link]
  var rows: [Row]
  var recommended: String
  var sweep: Sweep?
  /// What to know before the recommendation is followed, in words.
  var warnings: [String] = []
  package internal(set) var change: LabChange?
  /// Where the page lies.
  package internal(set) var page: String?

  /// Settings that a report lists.
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
