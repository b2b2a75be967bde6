import Basics
import CHarfBuzzSubset
import CPangoCairo
import Diagnostics
import Drawing

/// Glyphs and font subsets of a font set, for documents. Must be used from one thread at a time.
package final class DocumentGlyphs {
  package let fonts: FontSet
  private let rasterizer: GlyphRasterizer
  private let library: FreeTypeLibrary
  /// Opened faces by position in the lock.
  private var opened: [Int: FontLibraryObjects] = [:]

  package init(fonts: FontSet) throws(Diagnostic) {
    guard let library = FreeTypeLibrary() else { throw Diagnostic(PaintIssue.outOfMemory) }
    (self.fonts, self.library) = (fonts, library)
    rasterizer = try GlyphRasterizer(fonts: fonts)
  }

  /// The objects of both libraries for the same verified bytes.
  private final class FontLibraryObjects {
    let outlines: FT_Face
    let font: OpaquePointer
    let source: FontFace
    /// The library must outlive its faces: freeing it frees them.
    private let library: FreeTypeLibrary
    var paths: [UInt32: Path] = [:]

    init?(_ source: FontFace, _ library: FreeTypeLibrary) {
      var length: UInt32 = 0
      let data = hb_blob_get_data(source.blob, &length)
      var face: FT_Face?
      let error = data?.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        FT_New_Memory_Face(library.pointer, $0, FT_Long(length), FT_Long(source.index), &face)
      }
      guard error == 0, let face else { return nil }
      guard let font = hb_font_create(source.face) else {
        FT_Done_Face(face)
        return nil
      }
      (outlines, self.font, self.source, self.library) = (face, font, source, library)
    }

    deinit {
      hb_font_destroy(font)
      FT_Done_Face(outlines)
    }
  }

  /// Returns nil if the face is unavailable, which the font set reports in `problems`.
  private func face(_ id: FontFaceID) throws(Diagnostic) -> FontLibraryObjects? {
    if let known = opened[id.index] { return known }
    guard let source = fonts.face(id) else { return nil }
    guard let face = FontLibraryObjects(source, library) else {
      throw Diagnostic(FontIssue.unusable(path: fonts.lock.faces[id.index].file, index: source.index))
    }
    opened[id.index] = face
    return face
  }

  /// Returns the glyph that the face maps a single character to: without ligatures, joining or context.
  package func nominalGlyph(_ character: Unicode.Scalar, in id: FontFaceID) throws(Diagnostic) -> UInt32? {
    guard let face = try face(id) else { return nil }
    var glyph: UInt32 = 0
    return hb_font_get_nominal_glyph(face.font, character.value, &glyph) != 0 ? glyph : nil
  }

  /// Whether the face's glyphs are color bitmaps.
  package func isColored(_ id: FontFaceID) throws(Diagnostic) -> Bool { try rasterizer.isColored(id) }

  /// Returns the bitmap of a color glyph nearest to `size` pixels per em, preferring larger ones.
  ///
  /// - Returns: The bitmap and its frame in ems: relative to the pen, y downward.
  package func picture(
    of glyph: UInt32, in id: FontFaceID, size: Double
  ) throws(Diagnostic) -> (bitmap: Bitmap, frame: Rect)? {
    guard let found = try rasterizer.colorGlyph(id, glyph: glyph, size: size), found.width > 0, found.height > 0,
      let bitmap = Bitmap(width: found.width, height: found.height, format: .bgraPremultiplied, bytes: found.pixels)
    else { return nil }
    let unit = 1 / found.pixelsPerEm
    let frame = Rect(
      x: Double(found.left) * unit, y: -Double(found.top) * unit, width: Double(found.width) * unit,
      height: Double(found.height) * unit)
    return (bitmap, frame)
  }

  /// Returns the outline of the glyph in ems from the pen, y downward, for non-zero winding fill; nil for a space or a
  /// missing glyph.
  package func outline(of glyph: UInt32, in id: FontFaceID) throws(Diagnostic) -> Path? {
    if id == .lastResort { return MissingGlyphBox(glyph)?.path }
    guard let face = try face(id) else { return nil }
    if let known = face.paths[glyph] { return known.elements.isEmpty ? nil : known }
    let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    let error = FT_Load_Glyph(face.outlines, glyph, flags)
    guard error == 0, let slot = face.outlines.pointee.glyph else {
      throw Diagnostic(PaintIssue.glyph(file: fonts.lock.faces[id.index].file, id: glyph, error: Int(error)))
    }
    let path = OutlineReader.path(of: &slot.pointee.outline, unitsPerEm: Double(face.outlines.pointee.units_per_EM))
    face.paths[glyph] = path
    return path.elements.isEmpty ? nil : path
  }

  /// Returns a font file with only the glyphs of some characters; nil if the face is unavailable.
  ///
  /// - Parameter isShaping: Whether to keep the tables for shaping and positioning. Without them, every glyph stands
  ///   alone.
  package func subset(
    of id: FontFaceID, characters: Set<UInt32>, isShaping: Bool = false
  ) throws(Diagnostic) -> [UInt8]? {
    try subset(of: id, isShaping: isShaping) { input in
      let wanted = hb_subset_input_unicode_set(input)
      for character in characters { hb_set_add(wanted, character) }
      return HB_SUBSET_FLAGS_NO_HINTING.rawValue
    }
  }

  /// Returns a font file with only some glyphs, which keep their numbers.
  package func subset(of id: FontFaceID, glyphs: some Sequence<UInt32>) throws(Diagnostic) -> [UInt8]? {
    try subset(of: id, isShaping: false) { input in
      let wanted = hb_subset_input_glyph_set(input)
      for glyph in glyphs { hb_set_add(wanted, glyph) }
      return HB_SUBSET_FLAGS_NO_HINTING.rawValue | HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue
    }
  }

  /// - Parameter choose: Selects the glyphs and returns the flags.
  private func subset(
    of id: FontFaceID, isShaping: Bool, _ choose: (OpaquePointer) -> UInt32
  ) throws(Diagnostic) -> [UInt8]? {
    guard let face = try face(id) else { return nil }
    guard let input = hb_subset_input_create_or_fail() else { throw Diagnostic(PaintIssue.outOfMemory) }
    defer { hb_subset_input_destroy(input) }
    hb_subset_input_set_flags(input, choose(input))
    let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    let shaping = isShaping ? [] : ["GSUB", "GPOS", "GDEF", "BASE", "JSTF", "kern", "morx", "kerx"]
    for tag in shaping + ["DSIG", "meta"] {
      hb_set_add(dropped, tag.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }
    let unusable = FontIssue.unusable(path: fonts.lock.faces[id.index].file, index: face.source.index)
    guard let subset = hb_subset_or_fail(face.source.face, input) else { throw Diagnostic(unusable) }
    defer { hb_face_destroy(subset) }
    let blob = hb_face_reference_blob(subset)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { throw Diagnostic(unusable) }
    return UnsafeRawBufferPointer(start: data, count: Int(length)).map { $0 }
  }

  /// Returns the advance of a glyph in ems, without kerning. For the box of a missing character, returns the advance of
  /// the box.
  package func advance(of glyph: UInt32, in id: FontFaceID) throws(Diagnostic) -> Double {
    if id == .lastResort { return MissingGlyphBox(glyph).map { Double($0.advance) / MissingGlyphBox.unitsPerEm } ?? 0 }
    guard let face = try face(id) else { return 0 }
    let units = Double(hb_face_get_upem(face.source.face))
    return units > 0 ? Double(hb_font_get_glyph_h_advance(face.font, glyph)) / units : 0
  }

  /// Returns the bounding box of all glyphs of a face, in ems from the pen, y upward.
  package func extent(of id: FontFaceID) throws(Diagnostic) -> Rect {
    guard let face = try face(id)?.outlines.pointee, face.units_per_EM > 0 else { return .zero }
    let unit = 1 / Double(face.units_per_EM)
    let (left, bottom) = (Double(face.bbox.xMin) * unit, Double(face.bbox.yMin) * unit)
    return Rect(
      x: left, y: bottom, width: Double(face.bbox.xMax) * unit - left, height: Double(face.bbox.yMax) * unit - bottom)
  }
}

