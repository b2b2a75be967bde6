import CPangoCairo
import Drawing

/// The font set as a `PangoFontMap`, for one worker at a time.
///
/// Pango requests the fonts of a run and uses the first that covers each character; `FaceOrder` determines the fonts
/// and their order. Without fontconfig, nothing of the machine can interfere. Open faces and fonts are only cached for
/// speed: they don't depend on when they are made.
final class LockedFontMap {
  let fonts: FontSet
  private(set) var pointer: UnsafeMutablePointer<PangoFontMap>?
  /// The request of the current text. Set before any layout.
  var request = Request(order: FaceOrder(family: "", weight: 400, han: .chinese), size: 1)

  struct Request: Hashable {
    var order: FaceOrder
    /// Points per em.
    var size: Double
  }

  private struct FontKey: Hashable {
    var face: Int
    var size: Double
  }
  private struct SetKey: Hashable {
    var request: Request
    var emoji: Bool
  }
  private var loaded: [FontKey: LockedFont] = [:]
  /// `PangoFontset`s, one reference each.
  private var sets: [SetKey: OpaquePointer] = [:]
  /// `PangoCoverage`s by face, one reference each.
  private var coverages: [Int: OpaquePointer] = [:]

  init(fonts: FontSet) {
    self.fonts = fonts
    pointer = LockedFontMap.subclass.instance(for: self)?.assumingMemoryBound(to: PangoFontMap.self)
  }

  deinit {
    for set in sets.values { g_object_unref(UnsafeMutableRawPointer(set)) }
    for coverage in coverages.values { g_object_unref(UnsafeMutableRawPointer(coverage)) }
    if let pointer { g_object_unref(pointer) }
  }

  /// The maximum number of styles in a map; then the worker is replaced by a fresh one.
  static let limit = 64
  var isFull: Bool { sets.count >= LockedFontMap.limit }

  private static let subclass = PangoSubclass(of: pango_font_map_get_type(), name: "FeedproofLockedFontMap") {
    type, _ in
    guard let type = type?.assumingMemoryBound(to: PangoFontMapClass.self) else { return }
    type.pointee.load_font = { map, _, _ in LockedFontMap.of(map)?.baseFont }
    type.pointee.load_fontset = { map, _, description, _ in
      let family = pango_font_description_get_family(description).map(String.init(cString:))
      return LockedFontMap.of(map)?.fontset(asked: family)
    }
    type.pointee.list_families = { _, families, count in
      families?.pointee = nil
      count?.pointee = 0
    }
    type.pointee.get_serial = { _ in 1 }
  }

  private static func of(_ map: UnsafeMutablePointer<PangoFontMap>?) -> LockedFontMap? {
    subclass.owner(of: map, as: LockedFontMap.self)
  }

  /// The face whose metrics determine lines: the style's family at its weight, else the lock's first family.
  var primary: FontFace? { request.order.first(in: fonts.lock).flatMap(fonts.face) }

  /// A new reference.
  private var baseFont: UnsafeMutablePointer<PangoFont>? {
    guard let id = request.order.first(in: fonts.lock), let font = font(id).pointer else { return nil }
    g_object_ref(font)
    return font
  }

  /// Returns the Pango attribute for words set in another typeface than the text's own: a family's name that contains
  /// the weight.
  static func attribute(_ typeface: TypefaceOverride) -> UnsafeMutablePointer<PangoAttribute>? {
    pango_attr_family_new("\(familyPrefix)\(typeface.weight.map(String.init) ?? ""):\(typeface.family ?? "")")
  }

  private static let familyPrefix = "feedproof:"

  /// Returns a new reference.
  ///
  /// - Parameter family: `emoji` for a run with emoji presentation, or a prefixed name for words with their own
  ///   typeface.
  private func fontset(asked family: String?) -> UnsafeMutablePointer<PangoFontset>? {
    let emoji = family == "emoji"
    var request = request
    if let family, family.hasPrefix(Self.familyPrefix) {
      let parts = family.dropFirst(Self.familyPrefix.count)
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if let weight = parts.first.flatMap({ Int($0) }) { request.order.weight = weight }
      if let name = parts.last, parts.count == 2, !name.isEmpty { request.order.family = String(name) }
    }
    let key = SetKey(request: request, emoji: emoji)
    let set: OpaquePointer
    if let known = sets[key] {
      set = known
    } else {
      guard let made = pango_fontset_simple_new(pango_language_from_string("xx")) else { return nil }
      for id in emoji ? request.order.emoji(in: fonts.lock) : request.order.text(in: fonts.lock) {
        guard let font = font(id).pointer else { continue }
        g_object_ref(font)
        pango_fontset_simple_append(made, font)
      }
      sets[key] = made
      set = made
    }
    let object = UnsafeMutableRawPointer(set)
    g_object_ref(object)
    return object.assumingMemoryBound(to: PangoFontset.self)
  }

