import Prefetching

/// Plots loaders against waste over one link: settings on the Pareto front can improve one only at the cost of the
/// other.
struct ParetoPlot {
  let link: String
  let rows: [PrefetchReport.Row]
  /// The settings of a sweep over the link.
  let settings: [PrefetchReport.Setting]
  let id: String

  private struct Point {
    let name: String
    let series: Int
    let loaders: Estimate
    let wasted: Estimate

    var tip: String { "\(name): \(loaders.inWords) loaders, \(wasted.inWords) MB wasted" }
  }

  private var points: [Point] {
    rows.enumerated().map {
      Point(name: $1.policy, series: $0, loaders: $1.estimate(.loaders), wasted: $1.estimate(.wasted))
    }
  }

  /// The Pareto front: points that no other beats in both loaders and waste; the oracle is left out.
  private var front: [Point] {
    let real = points.filter { $0.name != PrefetchPolicy.oracle.name }
    return real.filter { one in
      !real.contains {
        ($0.loaders.mean < one.loaders.mean && $0.wasted.mean <= one.wasted.mean)
          || ($0.loaders.mean <= one.loaders.mean && $0.wasted.mean < one.wasted.mean)
      }
    }.sorted { $0.wasted.mean < $1.wasted.mean }
  }

  var element: String {
    var svg = SVG()
    let frame = PlotFrame()
    let shown = settings.prefix(500)
    let x = frame.x(
      0, PlotScale.end(max(points.map { high($0.wasted) }.max() ?? 0, shown.map(\.wasted.mean).max() ?? 0)))
    let most = max(points.map { high($0.loaders) }.max() ?? 0, shown.map(\.loaders.mean).max() ?? 0)
    // A scale that gives more space to small numbers of loaders, which matter most.
    let y = frame.y(0, PlotScale.end(most), .root)
    frame.draw(
      in: &svg, x, y, xWords: "MB wasted per 1,000 cards", yWords: "loaders per 1,000 cards")
    for one in shown {
      let values = one.values.sorted { $0.key < $1.key }.map { "\($0.key) \(LabNumber.exact($0.value))" }
      svg.rect(
        x(one.wasted.mean) - 1.5, y(one.loaders.mean) - 1.5, 3, 3, "dot", radius: 1.5,
        tip: "\(values.joined(separator: ", ")): \(one.loaders.inWords) loaders, \(one.wasted.inWords) MB wasted")
    }
    if front.count > 1 { svg.path(front.map { (x($0.wasted.mean), y($0.loaders.mean)) }, "front") }
    for point in points {
      let (px, py) = (x(point.wasted.mean), y(point.loaders.mean))
      let style = "bar \(SVG.series(point.series))"
      if let margin = point.wasted.margin {
        svg.line(x(point.wasted.mean - margin), py, x(point.wasted.mean + margin), py, style)
      }
      if let margin = point.loaders.margin {
        svg.line(px, y(point.loaders.mean - margin), px, y(point.loaders.mean + margin), style)
      }
      svg.marker(px, py, series: point.series, tip: point.tip)
    }
    addNames(&svg, x, y)
    return svg.element(
      frame.width, frame.height, id: id, title: "Loaders and waste over \(link)",
      description: points.map(\.tip).joined(separator: "; ")
        + ". On the front: \(front.map(\.name).joined(separator: ", ")).")
  }

  private func high(_ estimate: Estimate) -> Double { estimate.mean + (estimate.margin ?? 0) }

  /// The position of a label, one line high.
  private struct NamePlace {
    var left: Double
    var right: Double
    var y: Double

    func touches(_ other: NamePlace) -> Bool {
      left < other.right + 3 && right > other.left - 3 && abs(y - other.y) < 12
    }

    /// Returns the number of lines that cross the label.
    func crossings(_ lines: [Line]) -> Int {
      lines.count { $0.left < right && $0.right > left && $0.top < y + 3 && $0.bottom > y - 9 }
    }

    var isInside: Bool { left > 54 && right < 370 && y > 34 && y < 254 }
  }

  /// An error bar, or a segment of the front.
  private struct Line {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
  }

  private func lines(_ x: PlotScale, _ y: PlotScale) -> [Line] {
    let corners = front.map { (x: x($0.wasted.mean), y: y($0.loaders.mean)) }
    let pieces = zip(corners, corners.dropFirst()).flatMap { from, to in
      (0..<Self.pieces).map { piece in
        let share = { (number: Int) in Double(number) / Double(Self.pieces) }
        let (first, last) = (share(piece), share(piece + 1))
        let (y1, y2) = (from.y + (to.y - from.y) * first, from.y + (to.y - from.y) * last)
        return Line(
          left: from.x + (to.x - from.x) * first, right: from.x + (to.x - from.x) * last, top: min(y1, y2),
          bottom: max(y1, y2))
      }
    }
    return pieces + bars(x, y)
  }

  /// The segments between two points of the front: a slanted line crosses less than its bounding box.
  private static let pieces = 8

  private func bars(_ x: PlotScale, _ y: PlotScale) -> [Line] {
    points.flatMap { point in
      let (px, py) = (x(point.wasted.mean), y(point.loaders.mean))
      let (wide, high) = (point.wasted.margin ?? 0, point.loaders.margin ?? 0)
      return [
        Line(left: x(point.wasted.mean - wide), right: x(point.wasted.mean + wide), top: py, bottom: py),
        Line(left: px, right: px, top: y(point.loaders.mean + high), bottom: y(point.loaders.mean - high)),
      ]
    }
  }

  /// Adds labels next to the points, moved apart to avoid overlaps, and off the lines where possible.
  private func addNames(_ svg: inout SVG, _ x: PlotScale, _ y: PlotScale) {
    var taken: [NamePlace] = points.map { point in
      let place = x(point.wasted.mean)
      return NamePlace(left: place - 5, right: place + 5, y: y(point.loaders.mean) + 3)
    }
    let lines = lines(x, y)
    for point in points.sorted(by: { $0.loaders.mean > $1.loaders.mean }) {
      let (px, py) = (x(point.wasted.mean), y(point.loaders.mean) - 6)
      let length = Double(point.name.count) * 6.4
      var places: [NamePlace] = []
      for step in [0.0, 22, -13, 35, -26, 48, -39, 61] {
        for gap in [6.0, 20] {
          places.append(NamePlace(left: px + gap, right: px + gap + length, y: py + step))
          places.append(NamePlace(left: px - gap - length, right: px - gap, y: py + step))
        }
      }
      let free = places.filter { place in place.isInside && !taken.contains(where: place.touches) }
      let chosen = free.min { $0.crossings(lines) < $1.crossings(lines) } ?? places[0]
      taken.append(chosen)
      svg.words(chosen.left, chosen.y, point.name, "name \(SVG.series(point.series))")
    }
  }
}
