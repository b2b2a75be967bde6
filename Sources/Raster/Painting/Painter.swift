import Basics
import CPangoCairo
import Diagnostics
import Drawing

/// A source of images for drawing.
package protocol ImageSource: Sendable {
  /// Returns the image in exactly `width` × `height` pixels, aspect-filled and resampled, `.bgraPremultiplied`; nil if
  /// it is unavailable, so that the placeholder is drawn. Called on the painting thread.
  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap?
}

/// Draws display lists with Cairo (shapes, images) and FreeType (glyphs of the font set).
///
/// Can be used from any number of threads; the same list, scale and images produce the same bytes on each.
package struct Painter: Sendable {
  private let fonts: FontSet
  private let workers: WorkerPool<GlyphPainter>

  package init(fonts: FontSet) {
    self.fonts = fonts
    workers = WorkerPool { try GlyphPainter(fonts: fonts) }
  }

  /// Returns the list as pixels: ⌈points × scale⌉ a side, `.bgraPremultiplied`, transparent by default.
  ///
  /// Throws a `Diagnostic`: `raster.too-large` over 32 767 pixels a side, `raster.not-finite`, `raster.cairo`,
  /// `raster.glyph`, and `font.…` if a font file doesn't match the lock.
  package func paint(_ list: DisplayList, scale: Double, images: any ImageSource) throws -> Bitmap {
    let bitmap = try workers.withWorker { glyphs in
      try Canvas.bitmap(list.size, scale: scale) { canvas in
        try CommandPainter(canvas: canvas, glyphs: glyphs, images: images).paint(list.commands)
      }
    }
    if let problem = fonts.problems.first { throw problem }
    return bitmap
  }

  /// Returns the size in pixels of an image of this size in points. Throws a `Diagnostic`: `raster.too-large`,
  /// `raster.not-finite`.
  package static func pixels(of size: Size, scale: Double) throws(Diagnostic) -> PixelSize {
    let (width, height) = try Canvas.pixels(of: size, scale: scale)
    return PixelSize(width: width, height: height)
  }
}

/// Draws commands in order; edges, boxes and images are rounded to whole pixels. It measures and decides nothing.
struct CommandPainter {
  let canvas: Canvas
  let glyphs: GlyphPainter
  let images: any ImageSource

  func paint(_ commands: [DrawingCommand]) throws {
    for command in commands {
      switch command {
      case .fill(let shape, let paint): canvas.fill(shape, paint)
      case .stroke(let path, let width, let paint): canvas.stroke(path, width: width, paint)
      case .dashed(let path, let width, let dashes, let paint): canvas.stroke(path, width: width, dashes, paint)
      case .shadow(let shape, let shadow): try canvas.shadow(of: shape, shadow)
      case .innerShadow(let shape, let shadow): try canvas.innerShadow(of: shape, shadow)
      case .image(let reference, let shape, let placeholder, let missing):
        try paint(reference, in: shape, placeholder, missing)
      case .glyphs(let run, let origin): try paint(run, at: origin)
      case .group(let clip, let opacity, let commands): try paint(commands, clip: clip, opacity: opacity)
      case .blurred(let commands, let radius): try blurred(commands, radius: radius)
      case .translated(let offset, let commands):
        guard offset.x.isFinite, offset.y.isFinite else { continue }
        try canvas.saved {
          cairo_translate(canvas.context, offset.x, offset.y)
          try paint(commands)
        }
      }
    }
  }

  /// Draws the commands as one layer that is clipped once: clipping each command separately would let the background
  /// shine through along anti-aliased edges.
  func paint(_ commands: [DrawingCommand], clip: Shape?, opacity: Double) throws {
    guard opacity > 0 else { return }
    guard clip != nil || opacity < 1 else { return try paint(commands) }
    if let clip, !clip.isDrawable { return }
    if opacity >= 1, let clip, let middle = canvas.uncut(clip) {
      // A card is clipped at its corners only. The area between them needs no layer, which would be as large as the
      // card.
      let whole = canvas.pixels(around: clip.bounds)
      try inside(PixelRect(left: whole.x, top: whole.y, right: whole.right, bottom: middle.y)) {
        try layer(commands, clip: clip, opacity: 1)
      }
      try inside(middle) { try paint(commands) }
      return try inside(PixelRect(left: whole.x, top: middle.bottom, right: whole.right, bottom: whole.bottom)) {
        try layer(commands, clip: clip, opacity: 1)
      }
    }
    try layer(commands, clip: clip, opacity: opacity)
  }

