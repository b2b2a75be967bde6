import Drawing

/// Rounds to the device pixels of a scale. All values are in points.
package struct PixelGrid: Hashable, Sendable {
  /// Device pixels per point, greater than 0.
  let scale: Double

  /// The tolerance within which a value counts as on a pixel; single-precision noise, as in Texture.
  private static let tolerance = Double(Float.ulpOfOne)

  /// A scale that is not a positive number counts as 1.
  package init(scale: Double) {
    self.scale = scale.isFinite && scale > 0 ? scale : 1
  }

  // Adding 0 turns a -0, from rounding small negative numbers, into 0.
  func up(_ value: Double) -> Double { ((value - Self.tolerance) * scale).rounded(.up) / scale + 0 }
  func down(_ value: Double) -> Double { ((value + Self.tolerance) * scale).rounded(.down) / scale + 0 }
  func nearest(_ value: Double) -> Double { (value * scale).rounded() / scale + 0 }

  func up(_ size: Size) -> Size { Size(width: up(size.width), height: up(size.height)) }
  func up(_ point: Point) -> Point { Point(x: up(point.x), y: up(point.y)) }
}
