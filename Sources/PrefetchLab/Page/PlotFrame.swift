import DataFormats
import Foundation

/// The scale of an axis: maps values to positions.
struct PlotScale {
  /// How values are spread: evenly, or with more space for small ones.
  enum ValueScale { case even, root, small }

  let low: Double
  let high: Double
  let from: Double
  let to: Double
  var spread = ValueScale.even

  func callAsFunction(_ value: Double) -> Double {
    let (a, b, v) = (bent(low), bent(high), bent(min(max(value, low), high)))
    return from + (b > a ? (v - a) / (b - a) : 0) * (to - from)
  }

  private func bent(_ value: Double) -> Double {
    switch spread {
    case .even: value
    case .root: max(0, value).squareRoot()
    case .small: log1p(max(0, value) * 10)
    }
  }

  /// Four to six round values.
  var ticks: [Double] {
    if spread == .root {
      let round = [0, 10, 25, 50, 100, 200, 300, 400, 600, 800, 1000].filter { $0 >= low && $0 <= high }
      return round.count > 3 ? round : even
    }
    guard spread == .even else { return [0, 0.1, 0.3, 1, 3, 10, 30, 100, 300].filter { $0 >= low && $0 <= high } }
    return even
  }

  private var even: [Double] {
    let step = Self.step(high - low)
    return Array(stride(from: (low / step).rounded(.up) * step, through: high + step * 1e-6, by: step))
  }

  private static func step(_ range: Double) -> Double {
    guard range > 0 else { return 1 }
    let size = pow(10, (log10(range / 5)).rounded(.down))
    return [1, 2, 5, 10].map { $0 * size }.first { range / $0 <= 5.5 } ?? size * 10
  }

  /// Returns the end of a range from 0 that leaves some space above the highest value.
  static func end(_ highest: Double) -> Double {
    guard highest > 0 else { return 1 }
    let step = step(highest * 1.05)
    return (highest * 1.05 / step).rounded(.up) * step
  }
}

/// Axes, ticks and labels.
struct PlotFrame {
  let width = 380.0
  let height = 300.0
  let left = 50.0
  let right = 12.0
  let top = 26.0
  let bottom = 44.0

  func x(_ low: Double, _ high: Double, _ spread: PlotScale.ValueScale = .even) -> PlotScale {
    PlotScale(low: low, high: high, from: left, to: width - right, spread: spread)
  }

  func y(_ low: Double, _ high: Double, _ spread: PlotScale.ValueScale = .even) -> PlotScale {
    PlotScale(low: low, high: high, from: height - bottom, to: top, spread: spread)
  }

  func draw(
    in svg: inout SVG, _ x: PlotScale, _ y: PlotScale, xWords: String, yWords: String,
    yText: (Double) -> String = LabNumber.text
  ) {
    for tick in y.ticks {
      svg.line(left, y(tick), width - right, y(tick), "grid")
      svg.words(left - 6, y(tick) + 4, yText(tick), "tick end")
    }
    for tick in x.ticks {
      svg.line(x(tick), height - bottom, x(tick), height - bottom + 4, "axis")
      svg.words(x(tick), height - bottom + 17, LabNumber.text(tick), "tick middle")
    }
    svg.line(left, height - bottom, width - right, height - bottom, "axis")
    svg.words((left + width - right) / 2, height - 8, xWords, "label middle")
    svg.words(left - 42, 11, yWords, "label")
  }
}

/// Builds the markup of a plot. Texts are escaped; numbers have at most two decimals.
struct SVG {
  private(set) var text = ""

  static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
  }

  /// - Parameter tip: The tooltip.
  private mutating func add(_ element: String, tip: String?) {
    text += tip.map { "<g><title>\(Markup.xml($0))</title>\(element)</g>\n" } ?? element + "\n"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
    let places = [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)].map { "\($0)=\"\(Self.number($1))\"" }
    add("<line \(places.joined(separator: " ")) class=\"\(style)\"/>", tip: nil)
  }

  mutating func path(_ points: [(x: Double, y: Double)], _ style: String, isClosed: Bool = false) {
    let steps = points.enumerated().map { "\($0 == 0 ? "M" : "L")\(Self.number($1.x)) \(Self.number($1.y))" }
    add("<path d=\"\(steps.joined())\(isClosed ? "Z" : "")\" class=\"\(style)\"/>", tip: nil)
  }

  mutating func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, fill: String? = nil,
    radius: Double = 0,
    tip: String? = nil
  ) {
    let places = [("x", x), ("y", y), ("width", max(0, width)), ("height", max(0, height))].map {
      "\($0)=\"\(Self.number($1))\""
    }
    let round = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
    let own = fill.map { " style=\"\($0)\"" } ?? ""
    add("<rect \(places.joined(separator: " "))\(round) class=\"\(style)\"\(own)/>", tip: tip)
  }

  mutating func words(_ x: Double, _ y: Double, _ words: String, _ style: String) {
    add(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" class=\"\(style)\">\(Markup.xml(words))</text>", tip: nil
    )
  }

  /// Adds a marker; series differ in shape as well as in color.
  mutating func marker(_ x: Double, _ y: Double, series: Int, size: Double = 5, tip: String? = nil) {
    let shapes: [[(Double, Double)]] = [
      [], [(-1, -1), (1, -1), (1, 1), (-1, 1)], [(0, -1.25), (1.2, 1), (-1.2, 1)],
      [(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)],
      [(0, 1.25), (1.2, -1), (-1.2, -1)],
    ]
    let style = "mark \(Self.series(series))"
    let shape = shapes[series % shapes.count]
    if shape.isEmpty {
      add(
        "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(size))\" class=\"\(style)\"/>",
        tip: tip)
    } else {
      let points = shape.map { "\(Self.number(x + $0.0 * size)),\(Self.number(y + $0.1 * size))" }
      add("<polygon points=\"\(points.joined(separator: " "))\" class=\"\(style)\"/>", tip: tip)
    }
  }

  /// Returns the CSS class of a series' color.
  static func series(_ number: Int) -> String { "s\(number % 8)" }

  /// Returns the complete image with a title and description for screen readers.
  func element(_ width: Double, _ height: Double, id: String, title: String, description: String) -> String {
    """
    <svg viewBox="0 0 \(Self.number(width)) \(Self.number(height))" role="img" aria-labelledby="\(id)-t \(id)-d">
    <title id="\(id)-t">\(Markup.xml(title))</title><desc id="\(id)-d">\(Markup.xml(description))</desc>
    \(text)</svg>
    """
  }
}
