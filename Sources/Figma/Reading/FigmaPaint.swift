import DataFormats
import Drawing
import Foundation

/// A fill or stroke paint.
package struct FigmaPaint: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The alpha includes the paint's opacity.
    case solid(Color)
    /// The line goes from the first to the second handle in the unit square of the box; the third defines the width.
    case gradient(stops: [LinearGradient.Stop], handles: [Point])
    case image(ref: String?, scaleMode: String)
    case other
  }

  /// The API's type: SOLID, GRADIENT_LINEAR, IMAGE, ….
  package var type: String
  package var isVisible: Bool
  package var content: Content
  /// The variable bound to the color.
  package var variable: String?

  init(_ node: JSONNode) {
    type = node.text("type") ?? ""
    isVisible = node.isShown
    let opacity = node.double("opacity") ?? 1
    if let color = node.object("color") {
      content = .solid(Color(color, opacity: opacity))
    } else if type.hasPrefix("GRADIENT_") {
      content = .gradient(
        stops: node.list("gradientStops").map { stop in
          LinearGradient.Stop(
            offset: stop.double("position") ?? 0,
            color: stop.object("color").map { Color($0, opacity: opacity) } ?? .clear)
        },
        handles: node.list("gradientHandlePositions").map(Point.init))
    } else if type == "IMAGE" {
      content = .image(ref: node.text("imageRef"), scaleMode: node.text("scaleMode") ?? "FILL")
    } else {
      content = .other
    }
    variable = node.object("boundVariables")?.object("color")?.text("id")
  }

  package var color: Color? {
    if case .solid(let color) = content { color } else { nil }
  }

  /// - Parameter size: The size of the layer, for the gradient's angle; nil if it is rotated.
  func json(size: Size?) -> JSONOutput {
    let direction = size.flatMap(angle)
    var members: [(String, JSONOutput?)] = [("type", .text(type)), ("visible", isVisible ? nil : false)]
    switch content {
    case .solid(let color): members.append(("color", .text(color.fullHex)))
    case .gradient(let stops, let handles):
      members.append(
        (
          "stops",
          .list(
            stops.map { ["position": .rounded($0.offset, .six), "color": .text($0.color.fullHex)] })
        ))
      members.append(("handles", .list(handles.map { .numbers([$0.x, $0.y]) })))
      members.append(("cssAngle", direction.map { .rounded($0, .two) }))
    case .image(let ref, let scaleMode):
      members += [("imageRef", ref.map { .text($0) }), ("scaleMode", .text(scaleMode))]
    case .other: break
    }
    members.append(("variable", variable.map { .text($0) }))
    return JSONOutput(members)
  }

  /// Returns the angle of a linear gradient in a box of this size, in degrees as in CSS: 0 is up, 90 right, 180 down.
  package func angle(in size: Size) -> Double? {
    guard type == "GRADIENT_LINEAR", case .gradient(_, let handles) = content, handles.count > 1 else { return nil }
    let (x, y) = ((handles[1].x - handles[0].x) * size.width, (handles[1].y - handles[0].y) * size.height)
    let degrees = atan2(x, -y) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

/// A shadow or a blur.
package struct FigmaEffect: Hashable, Sendable {
  /// The API's type: DROP_SHADOW, INNER_SHADOW, LAYER_BLUR, BACKGROUND_BLUR, ….
  package var type: String
  package var isVisible: Bool
  /// The blur radius as in CSS.
  package var radius: Double
  /// The color of a shadow; otherwise nil.
  package var color: Color?
  package var offset: Point
  package var spread: Double

  init(_ node: JSONNode) {
    type = node.text("type") ?? ""
    isVisible = node.isShown
    radius = node.double("radius") ?? 0
    color = node.object("color").map { Color($0) }
    offset = node.object("offset").map(Point.init) ?? .zero
    spread = node.double("spread") ?? 0
  }

  package var isShadow: Bool { type == "DROP_SHADOW" || type == "INNER_SHADOW" }

  var json: JSONOutput {
    var members: [(String, JSONOutput?)] = [
      ("type", .text(type)), ("visible", isVisible ? nil : false), ("radius", .rounded(radius)),
    ]
    if isShadow {
      members += [
        ("color", color.map { .text($0.fullHex) }), ("offset", .numbers([offset.x, offset.y])),
        ("spread", .rounded(spread)),
      ]
    }
    return JSONOutput(members)
  }
}

extension Color {
  /// - Parameter opacity: The opacity of the paint, which isn't part of its color.
  init(_ node: JSONNode, opacity: Double = 1) {
    self.init(
      red: node.double("r") ?? 0, green: node.double("g") ?? 0, blue: node.double("b") ?? 0,
      alpha: (node.double("a") ?? 1) * opacity)
  }

  /// `#RRGGBBAA`.
  package var fullHex: String {
    let hex = hex
    return hex.utf8.count == 9 ? hex : hex + "FF"
  }
}

extension Point {
  init(_ node: JSONNode) { self.init(x: node.double("x") ?? 0, y: node.double("y") ?? 0) }
}

extension JSONNode {
  /// Whether it is visible; only invisible paints, effects and layers state it.
  var isShown: Bool { value["visible"].map(\.isTrue) ?? true }
}
