import DataFormats
import Drawing

/// Builds SVG syntax.
package enum SVGMarkup {
  /// Formats hundredths of a point, without redundant digits.
  package static func number(_ value: Double, places: Int = 2) -> String {
    let factor = places == 2 ? 100.0 : 10_000
    let units = (min(max(value.isNaN ? 0 : value, -1e9), 1e9) * factor).rounded()
    let (whole, rest) = Int(abs(units)).quotientAndRemainder(dividingBy: Int(factor))
    var digits = rest == 0 ? "" : String(rest)
    if rest > 0 {
      digits = "." + String(repeating: "0", count: places - digits.count) + digits
      while digits.last == "0" { digits.removeLast() }
    }
    return "\(units < 0 ? "-" : "")\(whole)\(digits)"
  }

  /// Returns ` name="value"` with the value escaped.
  static func attribute(_ name: String, _ value: String) -> String { " \(name)=\"\(Markup.xml(value))\"" }

  static func attribute(_ name: String, _ value: Double) -> String { " \(name)=\"\(number(value))\"" }

  /// The use of a paint.
  enum PaintRole: String {
    case fill, stroke
    case stop = "stop-color"
  }

  /// Returns ` fill="#rrggbb"`, with an opacity if translucent.
  static func color(_ color: Color, as role: PaintRole) -> String {
    let opaque = Color(red: color.red, green: color.green, blue: color.blue).hex.lowercased()
    let name = role == .stop ? "stop" : role.rawValue
    let opacity = color.alpha < 1 ? " \(name)-opacity=\"\(number(max(0, color.alpha), places: 4))\"" : ""
    return " \(role.rawValue)=\"\(opaque)\"\(opacity)"
  }

  /// Returns the data of a path.
  static func data(_ path: Path) -> String {
    func place(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }
    return path.elements.map { element in
      switch element {
      case .move(let point): "M\(place(point))"
      case .line(let point): "L\(place(point))"
      case .curve(let first, let second, let end): "C\(place(first)) \(place(second)) \(place(end))"
      case .close: "Z"
      }
    }.joined()
  }

  /// Returns a shape's element with additional attributes.
  static func element(_ shape: Shape, _ attributes: String) -> String {
    switch shape {
    case .rectangle(let rect): "<rect\(box(rect))\(attributes)/>"
    case .rounded(let rect, let radius):
      "<rect\(box(rect))\(attribute("rx", min(max(0, radius), min(rect.width, rect.height) / 2)))\(attributes)/>"
    case .cornered(let rect, let radii): "<path d=\"\(data(rect, radii.fitted(into: rect.size)))\"\(attributes)/>"
    case .ellipse(let rect):
      "<ellipse\(attribute("cx", rect.center.x))\(attribute("cy", rect.center.y))"
        + "\(attribute("rx", rect.width / 2))\(attribute("ry", rect.height / 2))\(attributes)/>"
    case .path(let path, _): "<path d=\"\(data(path))\" fill-rule=\"evenodd\" clip-rule=\"evenodd\"\(attributes)/>"
    }
  }

  static func box(_ rect: Rect) -> String {
    attribute("x", rect.minX) + attribute("y", rect.minY) + attribute("width", rect.width)
      + attribute("height", rect.height)
  }

  /// Returns a shape's outline as path data, for combination with another's.
  static func data(_ shape: Shape) -> String {
    switch shape {
    case .rectangle(let rect): data(rect, CornerRadii())
    case .rounded(let rect, let radius):
      data(rect, CornerRadii(all: min(max(0, radius), min(rect.width, rect.height) / 2)))
    case .cornered(let rect, let radii): data(rect, radii.fitted(into: rect.size))
    case .ellipse(let rect):
      "M\(number(rect.minX)) \(number(rect.center.y))" + arc(rect, to: rect.maxX) + arc(rect, to: rect.minX) + "Z"
    case .path(let path, _): data(path)
    }
  }

  /// Returns half of an ellipse, clockwise.
  private static func arc(_ rect: Rect, to x: Double) -> String {
    "A\(number(rect.width / 2)) \(number(rect.height / 2)) 0 0 1 \(number(x)) \(number(rect.center.y))"
  }

  private static func data(_ rect: Rect, _ radii: CornerRadii) -> String {
    func corner(_ radius: Double, _ x: Double, _ y: Double) -> String {
      radius > 0 ? "A\(number(radius)) \(number(radius)) 0 0 1 \(number(x)) \(number(y))" : ""
    }
    return "M\(number(rect.minX + radii.topLeft)) \(number(rect.minY))H\(number(rect.maxX - radii.topRight))"
      + corner(radii.topRight, rect.maxX, rect.minY + radii.topRight)
      + "V\(number(rect.maxY - radii.bottomRight))"
      + corner(radii.bottomRight, rect.maxX - radii.bottomRight, rect.maxY)
      + "H\(number(rect.minX + radii.bottomLeft))"
      + corner(radii.bottomLeft, rect.minX, rect.maxY - radii.bottomLeft)
      + "V\(number(rect.minY + radii.topLeft))"
      + corner(radii.topLeft, rect.minX + radii.topLeft, rect.minY) + "Z"
  }
}
