import CPangoCairo
import Diagnostics
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
  private var isEnded = false

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
    return output.bytes
  }

  /// Writes fonts and all that stands at the end. Nothing can be added from then on.
  package func end() throws(Diagnostic) {
    cairo_surface_finish(surface)
    try Canvas.check(cairo_surface_status(surface))
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
