import CPangoCairo
import Diagnostics
import Drawing

extension Canvas {
  /// Draws the shape's shadow, also where the shape itself will lie.
  func shadow(of shape: Shape, _ shadow: Shadow) throws {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0, !clip.isEmpty else { return }
    let cast = shape.cast(by: shadow)
    guard cast.isDrawable, cast.bounds.isFinite else { return }
    guard let mask = try ShadowMask(cast, spread: shadow.spread, blur: shadow.blur, on: self) else { return }
    let visible = mask.frame.intersection(clip)
    guard !visible.isEmpty else { return }
    try fill(visible, shadow.color) { row, values in mask.read(row: row, from: visible.left, into: values) }
  }

  /// Puts a colour on the canvas through coverage that `row` writes, a line of pixels at a time.
  func fill(
    _ box: PixelRect, _ color: Color, row: (Int, UnsafeMutableBufferPointer<UInt8>) -> Void
  ) throws {
    let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(clamping: box.width)))
    let (count, isTooMuch) = stride.multipliedReportingOverflow(by: box.height)
    guard stride > 0, !isTooMuch else { throw Diagnostic(PaintIssue.outOfMemory) }
    var coverage = [UInt8](repeating: 0, count: count)
    try coverage.withUnsafeMutableBytes { bytes in
      let values = bytes.bindMemory(to: UInt8.self)
      for y in 0..<box.height {
        row(box.top + y, UnsafeMutableBufferPointer(rebasing: values[y * stride..<y * stride + box.width]))
      }
      try Canvas.withSurface(over: bytes, format: CAIRO_FORMAT_A8, width: box.width, height: box.height) { mask in
        saved {
          cairo_identity_matrix(context)
          setSource(color)
          cairo_mask_surface(context, mask, Double(box.left), Double(box.top))
        }
      }
    }
  }
}
