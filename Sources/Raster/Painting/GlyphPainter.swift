import CPangoCairo
import CPixelLoops
import Diagnostics
import Drawing

/// Draws glyph runs: one worker's glyph pictures, put on any canvas.
final class GlyphPainter {
  private let rasterizer: GlyphRasterizer

  init(fonts: FontSet) throws(Diagnostic) { rasterizer = try GlyphRasterizer(fonts: fonts) }

  /// `origin` is the text's top left corner in points.
  func paint(_ run: GlyphRun, at origin: Point, on canvas: Canvas) throws {
    let size = run.size * canvas.scale
    guard size > 0, size.isFinite, run.color.alpha > 0 else { return }
    let origin = canvas.device(origin)
    // Along the line glyphs stand where they were shaped; baselines lie on whole pixels, or stems would be
    // crisp and crossbars blurred.
    let placed = run.glyphs.compactMap { glyph -> (id: UInt32, x: Double, y: Int)? in
      let x = origin.x + glyph.x * canvas.scale
      let y = (origin.y + glyph.y * canvas.scale).rounded()
      guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
      return (glyph.id, x, Int(y))
    }
    // No glyph reaches further from its baseline; most of a card's runs are outside of a narrow clip.
    let (clip, reach) = (canvas.clip, Int(min(3 * size, 1e6)) + 1)
    guard placed.contains(where: { $0.y + reach >= clip.top && $0.y - reach <= clip.bottom }) else { return }
    if run.face == .lastResort {
      for glyph in placed {
        guard let box = LastResortBox(glyph.id) else { continue }
        canvas.fill(box, size: size, x: glyph.x, y: glyph.y, run.color)
      }
    } else if try rasterizer.isColored(run.face) {
      for glyph in placed {
        guard let picture = try rasterizer.colorGlyph(run.face, glyph: glyph.id, size: size) else { continue }
        try paint(picture, size: size, x: glyph.x, y: Double(glyph.y), opacity: run.color.alpha, on: canvas)
      }
    } else {
      try paint(placed, run, size: size, on: canvas)
    }
  }

  /// One mask for the whole run: where letters join or overlap, a translucent colour stays even.
  private func paint(
    _ glyphs: [(id: UInt32, x: Double, y: Int)], _ run: GlyphRun, size: Double, on canvas: Canvas
  ) throws {
    var masks: [(mask: GlyphMask, frame: PixelRect)] = []
    let steps = GlyphRasterizer.subpixels
    var box = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    let clip = canvas.clip
    for glyph in glyphs {
      let quarters = Int((glyph.x * Double(steps)).rounded())
      let subpixel = ((quarters % steps) + steps) % steps
      guard let mask = try rasterizer.mask(run.face, glyph: glyph.id, size: size, subpixel: subpixel) else { continue }
      let (left, top) = ((quarters - subpixel) / steps + mask.left, glyph.y - mask.top)
      let frame = PixelRect(left: left, top: top, right: left + mask.width, bottom: top + mask.height)
      guard !frame.intersection(clip).isEmpty else { continue }
      masks.append((mask, frame))
      box = box.union(frame)
    }
    box = box.intersection(clip)
    guard !box.isEmpty else { return }
    try canvas.fill(box, run.color) { y, row in
      for (mask, frame) in masks where y >= frame.top && y < frame.bottom {
        let seen = frame.intersection(box)
        mask.coverage.withUnsafeBufferPointer { coverage in
          guard let coverage = coverage.baseAddress, let row = row.baseAddress, seen.width > 0 else { return }
          let start = (y - frame.top) * mask.width - frame.left + seen.left
          fp_add_coverage(coverage + start, seen.width, row + seen.left - box.left)
        }
      }
    }
  }

  /// The font's bitmap, brought to the text's size by Cairo's resampling filter (a box filter when it gets smaller).
  private func paint(
    _ picture: ColorGlyph, size: Double, x: Double, y: Double, opacity: Double, on canvas: Canvas
  ) throws {
    var pixels = picture.pixels
    guard !pixels.isEmpty else { return }
    let factor = size / picture.pixelsPerEm
    let context = canvas.context
    try pixels.withUnsafeMutableBytes { bytes in
      try Canvas.withSurface(
        over: bytes, format: CAIRO_FORMAT_ARGB32, width: picture.width, height: picture.height
      ) { surface in
        canvas.saved {
          cairo_identity_matrix(context)
          cairo_translate(context, x, y)
          cairo_scale(context, factor, factor)
          cairo_set_source_surface(context, surface, Double(picture.left), -Double(picture.top))
          cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
          cairo_paint_with_alpha(context, opacity)
        }
      }
    }
  }
}
