import CPangoCairo
import Drawing

/// A face of the lock at one size, as Pango sees it: a `PangoFont` without fontconfig, FreeType or Cairo under it.
///
/// HarfBuzz reads the tables itself, so advances are the font's own: unhinted, not rounded to pixels, the same at every
/// scale. The face is opened when Pango first asks what it covers.
final class LockedFont {
  let id: FontFaceID
  /// Points per em.
  let size: Double
  private(set) var pointer: UnsafeMutablePointer<PangoFont>?
  private unowned let map: LockedFontMap

  init(_ id: FontFaceID, size: Double, map: LockedFontMap) {
    self.id = id
    self.size = size
    self.map = map
    pointer = LockedFont.subclass.instance(for: self)?.assumingMemoryBound(to: PangoFont.self)
  }

  deinit {
    if let pointer { g_object_unref(pointer) }
  }

  static func of(_ font: UnsafeMutablePointer<PangoFont>?) -> LockedFont? {
    subclass.owner(of: font, as: LockedFont.self)
  }

  private static let subclass = PangoSubclass(of: pango_font_get_type(), name: "FeedproofLockedFont") { type, _ in
    guard let type = type?.assumingMemoryBound(to: PangoFontClass.self) else { return }
    type.pointee.describe = { LockedFont.of($0)?.description }
    type.pointee.describe_absolute = { LockedFont.of($0)?.description }
    type.pointee.get_coverage = { font, _ in LockedFont.of(font)?.coverage }
    type.pointee.get_font_map = { font in LockedFont.of(font)?.map.pointer }
    type.pointee.create_hb_font = { font in LockedFont.of(font)?.shapingFont ?? hb_font_get_empty() }
    // Lines are placed by the style's line height, never by a font's: Pango's stand-in values do.
    type.pointee.get_metrics = { _, _ in pango_font_get_metrics(nil, nil) }
    type.pointee.get_glyph_extents = { font, glyph, ink, logical in
      ink?.pointee = PangoRectangle()
      logical?.pointee = PangoRectangle(x: 0, y: 0, width: LockedFont.of(font)?.advance(of: glyph) ?? 0, height: 0)
    }
  }

  /// False where the face's file is not what the lock says: HarfBuzz then returns characters for glyphs.
  var isUsable: Bool { map.fonts.face(id) != nil }

  private var description: OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, "feedproof-\(id.index)")
    pango_font_description_set_absolute_size(description, PangoUnits.double(size))
    return description
  }

  /// A new reference.
  private var coverage: OpaquePointer? {
    let coverage = map.coverage(of: id)
    if let coverage { g_object_ref(UnsafeMutableRawPointer(coverage)) }
    return coverage
  }

  /// A new `hb_font_t`.
  private var shapingFont: OpaquePointer? {
    guard let face = map.fonts.face(id) else { return nil }
    let font = hb_font_create(face.face)
    let scale = PangoUnits.int(size)
    hb_font_set_scale(font, scale, scale)
    return font
  }

  /// In Pango units. For a character that the face lacks: of the box that is drawn for it.
  private func advance(of glyph: PangoGlyph) -> Int32 {
    if glyph & PangoUnits.unknownGlyph != 0 {
      let box = LastResortBox(glyph & ~PangoUnits.unknownGlyph)
      return PangoUnits.int(size * Double(box?.advance ?? 0) / LastResortBox.unitsPerEm)
    }
    guard glyph != PangoUnits.emptyGlyph, let font = pango_font_get_hb_font(pointer) else { return 0 }
    return hb_font_get_glyph_h_advance(font, glyph)
  }
}

/// Lengths as Pango counts them: 1024 to a point.
enum PangoUnits {
  static func int(_ points: Double) -> Int32 { Int32(clamping: Int64((points * 1024).rounded().clampedToInt32)) }
  static func double(_ points: Double) -> Double { Double(int(points)) }
  static func points(_ units: some BinaryInteger) -> Double { Double(units) / 1024 }

  /// Marks a glyph as missing; the other bits are the scalar. C macros with casts, which Swift doesn't import.
  static let unknownGlyph: PangoGlyph = 0x1000_0000
  /// A glyph that draws nothing by design.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
}

extension Double {
  /// Not a number is 0.
  fileprivate var clampedToInt32: Double {
    isNaN ? 0 : Swift.min(Swift.max(self, Double(Int32.min)), Double(Int32.max))
  }
}
