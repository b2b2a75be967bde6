import CPangoCairo
import Drawing

extension Canvas {
  /// The whole pixels nearest to a rectangle in points.
  func pixels(nearest rect: Rect) -> PixelRect {
    pixels(rect, left: { $0.rounded() }, right: { $0.rounded() })
  }

  /// All pixels that a rectangle in points touches.
  func pixels(around rect: Rect) -> PixelRect {
    pixels(rect, left: { ($0 + 1e-6).rounded(.down) }, right: { ($0 - 1e-6).rounded(.up) })
  }

  func isOnPixels(_ rect: Rect) -> Bool {
    let (start, end) = (device(rect.origin), device(Point(x: rect.maxX, y: rect.maxY)))
    return [start.x, start.y, end.x, end.y].allSatisfy { abs($0 - $0.rounded()) < 1e-4 }
  }

  /// The rows of a rounded rectangle that its corners don't reach, where they are most of it and it stands on whole
  /// pixels: there, it cuts nothing off but what its box does.
  func uncut(_ shape: Shape) -> PixelRect? {
    guard case .rounded(let rect, radius: let radius) = shape, rect.isFinite, isOnPixels(rect) else { return nil }
    let box = pixels(nearest: rect)
    let corner = Int(min(max(0, radius * scale), 1e6).rounded(.up))
    guard box.height > 6 * corner else { return nil }
    return PixelRect(left: box.left, top: box.top + corner, right: box.right, bottom: box.bottom - corner)
  }

  private func pixels(_ rect: Rect, left: (Double) -> Double, right: (Double) -> Double) -> PixelRect {
    // Far outside is as good as very far outside.
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e8), 1e8)) }
    let (start, end) = (device(rect.origin), device(Point(x: rect.maxX, y: rect.maxY)))
    return PixelRect(
      left: pixel(left(start.x)), top: pixel(left(start.y)), right: pixel(right(end.x)), bottom: pixel(right(end.y)))
  }

  /// A rectangle of pixels in points.
  func points(_ box: PixelRect) -> Rect {
    let origin = device(.zero)
    return Rect(
      x: (Double(box.left) - origin.x) / scale, y: (Double(box.top) - origin.y) / scale,
      width: Double(box.width) / scale, height: Double(box.height) / scale)
  }

  /// Clips to whole pixels.
  func restrict(to box: PixelRect) {
    let box = box.intersection(clip)
    cairo_save(context)
    cairo_identity_matrix(context)
    cairo_new_path(context)
    cairo_rectangle(context, Double(box.left), Double(box.top), Double(box.width), Double(box.height))
    cairo_restore(context)
    cairo_clip(context)
  }
}
