import Drawing
import Foundation

/// An arc of an ellipse between two points, as SVG gives it (SVG 2, appendix B.2).
struct EllipticalArc {
  var from: Point
  var to: Point
  var radiusX: Double
  var radiusY: Double
  /// Of the ellipse's x axis, in degrees.
  var rotation: Double
  var isLarge: Bool
  /// Whether the angle grows from start to end (clockwise on screen).
  var sweeps: Bool

  /// Cubic curves of at most a quarter turn each; a line where a radius is 0, nothing where the ends are one point.
  var pathElements: [Path.Element] {
    guard from != to else { return [] }
    var (rx, ry) = (abs(radiusX), abs(radiusY))
    guard rx > 0, ry > 0 else { return [.line(to)] }
    let (cosine, sine) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    // The ends as seen from their middle, in the ellipse's own axes.
    let (dx, dy) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
    let (x1, y1) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    // Radii too small to reach both ends grow until they just do.
    let reach = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry)
    if reach > 1 { (rx, ry) = (rx * reach.squareRoot(), ry * reach.squareRoot()) }
    let missing = rx * rx * y1 * y1 + ry * ry * x1 * x1
    let factor = (max(0, rx * rx * ry * ry - missing) / missing).squareRoot() * (isLarge == sweeps ? -1 : 1)
    let (cx, cy) = (factor * rx * y1 / ry, -factor * ry * x1 / rx)
    let center = Point(
      x: cosine * cx - sine * cy + (from.x + to.x) / 2, y: sine * cx + cosine * cy + (from.y + to.y) / 2)
    let startAngle = atan2((y1 - cy) / ry, (x1 - cx) / rx)
    var sweep = atan2((-y1 - cy) / ry, (-x1 - cx) / rx) - startAngle
    if sweeps && sweep < 0 { sweep += 2 * .pi }
    if !sweeps && sweep > 0 { sweep -= 2 * .pi }
    return curves(center: center, rx: rx, ry: ry, axes: (cosine, sine), start: startAngle, sweep: sweep)
  }

  private func curves(
    center: Point, rx: Double, ry: Double, axes: (cosine: Double, sine: Double), start: Double, sweep: Double
  ) -> [Path.Element] {
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    // How far a control point lies along the tangent of a unit circle's arc.
    let reach = 4 / 3 * tan(step / 4)
    func point(_ x: Double, _ y: Double) -> Point {
      Point(
        x: center.x + axes.cosine * rx * x - axes.sine * ry * y, y: center.y + axes.sine * rx * x + axes.cosine * ry * y
      )
    }
    return (0..<count).map { index in
      let (a, b) = (start + Double(index) * step, start + Double(index + 1) * step)
      return .curve(
        control1: point(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
        control2: point(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
        to: index == count - 1 ? to : point(cos(b), sin(b)))
    }
  }
}
