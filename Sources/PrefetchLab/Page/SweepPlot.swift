import Foundation
import Prefetching

/// Plots the results of a sweep over one link: for one key a curve with its confidence interval, for two a heat map.
/// For more, the first two are plotted, and the others have the chosen values.
struct SweepPlot {
  let link: String
  let sweep: WeightSweep
  let findings: [SweepFinding]
  let chosen: Int
  let goal: PrefetchGoal
  let id: String

  private var words: String { goal == .waits ? "seconds waited per 1,000 cards" : "loaders per 1,000 cards" }

  private func value(_ finding: SweepFinding) -> Estimate { goal == .waits ? finding.waited : finding.loaders }

  /// The settings whose further axes have the chosen values.
  private var shown: [Int] {
    let wanted = sweep.values(of: chosen).dropFirst(2)
    return findings.indices.filter { sweep.values(of: $0).dropFirst(2).elementsEqual(wanted) }
  }

  var element: String { sweep.axes.count == 1 ? curve : heatMap }

  // MARK: One key

  private var curve: String {
    var svg = SVG()
    let frame = PlotFrame()
    let axis = sweep.axes[0]
    let low = axis.values.first ?? 0
    let x = frame.x(low, max(axis.values.last ?? 1, low + 1))
    let highest = findings.map { max(value($0).mean + (value($0).margin ?? 0), $0.wasted.mean) }.max() ?? 1
    let y = frame.y(0, PlotScale.end(highest))
    frame.draw(
      in: &svg, x, y, xWords: axis.key,
      yWords: "\(goal == .waits ? "seconds waited" : "loaders") and MB wasted per 1,000 cards")
    let points = zip(axis.values, findings).map { ($0, $1) }
    func edge(_ sign: Double) -> [(x: Double, y: Double)] {
      points.map { (x($0), y(value($1).mean + sign * (value($1).margin ?? 0))) }
    }
    svg.path(edge(1) + edge(-1).reversed(), "band s1", isClosed: true)
    svg.path(points.map { (x($0), y(value($1).mean)) }, "curve s1")
    svg.path(points.map { (x($0), y($1.wasted.mean)) }, "curve d3 s2")
    for (place, finding) in points {
      svg.marker(
        x(place), y(value(finding).mean), series: 1, size: 3,
        tip: "\(axis.key) \(LabNumber.exact(place)): \(tip(finding))")
    }
    let best = sweep.values(of: chosen)[0]
    svg.line(x(best), frame.top, x(best), frame.height - frame.bottom, "chosen")
    svg.words(
      x(best) + (x(best) > 280 ? -5 : 5), frame.top + 10, "found: \(LabNumber.exact(best))",
      x(best) > 280 ? "name end" : "name")
    if let last = points.last {
      let (a, b) = (y(value(last.1).mean), y(last.1.wasted.mean))
      // Above their curves; if these are close, one is below.
      let isClose = abs(a - b) < 18
      svg.words(x(last.0) - 4, a + (isClose && a > b ? 16 : -7), goal == .waits ? "waited" : "loaders", "name end s1")
      svg.words(x(last.0) - 4, b + (isClose && a <= b ? 16 : -7), "wasted", "name end s2")
    }
    return svg.element(frame.width, frame.height, id: id, title: title, description: description)
  }

  // MARK: Two keys

  private var heatMap: String {
    var svg = SVG()
    let frame = PlotFrame()
    let (across, up) = (sweep.axes[0], sweep.axes[1])
    let (width, height) = (frame.width - frame.left - frame.right, frame.height - frame.bottom - frame.top)
    let cell = (x: width / Double(across.values.count), y: height / Double(up.values.count))
    let numbers = shown
    let means = numbers.map { value(findings[$0]).mean }
    let (low, high) = (means.min() ?? 0, means.max() ?? 1)
    for number in numbers {
      let values = sweep.values(of: number)
      guard let column = across.values.firstIndex(of: values[0]), let row = up.values.firstIndex(of: values[1]) else {
        continue
      }
      let mean = value(findings[number]).mean
      let share = shade(mean, low, high)
      let place = (x: frame.left + Double(column) * cell.x, y: frame.height - frame.bottom - Double(row + 1) * cell.y)
      svg.rect(
        place.x, place.y, cell.x - 1, cell.y - 1, "cell", fill: "--h:\(SVG.number(share * 100))%",
        tip:
          "\(across.key) \(LabNumber.exact(values[0])), \(up.key) \(LabNumber.exact(values[1])): \(tip(findings[number]))"
      )
      if cell.x >= 26, cell.y >= 14 {
        svg.words(
          place.x + cell.x / 2 - 0.5, place.y + cell.y / 2 + 3.5, LabNumber.short(mean),
          share > 0.55 ? "value middle strong" : "value middle")
      }
      if number == chosen { svg.rect(place.x + 0.5, place.y + 0.5, cell.x - 2, cell.y - 2, "found") }
    }
    addKeys(&svg, frame, across, up, cell)
    return svg.element(frame.width, frame.height, id: id, title: title, description: description)
  }

  /// Shades by a power: the differences among the best settings are small compared with the worst.
  private func shade(_ mean: Double, _ low: Double, _ high: Double) -> Double {
    guard high > low else { return 0 }
    return low > 0 ? log(mean / low) / log(high / low) : (mean - low) / (high - low)
  }

  private func addKeys(
    _ svg: inout SVG, _ frame: PlotFrame, _ across: WeightSweep.Axis, _ up: WeightSweep.Axis,
    _ cell: (x: Double, y: Double)
  ) {
    let every = max(1, Int((24 / cell.x).rounded(.up)))
    for (number, value) in across.values.enumerated() where number % every == 0 {
      svg.words(
        frame.left + (Double(number) + 0.5) * cell.x, frame.height - frame.bottom + 16, LabNumber.exact(value),
        "tick middle")
    }
    let each = max(1, Int((14 / cell.y).rounded(.up)))
    for (number, value) in up.values.enumerated() where number % each == 0 {
      svg.words(
        frame.left - 6, frame.height - frame.bottom - (Double(number) + 0.5) * cell.y + 4, LabNumber.exact(value),
        "tick end")
    }
    svg.words((frame.left + frame.width - frame.right) / 2, frame.height - 8, across.key, "label middle")
    svg.words(frame.left - 42, 11, "\(up.key); \(words)", "label")
  }

  // MARK: Labels

  private var title: String { "The sweep over \(link)" }

  private func tip(_ finding: SweepFinding) -> String {
    "\(finding.waited.inWords) s waited, \(finding.loaders.inWords) loaders, \(finding.wasted.inWords) MB wasted"
  }

  private var description: String {
    let values = zip(sweep.axes, sweep.values(of: chosen)).map { "\($0.key) \(LabNumber.exact($1))" }
    return "\(words); found: \(values.joined(separator: ", ")), \(tip(findings[chosen]))."
  }
}