extension MissingGlyphBox {
  /// The outline in ems.
  fileprivate var path: Path {
    let unit = 1 / MissingGlyphBox.unitsPerEm
    return Path(
      bars.flatMap { bar -> [Path.Element] in
        let (left, top) = (Double(bar.x) * unit, Double(bar.y) * unit)
        let (right, bottom) = (left + Double(bar.width) * unit, top + Double(bar.height) * unit)
        return [
          .move(Point(x: left, y: top)), .line(Point(x: right, y: top)), .line(Point(x: right, y: bottom)),
          .line(Point(x: left, y: bottom)), .close,
        ]
      })
  }
}

/// Receives an outline from FreeType.
private struct OutlineReader {
  private var elements: [Path.Element] = []
  private var pen = Point.zero
  private let unit: Double

  static func path(of outline: inout FT_Outline, unitsPerEm: Double) -> Path {
    guard unitsPerEm > 0 else { return Path() }
    var reader = OutlineReader(unit: 1 / unitsPerEm)
    var steps = FT_Outline_Funcs(
      move_to: { to, reader in OutlineReader.read(reader, to) { $0.move($1) } },
      line_to: { to, reader in OutlineReader.read(reader, to) { $0.line($1) } },
      conic_to: { control, to, reader in
        guard let control = control?.pointee else { return 1 }
        return OutlineReader.read(reader, to) { $0.curve($0.point(control), $1) }
      },
      cubic_to: { first, second, to, reader in
        guard let first = first?.pointee, let second = second?.pointee else { return 1 }
        return OutlineReader.read(reader, to) { $0.curve($0.point(first), $0.point(second), $1) }
      }, shift: 0, delta: 0)
    let status = withUnsafeMutablePointer(to: &reader) { FT_Outline_Decompose(&outline, &steps, $0) }
    guard status == 0 else { return Path() }
    reader.end()
    return Path(reader.elements)
  }

  private init(unit: Double) { self.unit = unit }

  private static func read(
    _ reader: UnsafeMutableRawPointer?, _ to: UnsafePointer<FT_Vector>?, _ step: (inout OutlineReader, Point) -> Void
  ) -> Int32 {
    guard let reader = reader?.assumingMemoryBound(to: OutlineReader.self), let to = to?.pointee else { return 1 }
    step(&reader.pointee, reader.pointee.point(to))
    return 0
  }

  private func point(_ vector: FT_Vector) -> Point { Point(x: Double(vector.x) * unit, y: -Double(vector.y) * unit) }

  private mutating func move(_ point: Point) {
    end()
    elements.append(.move(point))
    pen = point
  }

  private mutating func line(_ point: Point) {
    elements.append(.line(point))
    pen = point
  }

  /// Converts a quadratic curve to a cubic one.
  private mutating func curve(_ control: Point, _ end: Point) {
    func between(_ from: Point) -> Point {
      Point(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
    }
    curve(between(pen), between(end), end)
  }

  private mutating func curve(_ first: Point, _ second: Point, _ end: Point) {
    elements.append(.curve(control1: first, control2: second, to: end))
    pen = end
  }

  private mutating func end() {
    if !elements.isEmpty { elements.append(.close) }
  }
}