  private func font(_ id: FontFaceID) -> LockedFont {
    let key = FontKey(face: id.index, size: request.size)
    if let known = loaded[key] { return known }
    let font = LockedFont(id, size: request.size, map: self)
    loaded[key] = font
    return font
  }

  /// Returns the coverage of the face; empty if it can't be opened.
  func coverage(of id: FontFaceID) -> OpaquePointer? {
    if let known = coverages[id.index] { return known }
    let coverage = pango_coverage_new()
    for range in fonts.face(id)?.characters ?? [] {
      for scalar in range { pango_coverage_set(coverage, Int32(clamping: scalar), PANGO_COVERAGE_EXACT) }
    }
    coverages[id.index] = coverage
    return coverage
  }
}

/// A face of the lock at one size, as Pango sees it: a `PangoFont` without fontconfig, FreeType or Cairo below it.
///
/// HarfBuzz reads the tables directly, so advances are the font's own: unhinted, not rounded to pixels, the same at
/// every scale. The face is opened when Pango first requests its coverage.
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
    // Lines are placed by the style's line height, never by a font's, so Pango's default values are sufficient.
    type.pointee.get_metrics = { _, _ in pango_font_get_metrics(nil, nil) }
    type.pointee.get_glyph_extents = { font, glyph, ink, logical in
      ink?.pointee = PangoRectangle()
      logical?.pointee = PangoRectangle(x: 0, y: 0, width: LockedFont.of(font)?.advance(of: glyph) ?? 0, height: 0)
    }
  }

  /// False if the face's file doesn't match the lock: HarfBuzz then returns characters instead of glyphs.
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

  /// Returns the advance in Pango units. For a missing character, returns the advance of its box.
  func advance(of glyph: PangoGlyph) -> Int32 {
    if glyph & PangoUnits.unknownGlyph != 0 {
      let box = MissingGlyphBox(glyph & ~PangoUnits.unknownGlyph)
      return PangoUnits.int(size * Double(box?.advance ?? 0) / MissingGlyphBox.unitsPerEm)
    }
    guard glyph != PangoUnits.emptyGlyph, let font = pango_font_get_hb_font(pointer) else { return 0 }
    return hb_font_get_glyph_h_advance(font, glyph)
  }
}

/// Pango's length units: 1024 to a point.
enum PangoUnits {
  static func int(_ points: Double) -> Int32 { Int32(clamping: Int64((points * 1024).rounded().clampedToInt32)) }
  static func double(_ points: Double) -> Double { Double(int(points)) }
  static func points(_ units: some BinaryInteger) -> Double { Double(units) / 1024 }

  /// Marks a missing glyph; the other bits are the scalar. Swift doesn't import C macros with casts.
  static let unknownGlyph: PangoGlyph = 0x1000_0000
  /// A glyph that is invisible by design.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
}

extension Double {
  /// Maps NaN to 0.
  fileprivate var clampedToInt32: Double {
    isNaN ? 0 : Swift.min(Swift.max(self, Double(Int32.min)), Double(Int32.max))
  }
}

/// A GObject subclass of one of Pango's classes. Its instances store one pointer to a Swift object after the parent's
/// fields. The Swift object owns the instance, so the pointer is not retained.
struct PangoSubclass: Sendable {
  let type: GType
  /// Offset of the pointer in the instance, in bytes.
  private let offset: Int

  /// Registers the class; once per name in a process.
  init(of parent: GType, name: String, classInit: GClassInitFunc) {
    var query = GTypeQuery()
    g_type_query(parent, &query)
    offset = Int(query.instance_size)
    type = g_type_register_static_simple(
      parent, name, query.class_size, classInit, query.instance_size + guint(MemoryLayout<gpointer>.stride), nil,
      GTypeFlags(0))
  }

  /// Returns a new instance with one reference; nil only if GLib fails.
  func instance(for owner: AnyObject) -> UnsafeMutableRawPointer? {
    guard let object = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
    let instance = UnsafeMutableRawPointer(object)
    instance.storeBytes(of: Unmanaged.passUnretained(owner).toOpaque(), toByteOffset: offset, as: gpointer.self)
    return instance
  }

  /// Returns the Swift object of an instance; nil for an instance of another class.
  func owner<Owner: AnyObject>(of instance: UnsafeMutableRawPointer?, as: Owner.Type) -> Owner? {
    guard let instance,
      g_type_check_instance_is_a(instance.assumingMemoryBound(to: GTypeInstance.self), type) != 0,
      let pointer = instance.load(fromByteOffset: offset, as: gpointer?.self)
    else { return nil }
    return Unmanaged<Owner>.fromOpaque(pointer).takeUnretainedValue()
  }
}
