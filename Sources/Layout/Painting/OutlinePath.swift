import Drawing

extension Path {
  /// How far a quarter circle's control points lie from its ends, in radii.
  private static let quarterArc = 0.5522847498307936

  /// A rectangle with quarter ellipses for corners; the radii are clamped to half the sides.
  static func rounded(_ rect: Rect, radiusX: Double, radiusY: Double) -> Path {
    let rx = min(max(0, radiusX), rect.width / 2)
    let ry = min(max(0, radiusY), rect.height / 2)
    let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    // What the control points lie before the corner.
    let (cx, cy) = (rx * (1 - quarterArc), ry * (1 - quarterArc))
    func at(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return Path([
      .move(at(left + rx, top)), .line(at(right - rx, top)),
      .curve(control1: at(right - cx, top), control2: at(right, top + cy), to: at(right, top + ry)),
      .line(at(right, bottom - ry)),
      .curve(control1: at(right, bottom - cy), control2: at(right - cx, bottom), to: at(right - rx, bottom)),
      .line(at(left + rx, bottom)),
      .curve(control1: at(left + cx, bottom), control2: at(left, bottom - cy), to: at(left, bottom - ry)),
      .line(at(left, top + ry)),
      .curve(control1: at(left, top + cy), control2: at(left + cx, top), to: at(left + rx, top)),
      .close,
    ])
  }
}

extension BoxDecoration.Border {
  /// The border of a box with `outline`, inside it, whole device pixels wide.
  func commands(around outline: Shape, on grid: PixelGrid) -> [DrawingCommand] {
    guard width > 0, width.isFinite, !outline.bounds.isEmpty else { return [] }
    let rect = outline.bounds
    let thickness = min(max(grid.nearest(width), 1 / grid.scale), min(rect.width, rect.height) / 2)
    let middle = rect.inset(
      by: EdgeInsets(top: thickness / 2, left: thickness / 2, bottom: thickness / 2, right: thickness / 2))
    let paint = Paint.solid(color)
    switch outline {
    case .rounded(_, let radius):
      let inner = max(0, radius - thickness / 2)
      return [.stroke(.rounded(middle, radiusX: inner, radiusY: inner), width: thickness, paint)]
    case .ellipse:
      let path = Path.rounded(middle, radiusX: middle.width / 2, radiusY: middle.height / 2)
      return [.stroke(path, width: thickness, paint)]
    case .rectangle, .path:
      return Self.edges(of: rect, thickness: thickness).map { .fill(.rectangle($0), paint) }
    }
  }

  /// Four bars that do not overlap: a stroke's round joins would blunt the corners.
  private static func edges(of rect: Rect, thickness: Double) -> [Rect] {
    let sideHeight = rect.height - 2 * thickness
    let bars = [
      Rect(x: rect.minX, y: rect.minY, width: rect.width, height: thickness),
      Rect(x: rect.minX, y: rect.minY + thickness, width: thickness, height: sideHeight),
      Rect(x: rect.maxX - thickness, y: rect.minY + thickness, width: thickness, height: sideHeight),
      Rect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness),
    ]
    return bars.filter { !$0.isEmpty }
  }
}
