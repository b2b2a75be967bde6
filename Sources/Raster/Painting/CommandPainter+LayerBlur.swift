import Basics
import CPangoCairo
import Diagnostics
import Drawing

extension CommandPainter {
  /// Draws the commands on a separate image, blurs it and draws it on the canvas. Content outside of the canvas is
  /// included as far as the blur spreads it in.
  func blurred(_ commands: [DrawingCommand], radius: Double) throws {
    let sigma = radius / 2 * canvas.scale
    guard sigma.isFinite, let ink = DrawingCommand.reach(of: commands), ink.isFinite, !ink.isEmpty else { return }
    guard sigma > 0.01 else { return try paint(commands) }
    let blur = GaussianBlur(sigma: sigma)
    let box = picture(of: ink, reaching: blur.reach)
    guard !box.isEmpty else { return }
    guard box.width <= Canvas.longestSide, box.height <= Canvas.longestSide,
      let count = Bitmap.byteCount(width: box.width, height: box.height), count <= Int(Int32.max)
    else {
      throw Diagnostic(
        PaintIssue.tooLarge(width: ink.width, height: ink.height, scale: canvas.scale, limit: Canvas.longestSide))
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let origin = canvas.device(.zero)
    try bytes.withUnsafeMutableBytes { buffer in
      try Canvas.draw(on: buffer, format: CAIRO_FORMAT_ARGB32, width: box.width, height: box.height) { context in
        cairo_translate(context, origin.x - Double(box.x), origin.y - Double(box.y))
        cairo_scale(context, canvas.scale, canvas.scale)
        let inside = CommandPainter(
          canvas: Canvas(context: context, scale: canvas.scale), glyphs: glyphs, images: images)
        try inside.paint(commands)
      }
      blur.apply(to: buffer.bindMemory(to: UInt8.self), width: box.width, height: box.height)
      try Canvas.withSurface(over: buffer, format: CAIRO_FORMAT_ARGB32, width: box.width, height: box.height) {
        surface in
        canvas.saved {
          cairo_identity_matrix(canvas.context)
          cairo_set_source_surface(canvas.context, surface, Double(box.x), Double(box.y))
          cairo_pattern_set_filter(cairo_get_source(canvas.context), CAIRO_FILTER_NEAREST)
          cairo_paint(canvas.context)
        }
      }
    }
  }

  /// Returns the pixels needed for the visible blurred ink, including those whose ink the blur spreads there.
  private func picture(of ink: Rect, reaching reach: Int) -> PixelRect {
    func grown(_ box: PixelRect) -> PixelRect {
      PixelRect(left: box.x - reach, top: box.y - reach, right: box.right + reach, bottom: box.bottom + reach)
    }
    return grown(canvas.pixels(around: ink)).intersection(grown(canvas.clip))
  }
}

extension GaussianBlur {
  /// Blurs premultiplied pixels, channel by channel.
  fileprivate func apply(to pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int) {
    var values = [Float](repeating: 0, count: width * height)
    for channel in 0..<4 {
      for index in values.indices { values[index] = Float(pixels[index * 4 + channel]) }
      apply(to: &values, width: width, height: height)
      for index in values.indices { pixels[index * 4 + channel] = UInt8(min(max(0, values[index].rounded()), 255)) }
    }
  }
}
