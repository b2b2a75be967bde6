import Basics
import Drawing
import Files
import Foundation
import Raster

/// The fonts of a PDF: for each face, the used glyphs under their own numbers. Color glyphs and boxes of missing
/// characters are glyphs drawn with operators (Type 3). Each font maps its glyphs to text.
struct PDFFonts {
  let glyphs: DocumentGlyphs

  /// The code of a glyph in a font.
  struct Code {
    var font: PDFFile.Reference
    /// The code in hexadecimal digits.
    var digits: String
    /// The advance in ems.
    var advance: Double
    /// The text that the font maps the glyph to, unless overridden.
    var text: String
  }

  private struct Face {
    let reference: PDFFile.Reference
    /// Used glyphs with their text and advance.
    var glyphs: [UInt32: (text: String, advance: Double)] = [:]
  }

  private struct DrawnGlyph: Hashable {
    var face: FontFaceID
    var glyph: UInt32
    var text: String
  }

  private struct DrawnFont {
    let reference: PDFFile.Reference
    var glyphs: [(program: PDFFile.Reference, picture: PDFFile.Reference?, text: String, advance: Double)] = []
  }

  /// Faces by position in the lock.
  private var faces: [Int: Face] = [:]
  private var drawn: [DrawnGlyph: Code] = [:]
  private var drawnFonts: [DrawnFont] = []

  init(glyphs: DocumentGlyphs) { self.glyphs = glyphs }

  /// The maximum number of glyphs in a Type 3 font; code 0 stays unused.
  private static let drawnLimit = 255
  /// The resolution of color glyphs in pixels per em; sharp in print at text sizes.
  private static let drawnPixels = 128.0
  /// Type 3 glyphs use units of 1/1000 em.
  private static let unit = "/FontMatrix [0.001 0 0 0.001 0 0]"
  /// The text of a glyph without text of its own: a zero-width space.
  private static let nothing = "\u{200B}"

  /// - Parameter picture: Adds a bitmap to the file.
  /// - Returns: Nil for an invisible glyph.
  mutating func code(
    of letter: DocumentGlyph, in file: inout PDFFile,
    picture: (Bitmap, inout PDFFile) throws -> PDFFile.Reference
  ) throws -> Code? {
    let id = letter.style.face
    if id == .lastResort { return try drawnCode(of: letter, in: &file, picture) }
    if try glyphs.isColored(id) { return try drawnCode(of: letter, in: &file, picture) }
    if faces[id.index] == nil { faces[id.index] = Face(reference: file.reserve()) }
    guard var face = faces[id.index] else { return nil }
    let known: (text: String, advance: Double)
    if let seen = face.glyphs[letter.id], seen.text != Self.nothing || letter.text.isEmpty {
      known = seen
    } else {
      let text = letter.text.replacing("\0", with: "")
      known = (text.isEmpty ? Self.nothing : text, try glyphs.advance(of: letter.id, in: id))
      face.glyphs[letter.id] = known
      faces[id.index] = face
    }
    return Code(
      font: face.reference, digits: PDFSyntax.hexadecimal(Int(letter.id)), advance: known.advance, text: known.text)
  }

  // MARK: Type 3 glyphs

  private mutating func drawnCode(
    of letter: DocumentGlyph, in file: inout PDFFile, _ picture: (Bitmap, inout PDFFile) throws -> PDFFile.Reference
  ) throws -> Code? {
    let key = DrawnGlyph(face: letter.style.face, glyph: letter.id, text: letter.text)
    if let known = drawn[key] { return known }
    let advance = try glyphs.advance(of: letter.id, in: key.face)
    var shown: PDFFile.Reference?
    var program = "\(PDFSyntax.number(advance * 1000)) 0 "
    if key.face == .lastResort {
      guard let path = try glyphs.outline(of: letter.id, in: key.face) else { return nil }
      let box = Rect(x: 0, y: -1000, width: advance * 1000, height: 1500)
      program += "\(PDFSyntax.numbers(box.minX, box.minY, box.maxX, box.maxY)) d1\n"
      var content = PDFPath()
      content.add(path.elements.map { $0.map { Point(x: $0.x * 1000, y: -$0.y * 1000) } })
      program += content.text + "f"
    } else {
      guard let found = try glyphs.picture(of: letter.id, in: key.face, size: Self.drawnPixels) else { return nil }
      let reference = try picture(found.bitmap, &file)
      let frame = found.frame
      let place = PDFSyntax.numbers(
        frame.width * 1000, 0, 0, frame.height * 1000, frame.minX * 1000, -frame.maxY * 1000)
      program += "d0\nq \(place) cm /X\(reference.number) Do Q"
      shown = reference
    }
    if drawnFonts.last.map({ $0.glyphs.count >= Self.drawnLimit }) ?? true {
      drawnFonts.append(DrawnFont(reference: file.reserve()))
    }
    let stream = file.add("", stream: Array(program.utf8))
    let text = letter.text.isEmpty ? Self.nothing : letter.text
    drawnFonts[drawnFonts.count - 1].glyphs.append((stream, shown, text, advance))
    let font = drawnFonts[drawnFonts.count - 1]
    let digits = String(PDFSyntax.hexadecimal(font.glyphs.count).suffix(2))
    let code = Code(font: font.reference, digits: digits, advance: advance, text: text)
    drawn[key] = code
    return code
  }

