import Basics
import DataFormats
import Diagnostics
import Drawing
import Files
import Foundation
import Raster

/// A PDF that is written page by page. Texts are real text in embedded, subset fonts of the set, shapes are vector
/// shapes, and points are points. The content is tagged in reading order (tagged PDF, PDF/UA-1).
///
/// Must be used from one thread. The same pages produce the same bytes; the clock is not used.
package final class PDFDocument {
  /// The metadata of the document.
  package struct DocumentInfo: Sendable {
    /// The title, which readers show instead of the file name.
    package var title: String
    package var author: String?
    /// The language of the text as a BCP 47 tag.
    package var language: String
    /// The creation date, in ISO 8601 in UTC.
    package var date: String

    package init(title: String, author: String? = nil, language: String, date: String) {
      (self.title, self.author, self.language, self.date) = (title, author, language, date)
    }
  }

  /// The maximum side length in points that PDF readers support reliably (PDF 1.7, annex C.2).
  package static let longestSide = 14_400.0

  /// The root of the content in reading order.
  package let root = PDFElement(.document)
  package var outline: [PDFOutline] = []

  private let about: DocumentInfo
  let painter: Painter
  let photoQuality: Int
  let pictureWord: String
  var file: PDFFile
  var fonts: PDFFonts
  private var pictures: [Digest: PDFFile.Reference] = [:]
  private var states: [String: PDFFile.Reference] = [:]
  private var pages: [(reference: PDFFile.Reference, key: Int, isFront: Bool)] = []
  private let tree: PDFFile.Reference
  /// The number of keys so far. Pages and links have keys that refer to the structure tree.
  private var keys = 0
  private let fontSet: FontSet

  /// - Parameters:
  ///   - painter: Draws rasterized content with the same fonts.
  ///   - photoQuality: The JPEG quality, 1 to 100, of photos whose files can't be embedded unchanged.
  ///   - pictureWord: The alternative text of images without a description.
  /// - Throws: `Diagnostic`.
  package init(
    about: DocumentInfo, fonts: FontSet, painter: Painter, photoQuality: Int, pictureWord: String
  ) throws(Diagnostic) {
    (self.about, self.painter, self.photoQuality, self.pictureWord) = (about, painter, photoQuality, pictureWord)
    file = try PDFFile()
    self.fonts = PDFFonts(glyphs: try DocumentGlyphs(fonts: fonts))
    tree = file.reserve()
    fontSet = fonts
  }

  /// Adds a page of `size` points, drawn by `body`.
  ///
  /// - Parameters:
  ///   - isFront: Whether the page is front matter: placed before all others and numbered separately (i, ii, iii, …).
  ///   - images: The source of images, including the files of photos.
  package func page(
    _ size: Size, isFront: Bool = false, images: any DocumentImages, _ body: (PDFPage) throws -> Void
  ) throws {
    let (reference, key) = (file.reserve(), nextKey())
    pages.append((reference, key, isFront))
    let page = PDFPage(document: self, size: size, index: pages.count - 1, reference: reference, images: images)
    try body(page)
    let content = file.add("", stream: page.finishedContent())
    let links = page.annotations.map(\.text).joined(separator: " ")
    file.add(
      "<< /Type /Page /Parent \(tree.text) /MediaBox [0 0 \(PDFSyntax.numbers(size.width, size.height))] "
        + "/Contents \(content.text) /Resources \(page.resources.text) /StructParents \(key) /Tabs /S"
        + (links.isEmpty ? "" : " /Annots [\(links)]") + " >>", as: reference)
  }

  /// Returns the bytes written since the last call.
  package func takeBytes() -> [UInt8] { file.take() }

  /// Writes the fonts and the trailing sections. Nothing can be added afterwards.
  ///
  /// - Returns: The bytes written since the last call.
  /// - Throws: `Diagnostic`.
  package func end() throws -> [UInt8] {
    try fonts.write(to: &file)
    if let problem = fontSet.problems.first { throw problem }
    let (front, rest) = (pages.filter(\.isFront), pages.filter { !$0.isFront })
    let kids = (front + rest).map(\.reference.text).joined(separator: " ")
    file.add("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>", as: tree)
    var writer = PDFStructureWriter(pages: pages.map { ($0.reference, $0.key) }, nextKey: keys)
    let structure = writer.write(root, to: &file)
    var entries =
      "/Type /Catalog /Pages \(tree.text) /MarkInfo << /Marked true >> /StructTreeRoot \(structure.text) "
      + "/Lang \(PDFSyntax.text(about.language)) /ViewerPreferences << /DisplayDocTitle true >>"
    if let outline = outline.write(to: &file) { entries += " /Outlines \(outline.text) /PageMode /UseOutlines" }
    if !front.isEmpty { entries += " /PageLabels << /Nums [0 << /S /r >> \(front.count) << /S /D >>] >>" }
    let metadata = file.add("/Type /Metadata /Subtype /XML", stream: Array(xmp.utf8), isCompressed: false)
    let (catalog, info) = (file.reserve(), file.reserve())
    file.addPlain("<< \(entries) /Metadata \(metadata.text) >>", as: catalog)
    let author = about.author.map { " /Author \(PDFSyntax.text($0))" } ?? ""
    let digits = about.date.filter { $0.isASCII && $0.isNumber }
    file.addPlain(
      "<< /Title \(PDFSyntax.text(about.title))\(author) /Creator (Feedproof) /CreationDate (D:\(digits)Z) >>", as: info
    )
    return file.end(catalog: catalog, info: info)
  }

  /// The metadata as XMP, including the standard that the file conforms to.
  private var xmp: String {
    let creator = about.author.map {
      "<dc:creator><rdf:Seq><rdf:li>\(Markup.xml($0))</rdf:li></rdf:Seq></dc:creator>"
    }
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
      xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(Markup.xml(about.title))</rdf:li></rdf:Alt></dc:title>
      <dc:language><rdf:Bag><rdf:li>\(Markup.xml(about.language))</rdf:li></rdf:Bag></dc:language>\(creator ?? "")
      <xmp:CreatorTool>Feedproof</xmp:CreatorTool><xmp:CreateDate>\(Markup.xml(about.date))</xmp:CreateDate>
      <pdfuaid:part>1</pdfuaid:part>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      <?xpacket end="w"?>
      """
  }

  // MARK: Shared resources

  func nextKey() -> Int {
    defer { keys += 1 }
    return keys
  }

  /// Embeds a photo's own file.
  func picture(_ photo: DocumentJPEG) -> PDFFile.Reference {
    picture(Digest(of: photo.bytes)) {
      $0.add(
        Self.entries(photo.size, photo.isGrey ? "/DeviceGray" : "/DeviceRGB") + " /Filter /DCTDecode",
        stream: photo.bytes, isCompressed: false)
    }
  }

  /// - Parameter isPhoto: Whether losses of JPEG compression are acceptable.
  func picture(_ bitmap: Bitmap, isPhoto: Bool) throws -> PDFFile.Reference {
    var key = DigestChain()
    key.append(Digest(of: bitmap.bytes), Digest(of: "\(bitmap.size) \(isPhoto)"))
    return try picture(key.digest) { try Self.write(bitmap, quality: isPhoto ? photoQuality : nil, to: &$0) }
  }

  private func picture(
    _ digest: Digest, _ write: (inout PDFFile) throws -> PDFFile.Reference
  ) rethrows -> PDFFile.Reference {
    if let known = pictures[digest] { return known }
    let reference = try write(&file)
    pictures[digest] = reference
    return reference
  }

  private static func entries(_ size: PixelSize, _ space: String) -> String {
    "/Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) /ColorSpace \(space) /BitsPerComponent 8"
  }

  /// - Parameter quality: The JPEG quality; nil for lossless. Translucent images are always lossless.
  static func write(_ bitmap: Bitmap, quality: Int?, to file: inout PDFFile) throws -> PDFFile.Reference {
    if let quality, bitmap.isOpaque {
      return file.add(
        entries(bitmap.size, "/DeviceRGB") + " /Filter /DCTDecode",
        stream: try JPEGEncoder.encode(bitmap, quality: quality), isCompressed: false)
    }
    let pixels = bitmap.converted(to: .rgba).bytes
    let count = bitmap.width * bitmap.height
    var colors = [UInt8](repeating: 0, count: count * 3)
    var alphas = [UInt8](repeating: 0, count: count)
    for pixel in 0..<count {
      for channel in 0..<3 { colors[pixel * 3 + channel] = pixels[pixel * 4 + channel] }
      alphas[pixel] = pixels[pixel * 4 + 3]
    }
    var own = entries(bitmap.size, "/DeviceRGB")
    if !bitmap.isOpaque {
      own += " /SMask \(file.add(entries(bitmap.size, "/DeviceGray"), stream: alphas).text)"
    }
    return file.add(own, stream: colors)
  }

  /// Returns an ExtGState with these entries.
  func state(_ entries: String) -> PDFFile.Reference {
    if let known = states[entries] { return known }
    let reference = file.add("<< /Type /ExtGState \(entries) >>")
    states[entries] = reference
    return reference
  }
}