  /// Restricts drawing to the pixels of `box`.
  private func inside(_ box: PixelRect, _ body: () throws -> Void) throws {
    try canvas.saved {
      canvas.restrict(to: box)
      if !canvas.clip.isEmpty { try body() }
    }
  }

  private func layer(_ commands: [DrawingCommand], clip: Shape?, opacity: Double) throws {
    let context = canvas.context
    try canvas.saved {
      if let clip {
        // Keeps the layer small. For a pixel-aligned rectangle, this clip is sufficient.
        let box = canvas.pixels(around: clip.bounds)
        canvas.restrict(to: box)
        if opacity >= 1, case .rectangle(let rect) = clip, canvas.isOnPixels(rect) { return try paint(commands) }
      }
      guard !canvas.clip.isEmpty else { return }
      cairo_push_group_with_content(context, CAIRO_CONTENT_COLOR_ALPHA)
      do {
        try paint(commands)
      } catch {
        cairo_pattern_destroy(cairo_pop_group(context))
        throw error
      }
      cairo_pop_group_to_source(context)
      if let clip {
        canvas.outline(clip)
        cairo_clip(context)
      }
      cairo_paint_with_alpha(context, min(1, opacity))
    }
  }

  func paint(_ run: GlyphRun, at origin: Point) throws { try glyphs.paint(run, at: origin, on: canvas) }

  /// Draws an image whose pixels match the canvas: the shape's box is rounded to whole pixels and nothing is filtered.
  func paint(
    _ reference: ImageReference, in shape: Shape, _ placeholder: Paint, _ missing: [DrawingCommand]
  ) throws {
    guard shape.isDrawable, shape.bounds.isFinite, !shape.bounds.isEmpty else { return }
    let box = canvas.pixels(nearest: shape.bounds)
    // Invisible images are not requested: further pages of a carousel may be large.
    guard !box.isEmpty, !box.intersection(canvas.clip).isEmpty else { return }
    guard box.width <= Canvas.longestSide, box.height <= Canvas.longestSide else {
      throw Diagnostic(
        PaintIssue.tooLarge(
          width: shape.bounds.width, height: shape.bounds.height, scale: canvas.scale, limit: Canvas.longestSide))
    }
    let outline = shape.moved(onto: canvas.points(box))
    guard var picture = images.picture(for: reference, width: box.width, height: box.height),
      picture.format == .bgraPremultiplied, picture.width == box.width, picture.height == box.height
    else {
      canvas.fill(outline, placeholder)
      return try paint(missing)
    }
    try picture.bytes.withUnsafeMutableBytes { bytes in
      try Canvas.withSurface(over: bytes, format: CAIRO_FORMAT_ARGB32, width: box.width, height: box.height) {
        surface in
        canvas.saved {
          canvas.outline(outline)
          cairo_identity_matrix(canvas.context)
          cairo_set_source_surface(canvas.context, surface, Double(box.x), Double(box.y))
          cairo_pattern_set_filter(cairo_get_source(canvas.context), CAIRO_FILTER_NEAREST)
          // Repeat the edge pixels under an outline that extends slightly further.
          cairo_pattern_set_extend(cairo_get_source(canvas.context), CAIRO_EXTEND_PAD)
          cairo_fill(canvas.context)
        }
      }
    }
  }
}

extension Shape {
  /// Returns the same outline for another box; paths don't move.
  package func moved(onto rect: Rect) -> Shape {
    switch self {
    case .rectangle: .rectangle(rect)
    case .rounded(_, radius: let radius): .rounded(rect, radius: radius)
    case .cornered(_, let radii): .cornered(rect, radii)
    case .ellipse: .ellipse(rect)
    case .path: self
    }
  }
}

// MARK: - Layer blur

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
