import Basics
import CPangoCairo
import CPixelLoops
import Diagnostics
import Drawing
import Foundation

/// Draws glyph runs on any canvas. It caches one worker's glyph masks.
final class GlyphPainter {
  private let rasterizer: GlyphRasterizer

  init(fonts: FontSet) throws(Diagnostic) { rasterizer = try GlyphRasterizer(fonts: fonts) }

  /// Draws a run; `origin` is the text's top left corner in points.
  func paint(_ run: GlyphRun, at origin: Point, on canvas: Canvas) throws {
    let size = run.size * canvas.scale
    guard size > 0, size.isFinite, run.color.alpha > 0 else { return }
    let origin = canvas.device(origin)
    // Glyphs keep their shaped positions along the line. Baselines are rounded to whole pixels; otherwise stems would
    // be crisp and crossbars blurred.
    let placed = run.glyphs.compactMap { glyph -> (id: UInt32, x: Double, y: Int)? in
      let x = origin.x + glyph.x * canvas.scale
      let y = (origin.y + glyph.y * canvas.scale).rounded()
      guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
      return (glyph.id, x, Int(y))
    }
    // No glyph extends further from its baseline. Most runs of a card are outside of a narrow clip.
    let (clip, reach) = (canvas.clip, Int(min(3 * size, 1e6)) + 1)
    guard placed.contains(where: { $0.y + reach >= clip.y && $0.y - reach <= clip.bottom }) else { return }
    if run.face == .lastResort {
      for glyph in placed {
        guard let box = MissingGlyphBox(glyph.id) else { continue }
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

  /// Uses one mask for the whole run, so that a translucent color stays even where letters join or overlap.
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
      let mask = try rasterizer.mask(run.face, glyph: glyph.id, size: size, slant: run.slant, subpixel: subpixel)
      guard let mask else { continue }
      let (left, top) = ((quarters - subpixel) / steps + mask.left, glyph.y - mask.top)
      let frame = PixelRect(left: left, top: top, right: left + mask.width, bottom: top + mask.height)
      guard !frame.intersection(clip).isEmpty else { continue }
      masks.append((mask, frame))
      box = box.union(frame)
    }
    box = box.intersection(clip)
    guard !box.isEmpty else { return }
    try canvas.fill(box, run.color) { y, row in
      for (mask, frame) in masks where y >= frame.y && y < frame.bottom {
        let seen = frame.intersection(box)
        mask.coverage.withUnsafeBufferPointer { coverage in
          guard let coverage = coverage.baseAddress, let row = row.baseAddress, seen.width > 0 else { return }
          let start = (y - frame.y) * mask.width - frame.x + seen.x
          fp_add_coverage(coverage + start, seen.width, row + seen.x - box.x)
        }
      }
    }
  }

  /// Draws the font's bitmap, resized to the text size by Cairo's resampling filter (a box filter for minification).
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

/// A glyph's mask in pixels, relative to the pen: `left` is to the right of it, `top` above the baseline.
struct GlyphMask {
  var left: Int
  var top: Int
  var width: Int
  var height: Int
  /// Coverage values, `width` bytes a row.
  var coverage: [UInt8]
}

/// The color bitmap of a glyph at the font's original size.
struct ColorGlyph {
  var left: Int
  var top: Int
  var width: Int
  var height: Int
  /// Pixels per em of the font's bitmaps.
  var pixelsPerEm: Double
  /// Premultiplied B, G, R, A, `width` × 4 bytes a row.
  var pixels: [UInt8]
}

/// Rasterizes glyphs of the locked faces with FreeType: no hinting, grayscale.
///
/// Each worker has its own. `cairo_show_glyphs` isn't used: up to Cairo 1.16 it rounds every glyph to a whole pixel,
/// which makes letter spacing visibly uneven at 1x. Here, glyphs are placed at quarters of a pixel, as in browsers.
final class GlyphRasterizer {
  /// Subpixel positions of a glyph along the line.
  static let subpixels = 4

  private let fonts: FontSet
  private let library: FreeTypeLibrary
  /// At most one for each face of the lock.
  private var faces: [Int: Face] = [:]
  private var masks: [MaskKey: GlyphMask] = [:]
  private var maskBytes = 0
  private var colorGlyphs: [ColorKey: ColorGlyph] = [:]
  private var colorBytes = 0

  /// Bytes of cached glyphs per worker, for plain and color glyphs each.
  private static let limit = 8 << 20

  private struct MaskKey: Hashable {
    var face: Int
    var glyph: UInt32
    /// The size in 1/64 pixels.
    var size: Int
    /// In 1/65 536; 0 for upright glyphs.
    var slant: Int
    var subpixel: Int
  }
  private struct ColorKey: Hashable {
    var face: Int
    var glyph: UInt32
    /// The index of one of the font's bitmap sizes.
    var strike: Int
  }

  init(fonts: FontSet) throws(Diagnostic) {
    guard let library = FreeTypeLibrary() else { throw Diagnostic(PaintIssue.outOfMemory) }
    self.fonts = fonts
    self.library = library
  }

  /// A FreeType face over the same verified bytes that the text was shaped with.
  private final class Face {
    let pointer: FT_Face
    let source: FontFace
    /// The library must outlive its faces: freeing it frees them.
    private let library: FreeTypeLibrary
    var size = 0

    init?(_ source: FontFace, _ library: FreeTypeLibrary) {
      var length: UInt32 = 0
      let data = hb_blob_get_data(source.blob, &length)
      var face: FT_Face?
      let error = data?.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        FT_New_Memory_Face(library.pointer, $0, FT_Long(length), FT_Long(source.index), &face)
      }
      guard error == 0, let face else { return nil }
      pointer = face
      self.source = source
      self.library = library
    }

    deinit { FT_Done_Face(pointer) }

    /// True for bitmap fonts, which have no scalable outlines.
    var isBitmap: Bool { pointer.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0 }
  }

  private func face(_ id: FontFaceID) throws(Diagnostic) -> Face? {
    if let known = faces[id.index] { return known }
    guard let source = fonts.face(id) else { return nil }
    guard let face = Face(source, library) else {
      throw Diagnostic(FontIssue.unusable(path: fonts.lock.faces[id.index].file, index: source.index))
    }
    faces[id.index] = face
    return face
  }

  /// Whether the face's glyphs are color bitmaps.
  func isColored(_ id: FontFaceID) throws(Diagnostic) -> Bool { try face(id)?.isBitmap ?? false }

  /// Returns a glyph's mask; `size` is in pixels per em, `slant` a fraction of the height, `subpixel` in quarters of a
  /// pixel. Nil if the face is unavailable.
  func mask(
    _ id: FontFaceID, glyph: UInt32, size: Double, slant: Double? = nil, subpixel: Int
  ) throws(Diagnostic) -> GlyphMask? {
    guard let units = Int(exactly: (size * 64).rounded()), units > 0, units < 1 << 20 else { return nil }
    let lean = slant.flatMap { Int(exactly: (min(max($0, -1), 1) * 65_536).rounded()) } ?? 0
    let key = MaskKey(face: id.index, glyph: glyph, size: units, slant: lean, subpixel: subpixel)
    if let known = masks[key] { return known }
    guard let face = try face(id) else { return nil }
    if face.size != units {
      try check(FT_Set_Char_Size(face.pointer, 0, FT_F26Dot6(units), 72, 72), id, glyph)
      face.size = units
    }
    try check(FT_Load_Glyph(face.pointer, glyph, FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)), id, glyph)
    guard let slot = face.pointer.pointee.glyph else { return nil }
    if lean != 0 {
      var shear = FT_Matrix(xx: 0x10000, xy: FT_Fixed(lean), yx: 0, yy: 0x10000)
      FT_Outline_Transform(&slot.pointee.outline, &shear)
    }
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(subpixel * 64 / GlyphRasterizer.subpixels), 0)
    try check(FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL), id, glyph)
    let bitmap = slot.pointee.bitmap
    let mask = GlyphMask(
      left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top), width: Int(bitmap.width),
      height: Int(bitmap.rows), coverage: GlyphRasterizer.rows(of: bitmap, bytesPerPixel: 1))
    if maskBytes > GlyphRasterizer.limit {
      masks.removeAll()
      maskBytes = 0
    }
    masks[key] = mask
    maskBytes += mask.coverage.count
    return mask
  }

  /// Returns the bitmap nearest to `size` pixels per em, preferring larger ones; nil if there is none.
  func colorGlyph(_ id: FontFaceID, glyph: UInt32, size: Double) throws(Diagnostic) -> ColorGlyph? {
    guard let face = try face(id), let strike = strike(of: face, for: size) else { return nil }
    let key = ColorKey(face: id.index, glyph: glyph, strike: strike.index)
    if let known = colorGlyphs[key] { return known }
    try check(FT_Select_Size(face.pointer, FT_Int(strike.index)), id, glyph)
    try check(FT_Load_Glyph(face.pointer, glyph, FT_Int32(FT_LOAD_COLOR | FT_LOAD_NO_HINTING)), id, glyph)
    guard let slot = face.pointer.pointee.glyph else { return nil }
    let bitmap = slot.pointee.bitmap
    guard Int(bitmap.pixel_mode) == Int(FT_PIXEL_MODE_BGRA.rawValue) else { return nil }
    let picture = ColorGlyph(
      left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top), width: Int(bitmap.width),
      height: Int(bitmap.rows), pixelsPerEm: strike.pixelsPerEm,
      pixels: GlyphRasterizer.rows(of: bitmap, bytesPerPixel: 4))
    if colorBytes > GlyphRasterizer.limit {
      colorGlyphs.removeAll()
      colorBytes = 0
    }
    colorGlyphs[key] = picture
    colorBytes += picture.pixels.count
    return picture
  }

  private func strike(of face: Face, for size: Double) -> (index: Int, pixelsPerEm: Double)? {
    guard let sizes = face.pointer.pointee.available_sizes else { return nil }
    let strikes = (0..<Int(face.pointer.pointee.num_fixed_sizes)).map { index in
      (index: index, pixelsPerEm: Double(sizes[index].y_ppem) / 64)
    }
    let enough = strikes.filter { $0.pixelsPerEm >= size }.min { $0.pixelsPerEm < $1.pixelsPerEm }
    return (enough ?? strikes.max { $0.pixelsPerEm < $1.pixelsPerEm }).flatMap { $0.pixelsPerEm > 0 ? $0 : nil }
  }

  private static func rows(of bitmap: FT_Bitmap, bytesPerPixel: Int) -> [UInt8] {
    let width = Int(bitmap.width) * bytesPerPixel
    guard let buffer = bitmap.buffer, width > 0 else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * Int(bitmap.rows))
    for row in 0..<Int(bitmap.rows) {
      bytes += UnsafeBufferPointer(start: buffer + row * Int(bitmap.pitch), count: width)
    }
    return bytes
  }

  private func check(_ error: FT_Error, _ id: FontFaceID, _ glyph: UInt32) throws(Diagnostic) {
    guard error != 0 else { return }
    throw Diagnostic(PaintIssue.glyph(file: fonts.lock.faces[id.index].file, id: glyph, error: Int(error)))
  }
}
