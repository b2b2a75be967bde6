import DataFormats
import Prefetching
import RunSupport

/// `prefetch.json`: all results as numbers. Every row has its seed.
package struct PrefetchReport: Encodable, Sendable {
  package struct Feed: Encodable, Sendable {
    var name: String
    var cards: Int
    /// The number of cards with sizes from exported images; the others are estimated.
    package var exported: Int
    /// `375@2x-light`; nil for a generated feed.
    package var screen: String?
    /// The number of cards by kind.
    package var kinds: [String: Int]
    /// The mean bytes of a card's initial content.
    var bytes: Double

    package init(name: String, cards: Int, exported: Int, screen: String? = nil, kinds: [String: Int], bytes: Double) {
      (self.name, self.cards, self.exported, self.screen, self.kinds) = (name, cards, exported, screen, kinds)
      self.bytes = bytes
    }
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
    package var link: String
    package var policy: String
    package var seed: UInt64
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

    package init(axes: [String: [Double]], count: Int, settings: [Setting], chosen: [String: Double]) {
      (self.axes, self.count, self.settings, self.chosen) = (axes, count, settings, chosen)
    }
  }

  package var feed: Feed
  var viewer: Viewer
  var seed: UInt64
  /// The number of cards that each viewer looks at, and the number of viewers.
  var items: Int
  var viewers: Int
  var goal: PrefetchGoal
  var wastePrice: Double
  var links: [Link]
  package var rows: [Row]
  package var recommended: String
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

  package func estimate(_ measure: PrefetchMeasure) -> Estimate { measures[measure.rawValue] ?? Estimate([]) }
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

// MARK: - Text

/// The results as text tables.
extension PrefetchReport {
  package var text: String {
    var lines = [
      "\(feed.name): \(feed.inWords); \(viewersInWords), seed \(seed)", "",
    ]
    for link in links {
      lines += [link.inWords]
      lines +=
        TextTable(rows: [Self.head(beside: recommended)] + rows.filter { $0.link == link.name }.map(\.cells)).lines
      if link.offeredLoad > 1, viewer.loop == "open" {
        lines.append("viewers request more than the link can transmit: no policy can keep up")
      }
      lines.append("")
    }
    lines += recommendation
    lines += warnings.map { "warning: \($0)" }
    if let change { lines += change.lines }
    return lines.map { $0 + "\n" }.joined()
  }

  var viewersInWords: String {
    viewers == 1 ? "one viewer of \(items) cards" : "\(viewers) viewers of \(items) cards each"
  }

  /// The note for a run with a single viewer.
  static let oneViewer =
    "one viewer can't separate differences from chance, so the simplest policy wins; simulate more viewers (--repeat 10)"

  private static func head(beside best: String) -> [String] {
    [
      "policy", "loaders", "waited", "vs \(best)", "90 %", "99 %", "stalled", "MB", "wasted", "requests",
      "cancelled",
    ]
  }

  /// The recommendation and its gain over no prefetching, in a line: "weighted: 0.8 s less waiting per 1,000 cards".
  /// Without a policy to compare with, only the policy's name.
  var answer: String {
    let measure = goal.measure
    func mean(_ policy: String) -> Double? {
      let values = rows.filter { $0.policy == policy }.map { $0.estimate(measure).mean }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    guard recommended != Self.noPolicy, let without = mean(Self.noPolicy), let with = mean(recommended),
      without > with
    else { return recommended }
    let gain = LabNumber.text(without - with)
    return "\(recommended): \(goal == .waits ? "\(gain) s less waiting" : "\(gain) fewer loaders") per 1,000 cards"
  }

  /// The policy that loads nothing ahead.
  private static let noPolicy = "none"

  /// The recommendation as text.
  var recommendation: [String] {
    var lines = ["recommended: \(answer)", reason]
    if let sweep {
      let values = sweep.chosen.sorted { $0.key < $1.key }.map { "\($0.key) \(LabNumber.exact($0.value))" }
      lines.append("best of \(sweep.count) settings: \(values.joined(separator: ", "))")
    }
    return lines
  }
}

extension PrefetchReport {
  /// The reason for the recommended policy.
  var reason: String {
    let price = wastePrice == 1 ? goal.inWords : "\(LabNumber.text(wastePrice)) times \(goal.inWords)"
    return
      "\(goal == .waits ? "the shortest wait" : "the fewest loaders") over all links, counting a wasted megabyte as \(price); among policies without a significant difference, the simplest"
  }
}

extension PrefetchReport.Sweep {
  /// A warning if the best value is the last one tried, since values beyond are untested. Values below 0 don't exist.
  package var edges: [String] {
    chosen.sorted { $0.key < $1.key }.compactMap { key, value in
      guard let values = axes[key], values.count > 1, let least = values.min(), let most = values.max(),
        value == most || value == least && value > 0
      else { return nil }
      return
        "the best \(key), \(LabNumber.exact(value)), is the \(value == most ? "largest" : "smallest") value in the sweep; try values beyond it (--sweep \(key)=…)"
    }
  }
}

extension PrefetchReport.Feed {
  /// A note if some sizes are estimated.
  package var estimatesDecide: String {
    "the recommendation depends on estimated sizes of \(cards - exported) of \(cards) cards; export the feed for this screen and run again"
  }

  var inWords: String {
    let known =
      screen.map {
        exported == cards
          ? "with exported sizes (\($0))"
          : exported == 0
            ? "with estimated sizes (\($0))"
            : "with \(exported) exported and \(cards - exported) estimated sizes (\($0))"
      }
      ?? "with generated sizes"
    let kinds = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    return "\(cards) cards \(known), \(kinds.joined(separator: ", ")), \(LabNumber.text(bytes / 1000)) KB each"
  }
}

extension PrefetchReport.Link {
  var inWords: String { "\(name): \(facts)" }

  var facts: String {
    "\(LabNumber.text(kilobitsPerSecond)) kbit/s, round trip \(LabNumber.text(roundTrip * 1000)) ms"
      + (loss > 0 ? ", \(LabNumber.text(loss * 100)) % lost" : "") + ", offered load \(LabNumber.text(offeredLoad))"
  }
}

extension Estimate {
  /// Formats `433 ± 12`.
  var inWords: String { LabNumber.text(mean) + (margin.map { " ± \(LabNumber.text($0))" } ?? "") }

  /// Formats `+12 ± 3`.
  var signed: String { (mean > 0 ? "+" : "") + inWords }
}

extension PrefetchReport.Row {
  var cells: [String] {
    let isSame = difference.mean == 0 && (difference.margin ?? 0) == 0
    let beside = isSame ? "–" : difference.margin != nil && !differs ? "not significant" : difference.signed
    let stalled = estimate(.stalled)
    return [policy, estimate(.loaders).inWords, "\(estimate(.waited).inWords) s", beside]
      + [PrefetchMeasure.wait90, .wait99].map { "\(LabNumber.text(estimate($0).mean)) s" }
      + ["\(LabNumber.text(stalled.mean * 100)) %"]
      + [PrefetchMeasure.megabytes, .wasted, .requests, .cancellations].map { LabNumber.text(estimate($0).mean) }
  }
}

extension SettingComparison {
  var lines: [String] {
    var lines = ["current setting:     \(present.inWords)", "recommended setting: \(found.inWords)"]
    guard present != found else { return lines + ["the current setting is already the recommended one"] }
    lines += differences.map { one in
      "over \(one.over): \(one.waited.signed) s waited, \(one.loaders.signed) loaders, \(one.wasted.signed) MB wasted, per 1,000 cards"
    }
    lines.append(
      isBetterBeyondDoubt
        ? "the recommended setting is significantly better (\(viewers) other viewers)"
        : "the difference is not significant (\(viewers) other viewers): keep the current setting")
    return lines
  }
}

extension PrefetchWeights {
  /// Formats `budget 12; photo 1, page 1, …`.
  var inWords: String {
    "budget \(LabNumber.exact(budget)); "
      + Self.names.map { "\($0.name) \(LabNumber.exact(self[keyPath: $0.path]))" }.joined(separator: ", ")
  }
}

extension PrefetchReport {
  /// One row for each policy and setting over each link; for settings only loaders, waits and waste are recorded.
  package var csv: String {
    let measures = PrefetchMeasure.allCases
    var lines = [
      (["link", "policy"] + WeightSweep.keys + ["seed", "viewers", "cards"]
        + measures.flatMap { [$0.rawValue, "\($0.rawValue)_margin"] }).joined(separator: ",")
    ]
    func line(_ link: String, _ policy: String, _ values: [String: Double], _ estimate: (PrefetchMeasure) -> Estimate?)
    {
      let own = WeightSweep.keys.map { values[$0].map(LabNumber.exact) ?? "" }
      let numbers = measures.flatMap { measure in
        let found = estimate(measure)
        return [found.map { LabNumber.exact($0.mean) } ?? "", found?.margin.map(LabNumber.exact) ?? ""]
      }
      lines.append(
        ([CSVField.escaped(link), CSVField.escaped(policy)] + own + ["\(seed)", "\(viewers)", "\(items)"] + numbers)
          .joined(separator: ","))
    }
    for row in rows { line(row.link, row.policy, [:]) { row.estimate($0) } }
    for setting in sweep?.settings ?? [] {
      line(setting.link, "weighted", setting.values) { measure in
        switch measure {
        case .loaders: setting.loaders
        case .waited: setting.waited
        case .wasted: setting.wasted
        case .wait90: setting.wait90
        default: nil
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
