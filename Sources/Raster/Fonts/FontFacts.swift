import CPangoCairo

/// What a font file says of one of its faces.
struct FontFacts {
  var family: String
  /// CSS weight.
  var weight: Int
  /// Neither italic nor oblique, neither condensed nor expanded.
  var isRegular: Bool
  /// The face's place in the file.
  var index: Int

  /// Of every face of a file; nothing where it is no font.
  static func all(of path: String) -> [FontFacts] {
    guard let blob = FontBlob.open(path) else { return [] }
    defer { hb_blob_destroy(blob) }
    return (0..<hb_face_count(blob)).compactMap { index in
      guard let face = hb_face_create(blob, index) else { return nil }
      defer { hb_face_destroy(face) }
      return FontFacts(face, index: Int(index))
    }
  }

  private init?(_ face: OpaquePointer, index: Int) {
    // Name 16 is the family of all weights, name 1 that of four styles at most; the former is there where they differ.
    guard let family = Self.name(16, of: face) ?? Self.name(1, of: face) else { return nil }
    self.family = family
    self.index = index
    // 'OS/2': usWeightClass, usWidthClass and fsSelection, big-endian.
    let table = hb_face_reference_table(face, 0x4F53_2F32)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(table, &length), length >= 64 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    weight = word(4)
    let (isItalic, isOblique) = (word(62) & 1 != 0, word(62) & 0x200 != 0)
    isRegular = word(6) == 5 && !isItalic && !isOblique && 100...900 ~= weight
  }

  /// A name of the `name` table, in English; nil where it is not there.
  static func name(_ id: UInt32, of face: OpaquePointer) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    var size = UInt32(buffer.count)
    hb_ot_name_get_utf8(face, hb_ot_name_id_t(id), hb_language_from_string("en", -1), &size, &buffer)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
