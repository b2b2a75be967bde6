import Drawing
import Files
import Foundation

/// Definitions that drawings refer to by name: gradients, clips, filters, images. Each is written once.
///
/// Names begin with `SVGDefinitions.mark`, which is finally replaced by letters unique to the document, so that two
/// documents in one HTML page don't clash.
struct SVGDefinitions {
  /// Stands for a document's own letters; no text can have it (`Markup.isAllowed`).
  static let mark = "\u{1}"

  private var names: [String: String] = [:]
  private(set) var markup = ""

  /// Returns the name of a definition.
  ///
  /// - Parameters:
  ///   - kind: The letter that begins the name.
  ///   - markup: Returns the element with its name.
  mutating func name(_ kind: String, _ content: String, _ markup: (_ name: String) -> String) -> String {
    let key = kind + content
    if let known = names[key] { return known }
    let name = "\(Self.mark)\(kind)\(names.count + 1)"
    names[key] = name
    self.markup += markup(name) + "\n"
    return name
  }

  mutating func clip(to shape: Shape) -> String {
    let outline = SVGMarkup.element(shape, "")
    return name("c", outline) { "<clipPath id=\"\($0)\">\(outline)</clipPath>" }
  }

  /// Returns the attribute for a mask: white is visible, black is hidden.
  mutating func mask(_ content: String, in area: Rect) -> String {
    let rest = "\(SVGMarkup.box(area)) maskUnits=\"userSpaceOnUse\">\(content)</mask>"
    return " mask=\"url(#\(name("m", rest) { "<mask id=\"\($0)\"\(rest)" }))\""
  }

  /// Returns a blur for content inside of `area`, in points.
  mutating func blur(_ deviation: Double, in area: Rect) -> String {
    // sRGB, as everything else.
    let rest =
      "\(SVGMarkup.box(area)) filterUnits=\"userSpaceOnUse\" color-interpolation-filters=\"sRGB\">"
      + "<feGaussianBlur\(SVGMarkup.attribute("stdDeviation", deviation))/></filter>"
    return name("b", rest) { "<filter id=\"\($0)\"\(rest)" }
  }

  /// Returns an image file as an element of `size`.
  mutating func picture(_ bytes: [UInt8], type: String, _ size: Size) -> String {
    let place = SVGMarkup.attribute("width", size.width) + SVGMarkup.attribute("height", size.height)
    return name("p", place + Digest(of: bytes).hex) {
      "<image id=\"\($0)\"\(place) preserveAspectRatio=\"none\" href=\"data:\(type);base64,"
        + Data(bytes).base64EncodedString() + "\"/>"
    }
  }

  /// Returns the attribute for a paint in a shape's box: ` fill="…"`.
  mutating func paint(_ paint: Paint, in bounds: Rect, as role: SVGMarkup.PaintRole) -> String {
    switch paint {
    case .solid(let color): return SVGMarkup.color(color, as: role)
    case .linearGradient(let gradient):
      let (start, end) = (bounds.place(gradient.start), bounds.place(gradient.end))
      let rest =
        " gradientUnits=\"userSpaceOnUse\"\(SVGMarkup.attribute("x1", start.x))\(SVGMarkup.attribute("y1", start.y))"
        + "\(SVGMarkup.attribute("x2", end.x))\(SVGMarkup.attribute("y2", end.y))>\(stops(gradient.stops))"
      return " \(role.rawValue)=\"url(#\(name("g", rest) { "<linearGradient id=\"\($0)\"\(rest)</linearGradient>" }))\""
    case .radialGradient(let gradient):
      let (center, end, side) =
        (bounds.place(gradient.center), bounds.place(gradient.end), bounds.place(gradient.side))
      let numbers = [end.x - center.x, end.y - center.y, side.x - center.x, side.y - center.y, center.x, center.y]
      // A gradient without an area has its last color.
      guard abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]) > 1e-9 else {
        return SVGMarkup.color(gradient.stops.last?.color ?? .clear, as: role)
      }
      let matrix = numbers.map { SVGMarkup.number($0) }.joined(separator: " ")
      let rest =
        " gradientUnits=\"userSpaceOnUse\" cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"matrix(\(matrix))\">"
        + stops(gradient.stops)
      return " \(role.rawValue)=\"url(#\(name("g", rest) { "<radialGradient id=\"\($0)\"\(rest)</radialGradient>" }))\""
    }
  }

  private func stops(_ stops: [LinearGradient.Stop]) -> String {
    stops.map {
      "<stop offset=\"\(SVGMarkup.number($0.offset, places: 4))\"\(SVGMarkup.color($0.color, as: .stop))/>"
    }.joined()
  }
}

extension Rect {
  /// Maps a point of the unit square to this rectangle.
  func place(_ point: Point) -> Point {
    Point(x: minX + point.x * width, y: minY + point.y * height)
  }
}
