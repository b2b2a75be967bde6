import Foundation

/// Markup of a plot, put together piece by piece. Texts are escaped; numbers have two decimals at most.
struct SVG {
  private(set) var text = ""

  static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      // No control character is allowed in XML but these.
      case "\t", "\n", "\r": safe += " "
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: safe += "\u{FFFD}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// - Parameter tip: What is told of it where one points at it.
  private mutating func add(_ element: String, tip: String?) {
    text += tip.map { "<g><title>\(Self.escaped($0))</title>\(element)</g>\n" } ?? element + "\n"
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
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" class=\"\(style)\">\(Self.escaped(words))</text>", tip: nil
    )
  }

  /// Series are told apart by their shapes as well as by their colours.
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

  /// The style of a series' colour.
  static func series(_ number: Int) -> String { "s\(number % 8)" }

  /// The whole picture, which a screen reader tells by its title and description.
  func element(_ width: Double, _ height: Double, id: String, title: String, description: String) -> String {
    """
    <svg viewBox="0 0 \(Self.number(width)) \(Self.number(height))" role="img" aria-labelledby="\(id)-t \(id)-d">
    <title id="\(id)-t">\(Self.escaped(title))</title><desc id="\(id)-d">\(Self.escaped(description))</desc>
    \(text)</svg>
    """
  }
}
