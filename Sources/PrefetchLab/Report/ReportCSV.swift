import Prefetching

extension PrefetchReport {
  /// A row for each policy and each setting over each link; of settings only loaders, waits and waste are kept.
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
        ([Self.field(link), Self.field(policy)] + own + ["\(seed)", "\(viewers)", "\(items)"] + numbers)
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

  /// Quoted where it has to be. What a spreadsheet would take for a formula begins with a space.
  private static func field(_ text: String) -> String {
    let safe = text.first.map { "=+-@".contains($0) } == true ? " " + text : text
    guard safe.contains(where: { ",\"\r\n".contains($0) }) else { return safe }
    return "\"\(safe.replacing("\"", with: "\"\""))\""
  }
}
