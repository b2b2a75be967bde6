import CPangoCairo
import Diagnostics
import Digests
import Drawing
import Pixels

/// A PDF being written, page after page: texts are texts, in embedded and subset fonts of the set, shapes are shapes, and
/// a point is a point.
///
/// For one thread. The same pages give the same bytes of a build of Cairo: no clock is asked.
package final class PDFDocument {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let faces: DocumentFaces
  private let glyphs: GlyphRasterizer
  private let output: Output
  private var objects = DocumentObjects()

  /// Points a side that PDF readers are sure to show (PDF 1.7, annex C.2).
  package static let longestSide = 14_400.0

  /// What Cairo has written and nobody has taken yet. Cairo holds it by a pointer; the document owns it.
  fileprivate final class Output { var bytes: [UInt8] = [] }

  /// - Parameters:
  ///   - title: Shown by readers in place of the file's name.
  ///   - date: ISO 8601; when it is said to have been made.
  /// - Throws: `Diagnostic`.
  package init(fonts: FontSet, title: String, date: String) throws(Diagnostic) {
    let output = Output()
    let surface = cairo_pdf_surface_create_for_stream(
      { owner, bytes, count in
        guard let owner, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Output>.fromOpaque(owner).takeUnretainedValue().bytes.append(
          contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
    guard let surface, let context = cairo_create(surface) else { throw Diagnostic(PaintIssue.outOfMemory) }
    (self.surface, self.context, self.output) = (surface, context, output)
    faces = DocumentFaces(fonts: fonts)
    glyphs = try GlyphRasterizer(fonts: fonts)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Feedproof")
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date)
    try Canvas.check(cairo_surface_status(surface))
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Adds a page of `size` points, drawn by `body`.
  ///
  /// - Parameter images: Also asked for what photos are made of.
  package func page(_ size: Size, images: any DocumentImages, _ body: (DocumentPage) throws -> Void) throws {
    cairo_pdf_surface_set_size(surface, size.width, size.height)
    let canvas = Canvas(context: context, scale: 1)
    try canvas.saved {
      try body(
        DocumentPage(
          canvas: canvas,
          painter: DocumentPainter(canvas: canvas, faces: faces, glyphs: glyphs, images: images)))
    }
    cairo_show_page(context)
    try Canvas.check(cairo_status(context))
    try Canvas.check(cairo_surface_status(surface))
  }

  /// What was written since it was asked last.
  package func takeBytes() -> [UInt8] {
    defer { output.bytes.removeAll() }
    objects.pass(output.bytes)
    return output.bytes
  }

  /// Writes fonts and all that stands at the end. Nothing can be added from then on.
  ///
  /// - Returns: What was written since it was asked last.
  package func end() throws(Diagnostic) -> [UInt8] {
    cairo_surface_finish(surface)
    try Canvas.check(cairo_surface_status(surface))
    var bytes = takeBytes()
    objects.mend(&bytes)
    return bytes
  }
}

/// A page of a document while it is drawn.
package struct DocumentPage {
  let canvas: Canvas
  let painter: DocumentPainter

  /// - Parameter origin: Of the list's canvas, in points from the page's top left corner.
  package func draw(_ list: DisplayList, at origin: Point) throws {
    try painter.paint([.translated(origin, list.commands)])
  }

  /// Makes an area of the page lead somewhere.
  ///
  /// - Parameter address: A URL; what is not ASCII in it is written as its UTF-8 bytes in percent signs.
  package func link(_ area: Rect, to address: String) {
    guard area.isFinite, !area.isEmpty else { return }
    let numbers = [area.minX, area.minY, area.width, area.height].map(Self.number).joined(separator: " ")
    cairo_tag_begin(canvas.context, "Link", "rect=[\(numbers)] uri='\(Self.escaped(address))'")
    cairo_tag_end(canvas.context, "Link")
  }

  /// Without an exponent, which Cairo's reader of attributes doesn't know.
  private static func number(_ value: Double) -> String {
    let thousandths = Int((min(max(value, -1e6), 1e6) * 1000).rounded())
    let (whole, rest) = (abs(thousandths) / 1000, String(abs(thousandths) % 1000))
    return "\(thousandths < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// In PDF's strings brackets, and in Cairo's attributes quotes, are not taken as they are.
  static func escaped(_ address: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF")
    return address.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 0x21...0x7E where !"'\"\\()<>".utf8.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
      }
    }
  }
}

/// Where the objects of a PDF begin, told from its bytes as they pass by, so that its table of them is right.
///
/// Cairo 1.16 keeps numbers for objects that a link could need in a tagged document, and writes them into the table though
/// no such object follows; strict readers call the file damaged.
struct DocumentObjects {
  /// By the object's number.
  private var starts: [Int: Int] = [:]
  private var position = 0
  /// The end of what passed by, where a start may stand that has not wholly come.
  private var rest: [UInt8] = []

  private static let mark = Array(" 0 obj\n".utf8)
  private static let longestNumber = 10

  /// Takes the bytes that follow those before.
  mutating func pass(_ bytes: [UInt8]) {
    let all = rest + bytes
    let begin = position - rest.count
    let mark = Self.mark
    all.withUnsafeBufferPointer { all in
      var place = mark.count - 1
      while place < all.count {
        // Most bytes are of compressed streams, where neither of the last two is found.
        if all[place] == 0x0A, all[place - 1] == mark[mark.count - 2],
          (0..<mark.count).allSatisfy({ all[place - mark.count + 1 + $0] == mark[$0] })
        {
          let digits = all[..<(place - mark.count + 1)].suffix(Self.longestNumber).reversed().prefix {
            0x30...0x39 ~= $0
          }
          let number = digits.reversed().reduce(0) { $0 * 10 + Int($1 - 0x30) }
          if !digits.isEmpty { starts[number] = begin + place - mark.count + 1 - digits.count }
        }
        place += 1
      }
    }
    position += bytes.count
    rest = Array(all.suffix(mark.count + Self.longestNumber))
  }

  /// Marks entries of the table whose object nobody has written as free. A file without such a table stays as it is.
  ///
  /// - Parameter end: The document's last bytes, which have passed by, with all of the table.
  func mend(_ end: inout [UInt8]) {
    let head = Array("xref\n0 ".utf8)
    let entry = 20
    guard
      let table = end.indices.last(where: {
        end[$0...].starts(with: head) && (end.startIndex == $0 || end[$0 - 1] == 0x0A)
      })
    else { return }
    var place = table + head.count
    var count = 0
    while place < end.count, 0x30...0x39 ~= end[place], count < 100_000_000 {
      count = count * 10 + Int(end[place] - 0x30)
      place += 1
    }
    let first = place + 1
    guard first + count * entry <= end.count, count > 0 else { return }
    func digits(_ number: Int) -> [UInt8] {
      let text = String(number)
      return Array((String(repeating: "0", count: max(0, 10 - text.count)) + text).utf8)
    }
    // Free ones are a chain from entry 0 on, back to 0.
    var next = 0
    for number in (0..<count).reversed() {
      let line = first + number * entry
      let start = end[line..<line + 10].reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
      guard number == 0 || starts[number] != start else { continue }
      let text = digits(next) + Array((number == 0 ? " 65535 f" : " 00001 f").utf8)
      end.replaceSubrange(line..<line + text.count, with: text)
      next = number
    }
  }
}

/// Pictures as Cairo takes them for a document. The caller destroys them.
enum DocumentSurfaces {
  /// Nil where there is no memory.
  ///
  /// - Returns: With what the picture is told by: Cairo embeds one of each.
  static func surface(of bitmap: Bitmap) -> (surface: OpaquePointer, id: String)? {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(clamping: bitmap.width), Int32(clamping: bitmap.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let target = cairo_image_surface_get_data(surface)
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return }
      for row in 0..<bitmap.height {
        (target + row * stride).update(from: bytes + row * bitmap.stride, count: bitmap.stride)
      }
    }
    cairo_surface_mark_dirty(surface)
    let id = Digest(of: bitmap.bytes).hex
    attach(Array(id.utf8), CAIRO_MIME_TYPE_UNIQUE_ID, to: surface)
    return (surface, id)
  }

  /// A surface whose pixels nobody looks at: the file goes into the document as it is.
  static func surface(of photo: DocumentJPEG) -> (surface: OpaquePointer, id: String)? {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(clamping: photo.size.width), Int32(clamping: photo.size.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      attach(photo.bytes, CAIRO_MIME_TYPE_JPEG, to: surface)
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    let id = Digest(of: photo.bytes).hex
    attach(Array(id.utf8), CAIRO_MIME_TYPE_UNIQUE_ID, to: surface)
    return (surface, id)
  }

  /// Cairo frees the copy.
  @discardableResult
  private static func attach(_ bytes: [UInt8], _ type: String, to surface: OpaquePointer) -> Bool {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    copy.initialize(from: bytes, count: bytes.count)
    let status = cairo_surface_set_mime_data(
      surface, type, copy, UInt(bytes.count),
      { $0?.assumingMemoryBound(to: UInt8.self).deallocate() }, copy)
    if status != CAIRO_STATUS_SUCCESS { copy.deallocate() }
    return status == CAIRO_STATUS_SUCCESS
  }
}
