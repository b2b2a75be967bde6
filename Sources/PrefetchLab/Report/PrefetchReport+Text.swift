import DataFormats
import Prefetching
import RunSupport

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
  var edges: [String] {
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
  var estimatesDecide: String {
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
