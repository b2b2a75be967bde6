import CPangoCairo
import Diagnostics
import Drawing
import Synchronization

/// A glyph at its natural position in the face: in ems from the start of the text, y downward.
package struct NaturalGlyph: Hashable, Sendable {
  package var id: UInt32
  package var x: Double
  package var y: Double
}

extension FontSet {
  /// Sets text of one direction as any program would that only has the face: with default features and without letter
  /// spacing.
  ///
  /// - Returns: The glyphs in visual order, without those that are invisible and have no advance; nil if the face is
  ///   unavailable.
  package func natural(_ text: String, in id: FontFaceID, isRightToLeft: Bool) -> [NaturalGlyph]? {
    guard let face = face(id), let font = hb_font_create(face.face) else { return nil }
    defer { hb_font_destroy(font) }
    guard let buffer = hb_buffer_create() else { return nil }
    defer { hb_buffer_destroy(buffer) }
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        hb_buffer_add_utf8(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
    }
    hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    // The default would be the machine's language.
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1))
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font, buffer, nil, 0)
    var (count, places) = (UInt32(0), UInt32(0))
    let unit = 1 / Double(max(1, hb_face_get_upem(face.face)))
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &places), count == places
    else { return [] }
    var space: UInt32 = 0
    let hasSpace = hb_font_get_nominal_glyph(font, 0x20, &space) != 0
    var (found, pen) = ([NaturalGlyph](), 0.0)
    for index in 0..<Int(count) {
      let (glyph, place) = (infos[index].codepoint, positions[index])
      let isNothing = place.x_advance == 0 && hasSpace && glyph == space
      if !isNothing {
        let x = (pen + Double(place.x_offset)) * unit
        found.append(NaturalGlyph(id: glyph, x: x, y: -Double(place.y_offset) * unit))
      }
      pen += Double(place.x_advance)
    }
    return found
  }
}

/// `DocumentGlyphs` for any number of threads, one at a time.
package final class SharedGlyphs: Sendable {
  package let fonts: FontSet
  private let glyphs: Mutex<DocumentGlyphs>
  /// Frames of color glyphs by face and glyph.
  private let frames = Mutex<[[Int]: Rect?]>([:])

  package init(fonts: FontSet) throws(Diagnostic) {
    self.fonts = fonts
    glyphs = Mutex(try DocumentGlyphs(fonts: fonts))
  }

  /// As `DocumentGlyphs.outline`.
  package func outline(of glyph: UInt32, in id: FontFaceID) throws -> Path? {
    try glyphs.withLock { try $0.outline(of: glyph, in: id) }
  }

  /// Returns the frame of a color glyph's largest bitmap, in ems from the pen, y downward; nil if there is none.
  package func frame(of glyph: UInt32, in id: FontFaceID) throws -> Rect? {
    let key = [id.index, Int(glyph)]
    if let known = frames.withLock({ $0[key] }) { return known }
    let frame = try glyphs.withLock { try $0.picture(of: glyph, in: id, size: Self.largest)?.frame }
    frames.withLock { $0[key] = .some(frame) }
    return frame
  }

  /// Returns that bitmap as a PNG; nil if there is none.
  package func picture(of glyph: UInt32, in id: FontFaceID) throws -> [UInt8]? {
    let found = try glyphs.withLock { try $0.picture(of: glyph, in: id, size: Self.largest)?.bitmap }
    return try found.map { try PNGEncoder().encode($0, scale: 1) }
  }

  /// Returns the same by a name made of the face's position in the lock and the glyph's number: `3-1278`; nil for any
  /// other text.
  package func picture(of name: String) throws -> [UInt8]? {
    let numbers = name.split(separator: "-").compactMap { UInt32($0) }
    guard numbers.count == 2 else { return nil }
    return try picture(of: numbers[1], in: FontFaceID(index: Int(numbers[0])))
  }

  /// As `DocumentGlyphs.subset`, including the tables for shaping and positioning.
  package func font(of id: FontFaceID, characters: Set<UInt32>) throws -> [UInt8]? {
    try glyphs.withLock { try $0.subset(of: id, characters: characters, isShaping: true) }
  }

  /// Returns every scalar that a face covers.
  package func characters(of id: FontFaceID) -> Set<UInt32> { Set((fonts.face(id)?.characters ?? []).joined()) }

  /// Pixels per em of the largest bitmaps in emoji fonts.
  private static let largest = 136.0
}