  // MARK: Writing

  /// Writes all fonts.
  func write(to file: inout PDFFile) throws {
    for (index, face) in faces.sorted(by: { $0.key < $1.key }) { try write(face, index, to: &file) }
    for font in drawnFonts { write(font, to: &file) }
  }

  private func write(_ font: DrawnFont, to file: inout PDFFile) {
    let codes = 1...font.glyphs.count
    let map = file.add("", stream: map(codes.map { (UInt32($0), font.glyphs[$0 - 1].text) }, digits: 2))
    let programs = codes.map { "/g\($0) \(font.glyphs[$0 - 1].program.text)" }.joined(separator: " ")
    let names = codes.map { "/g\($0)" }.joined(separator: " ")
    let widths = font.glyphs.map { PDFSyntax.number($0.advance * 1000) }.joined(separator: " ")
    let pictures = Set(font.glyphs.compactMap(\.picture)).sorted { $0.number < $1.number }
      .map { "/X\($0.number) \($0.text)" }.joined(separator: " ")
    file.add(
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] \(Self.unit) "
        + "/FirstChar 1 /LastChar \(font.glyphs.count) /Widths [\(widths)] /CharProcs << \(programs) >> "
        + "/Encoding << /Type /Encoding /Differences [1 \(names)] >> /Resources << /XObject << \(pictures) >> >> "
        + "/ToUnicode \(map.text) >>", as: font.reference)
  }

  private func write(_ face: Face, _ index: Int, to file: inout PDFFile) throws {
    let id = FontFaceID(index: index)
    guard let subset = try glyphs.subset(of: id, glyphs: face.glyphs.keys) else { return }
    let used = face.glyphs.sorted { $0.key < $1.key }
    let (locked, box) = (glyphs.fonts.lock.faces[index], try glyphs.extent(of: id))
    let family = locked.family.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    // Six letters distinguish subsets of a font.
    let mark = Digest(of: subset).bytes.prefix(6).map { String(Unicode.Scalar(UInt8(65) + $0 % 26)) }.joined()
    let name = "\(mark)+\(family)-\(locked.weight)"
    // From OpenType fonts with PostScript outlines, PDF only takes the CFF table.
    let outlines = Self.table("CFF ", of: subset)
    let program = file.add(
      outlines == nil ? "/Length1 \(subset.count)" : "/Subtype /CIDFontType0C", stream: outlines ?? subset)
    let key = outlines == nil ? "/FontFile2" : "/FontFile3"
    let corners = PDFSyntax.numbers(box.minX * 1000, box.minY * 1000, box.maxX * 1000, box.maxY * 1000)
    let descriptor = file.add(
      "<< /Type /FontDescriptor /FontName /\(name) /Flags 4 /FontBBox [\(corners)] /ItalicAngle 0 "
        + "/Ascent \(PDFSyntax.number(box.maxY * 1000)) /Descent \(PDFSyntax.number(box.minY * 1000)) "
        + "/CapHeight 700 /StemV 80 \(key) \(program.text) >>")
    let widths = used.map { "\($0.key) [\(PDFSyntax.number($0.value.advance * 1000))]" }.joined(separator: " ")
    let kind = outlines == nil ? "/CIDFontType2 /CIDToGIDMap /Identity" : "/CIDFontType0"
    let descendant = file.add(
      "<< /Type /Font /Subtype \(kind) /BaseFont /\(name) /CIDSystemInfo "
        + "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor \(descriptor.text) "
        + "/DW 0 /W [\(widths)] >>")
    let map = file.add("", stream: map(used.map { ($0.key, $0.value.text) }, digits: 4))
    let fontName = outlines == nil ? name : "\(name)-Identity-H"
    file.add(
      "<< /Type /Font /Subtype /Type0 /BaseFont /\(fontName) /Encoding /Identity-H "
        + "/DescendantFonts [\(descendant.text)] /ToUnicode \(map.text) >>", as: face.reference)
  }

  /// Returns the map from codes to text (ISO 32000-1, 9.10.3).
  private func map(_ codes: [(code: UInt32, text: String)], digits: Int) -> [UInt8] {
    func hexadecimal(_ code: UInt32) -> String { String(PDFSyntax.hexadecimal(Int(code)).suffix(digits)) }
    var text = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <\(hexadecimal(0))> <\(hexadecimal(0xFFFF))>
      endcodespacerange

      """
    for start in stride(from: 0, to: codes.count, by: 100) {
      let part = codes[start..<min(codes.count, start + 100)]
      text += "\(part.count) beginbfchar\n"
      for (code, said) in part { text += "<\(hexadecimal(code))> <\(PDFSyntax.hexadecimal(utf16: said))>\n" }
      text += "endbfchar\n"
    }
    return Array((text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n").utf8)
  }

  /// Returns a table of an OpenType file; nil if it is missing.
  private static func table(_ tag: String, of file: [UInt8]) -> [UInt8]? {
    func number(_ place: Int, _ count: Int) -> Int { file[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
    guard file.count > 12 else { return nil }
    for entry in stride(from: 12, to: 12 + 16 * number(4, 2), by: 16) where entry + 16 <= file.count {
      guard file[entry..<entry + 4].elementsEqual(tag.utf8) else { continue }
      let (start, count) = (number(entry + 8, 4), number(entry + 12, 4))
      return start + count <= file.count ? Array(file[start..<start + count]) : nil
    }
    return nil
  }
}

/// Writes outlines as PDF operators.
struct PDFPath {
  private(set) var text = ""

  mutating func add(_ elements: [Path.Element]) {
    func place(_ point: Point) -> String { "\(SVGMarkup.number(point.x)) \(SVGMarkup.number(point.y))" }
    for element in elements {
      switch element {
      case .move(let point): text += "\(place(point)) m\n"
      case .line(let point): text += "\(place(point)) l\n"
      case .curve(let first, let second, let end): text += "\(place(first)) \(place(second)) \(place(end)) c\n"
      case .close: text += "h\n"
      }
    }
  }

  mutating func add(_ shape: Shape) {
    switch shape {
    case .rectangle(let rect): add(rect)
    case .rounded(let rect, let radius):
      add(rect, CornerRadii(all: min(max(0, radius), min(rect.width, rect.height) / 2)))
    case .cornered(let rect, let radii): add(rect, radii.fitted(into: rect.size))
    case .ellipse(let rect): add(ellipse: rect)
    case .path(let path, _): add(path.elements)
    }
  }

  private mutating func add(_ rect: Rect) {
    let numbers = [rect.minX, rect.minY, rect.width, rect.height].map { SVGMarkup.number($0) }
    text += "\(numbers.joined(separator: " ")) re\n"
  }

  /// The distance of the control points for a quarter circle, relative to the radius.
  private static let handle = 0.552_284_75

  private mutating func add(_ rect: Rect, _ radii: CornerRadii) {
    guard radii.all.contains(where: { $0 > 0 }) else { return add(rect) }
    typealias Corner = (radius: Double, x: Double, y: Double, from: Point, to: Point)
    // Clockwise; `from` and `to` are the directions from the corner along its two sides.
    let corners: [Corner] = [
      (radii.topRight, rect.maxX, rect.minY, Point(x: -1, y: 0), Point(x: 0, y: 1)),
      (radii.bottomRight, rect.maxX, rect.maxY, Point(x: 0, y: -1), Point(x: -1, y: 0)),
      (radii.bottomLeft, rect.minX, rect.maxY, Point(x: 1, y: 0), Point(x: 0, y: -1)),
      (radii.topLeft, rect.minX, rect.minY, Point(x: 0, y: 1), Point(x: 1, y: 0)),
    ]
    var elements: [Path.Element] = []
    for corner in corners {
      func along(_ way: Point, _ share: Double) -> Point {
        Point(x: corner.x + way.x * corner.radius * share, y: corner.y + way.y * corner.radius * share)
      }
      let start = along(corner.from, 1)
      elements.append(elements.isEmpty ? .move(start) : .line(start))
      guard corner.radius > 0 else { continue }
      let near = 1 - Self.handle
      elements.append(
        .curve(control1: along(corner.from, near), control2: along(corner.to, near), to: along(corner.to, 1)))
    }
    add(elements + [.close])
  }

  private mutating func add(ellipse rect: Rect) {
    let (x, y) = (rect.width / 2, rect.height / 2)
    let middle = rect.center
    func at(_ dx: Double, _ dy: Double) -> Point { Point(x: middle.x + dx * x, y: middle.y + dy * y) }
    let k = Self.handle
    add([
      .move(at(1, 0)), .curve(control1: at(1, k), control2: at(k, 1), to: at(0, 1)),
      .curve(control1: at(-k, 1), control2: at(-1, k), to: at(-1, 0)),
      .curve(control1: at(-1, -k), control2: at(-k, -1), to: at(0, -1)),
      .curve(control1: at(k, -1), control2: at(1, -k), to: at(1, 0)), .close,
    ])
  }
}

extension Path.Element {
  func map(_ change: (Point) -> Point) -> Path.Element {
    switch self {
    case .move(let point): .move(change(point))
    case .line(let point): .line(change(point))
    case .curve(let first, let second, let end):
      .curve(control1: change(first), control2: change(second), to: change(end))
    case .close: .close
    }
  }
}
