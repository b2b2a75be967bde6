import CPangoCairo
import Diagnostics
import Drawing

/// A verified face, opened: its characters, metrics and tables.
///
/// `@unchecked Sendable`: the pointers are set once in `init` and only read afterwards; both HarfBuzz objects are
/// immutable from then on, which HarfBuzz documents as safe to read from any thread.
final class FontFace: @unchecked Sendable {
  let id: FontFaceID
  let blob: OpaquePointer
  /// An `hb_face_t`.
  let face: OpaquePointer
  /// Every scalar that the face maps to a glyph.
  let characters: [ClosedRange<UInt32>]
  /// The index in the file, for FreeType.
  let index: Int
  let metrics: Metrics

  /// Of the `hhea` table, as shares of the em; the descent is positive downwards.
  struct Metrics: Hashable, Sendable {
    var ascent: Double
    var descent: Double
  }

  init(id: FontFaceID, facts: FontLock.Face, file: FontFile) throws(Diagnostic) {
    let unusable = Diagnostic(FontIssue.unusable(path: file.paths.first ?? facts.file, index: facts.index))
    let blob = try file.blob()
    guard let index = UInt32(exactly: facts.index), index < hb_face_count(blob),
      let face = hb_face_create(blob, index)
    else { throw unusable }
    hb_face_make_immutable(face)
    guard hb_face_get_glyph_count(face) > 0, let metrics = FontFace.horizontalMetrics(of: face) else {
      hb_face_destroy(face)
      throw unusable
    }
    self.id = id
    self.index = facts.index
    self.blob = hb_blob_reference(blob)
    self.face = face
    self.metrics = metrics
    self.characters = FontFace.characters(of: face)
  }

  deinit {
    hb_face_destroy(face)
    hb_blob_destroy(blob)
  }

  private static func characters(of face: OpaquePointer) -> [ClosedRange<UInt32>] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    var ranges: [ClosedRange<UInt32>] = []
    var first: UInt32 = 0
    // HB_SET_VALUE_INVALID, which starts the iteration.
    var last = UInt32.max
    while hb_set_next_range(set, &first, &last) != 0 { ranges.append(first...last) }
    return ranges
  }

  /// Read from the table itself: HarfBuzz's own metrics prefer OS/2 in some fonts, browsers and FreeType take `hhea`.
  private static func horizontalMetrics(of face: OpaquePointer) -> Metrics? {
    // 'hhea'
    let table = hb_face_reference_table(face, 0x6868_6561)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(table, &length), length >= 8 else { return nil }
    func signed(at offset: Int) -> Double {
      let bytes = UnsafeRawPointer(data)
      let high = UInt16(bytes.load(fromByteOffset: offset, as: UInt8.self))
      let low = UInt16(bytes.load(fromByteOffset: offset + 1, as: UInt8.self))
      return Double(Int16(bitPattern: high << 8 | low))
    }
    let unitsPerEm = Double(hb_face_get_upem(face))
    guard unitsPerEm > 0 else { return nil }
    return Metrics(ascent: signed(at: 4) / unitsPerEm, descent: -signed(at: 6) / unitsPerEm)
  }
}
