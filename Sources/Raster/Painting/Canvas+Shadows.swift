import Basics
import CPangoCairo
import Diagnostics
import Drawing

extension Canvas {
  /// Draws the shape's shadow, including the area under the shape.
  func shadow(of shape: Shape, _ shadow: Shadow) throws {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0, !clip.isEmpty else { return }
    let cast = shape.cast(by: shadow)
    guard cast.isDrawable, cast.bounds.isFinite else { return }
    guard let mask = try ShadowMask(cast, spread: shadow.spread, blur: shadow.blur, on: self) else { return }
    let visible = mask.frame.intersection(clip)
    guard !visible.isEmpty else { return }
    try fill(visible, shadow.color) { row, values in mask.read(row: row, from: visible.x, into: values) }
  }

  /// Draws the shadow that the shape's edges cast inward.
  func innerShadow(of shape: Shape, _ shadow: Shadow) throws {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0 else { return }
    let visible = pixels(around: shape.bounds).intersection(clip)
    guard !visible.isEmpty else { return }
    // Light falls through a hole that the spread makes smaller.
    let light = Shadow(offset: shadow.offset, blur: shadow.blur, spread: -shadow.spread, color: shadow.color)
    let hole = shape.cast(by: light)
    let mask =
      hole.isDrawable && hole.bounds.isFinite
      ? try ShadowMask(hole, spread: light.spread, blur: light.blur, on: self) : nil
    try saved {
      outline(shape)
      cairo_clip(context)
      try fill(visible, shadow.color) { row, values in
        values.update(repeating: 255)
        guard let mask, mask.frame.y..<mask.frame.bottom ~= row else { return }
        let lit = mask.frame.intersection(visible)
        guard !lit.isEmpty else { return }
        let part = UnsafeMutableBufferPointer(rebasing: values[lit.x - visible.x..<lit.right - visible.x])
        mask.read(row: row, from: lit.x, into: part)
        for index in part.indices { part[index] = 255 - part[index] }
      }
    }
  }

  /// Draws a color through a coverage mask that `row` writes one line of pixels at a time.
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
        row(box.y + y, UnsafeMutableBufferPointer(rebasing: values[y * stride..<y * stride + box.width]))
      }
      try Canvas.withSurface(over: bytes, format: CAIRO_FORMAT_A8, width: box.width, height: box.height) { mask in
        saved {
          cairo_identity_matrix(context)
          setSource(color)
          cairo_mask_surface(context, mask, Double(box.x), Double(box.y))
        }
      }
    }
  }
}
