import Prefetching

/// Which share of cards was there within how many seconds, over one link.
struct WaitPlot {
  let link: String
  /// By policy.
  let findings: [LabFinding]
  let id: String

  var element: String {
    var svg = SVG()
    let frame = PlotFrame()
    let longest = findings.map { $0.waits[198] }.max() ?? 1
    let lowest = findings.map(shareAtOnce).min() ?? 0
    let x = frame.x(0, max(1, longest * 1.1), .small)
    let y = frame.y(max(0, (lowest * 10).rounded(.down) / 10 - 0.1), 1)
    frame.draw(in: &svg, x, y, xWords: "seconds until shown", yWords: "share of cards") {
      "\(Int(($0 * 100).rounded())) %"
    }
    for (number, finding) in findings.enumerated() {
      let line = finding.waits.enumerated().map { (x: x($1), y: y(Double($0) / 200)) }
      // What was there at once begins on the axis.
      let start = (x: x(0), y: y(shareAtOnce(finding)))
      svg.path([start] + line.filter { $0.y <= start.y && $0.x > start.x }, "wait d\(number % 8) \(SVG.series(number))")
    }
    return svg.element(
      frame.width, frame.height, id: id, title: "Time to display over \(link)",
      description: findings.map { finding in
        "\(finding.setting.name): \(Int((shareAtOnce(finding) * 100).rounded())) % at once, 90 % within \(LabNumber.text(finding.waits[180])) s"
      }.joined(separator: "; "))
  }

  private func shareAtOnce(_ finding: LabFinding) -> Double {
    Double(finding.waits.lastIndex { $0 <= 0 } ?? 0) / 200
  }
}
