import CPangoCairo
import Drawing

/// The font set as a `PangoFontMap`, for one worker at a time.
///
/// Pango asks it for the fonts of a run and takes the first that covers each character; which fonts those are and in
/// what order, `FaceOrder` says. There is no fontconfig, so nothing of the machine can mix in. Open faces and
/// fonts are kept for speed only: they are the same whenever they are made.
final class LockedFontMap {
  let fonts: FontSet
  private(set) var pointer: UnsafeMutablePointer<PangoFontMap>?
  /// What the text at hand asks for. Set before anything of it is laid out.
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

  /// How many styles a map remembers before its worker is replaced by a fresh one.
  static let limit = 64
  var isFull: Bool { sets.count >= LockedFontMap.limit }

  private static let subclass = PangoSubclass(of: pango_font_map_get_type(), name: "FeedproofLockedFontMap") {
    type, _ in
    guard let type = type?.assumingMemoryBound(to: PangoFontMapClass.self) else { return }
    type.pointee.load_font = { map, _, _ in LockedFontMap.of(map)?.baseFont }
    type.pointee.load_fontset = { map, _, description, _ in
      // Pango asks for runs with emoji presentation by this family name.
      let family = pango_font_description_get_family(description).map(String.init(cString:))
      return LockedFontMap.of(map)?.fontset(emoji: family == "emoji")
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

  /// The face that lines are measured by: the style's family at its weight, else the lock's first family.
  var primary: FontFace? { request.order.first(in: fonts.lock).flatMap(fonts.face) }

  /// A new reference.
  private var baseFont: UnsafeMutablePointer<PangoFont>? {
    guard let id = request.order.first(in: fonts.lock), let font = font(id).pointer else { return nil }
    g_object_ref(font)
    return font
  }

  /// A new reference.
  private func fontset(emoji: Bool) -> UnsafeMutablePointer<PangoFontset>? {
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

  /// What the face covers; nothing where it can't be opened.
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
