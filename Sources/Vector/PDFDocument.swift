import Diagnostics
import Digests
import Drawing
import Escaping
import Foundation
import Pixels
import Raster

/// A PDF being written, page after page: texts are texts, in embedded and subset fonts of the set, shapes are shapes, and
/// a point is a point. What is on its pages is told in the order of reading (tagged PDF, PDF/UA-1).
///
/// For one thread. The same pages give the same bytes: no clock is asked.
package final class PDFDocument {
  /// What the file says of itself.
  package struct About: Sendable {
    /// Shown by readers in place of the file's name.
    package var title: String
    package var author: String?
    /// Of the words, as BCP 47 has it.
    package var language: String
    /// ISO 8601 in UTC; when it is said to have been made.
    package var date: String

    package init(title: String, author: String? = nil, language: String, date: String) {
      (self.title, self.author, self.language, self.date) = (title, author, language, date)
    }
  }

  /// Points a side that PDF readers are sure to show (PDF 1.7, annex C.2).
  package static let longestSide = 14_400.0

  /// All that the document says, in the order of reading.
  package let root = PDFElement(.document)
  package var outline: [PDFOutline] = []

  private let about: About
  let painter: Painter
  let photoQuality: Int
  let pictureWord: String
  var file: PDFFile
  var fonts: PDFFonts
  private var pictures: [Digest: PDFFile.Reference] = [:]
  private var states: [String: PDFFile.Reference] = [:]
  private var pages: [(reference: PDFFile.Reference, key: Int, isFront: Bool)] = []
  private let tree: PDFFile.Reference
  /// Of pages and links: from each the tree of what the document says can be found.
  private var keys = 0
  private let fontSet: FontSet

  /// - Parameters:
  ///   - painter: Draws what has to be pixels, of the same fonts.
  ///   - photoQuality: Of photos that can't go in as the files they are, 1 to 100.
  ///   - pictureWord: What is said of a picture that nobody has described.
  /// - Throws: `Diagnostic`.
  package init(
    about: About, fonts: FontSet, painter: Painter, photoQuality: Int, pictureWord: String
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
  ///   - isFront: Whether it goes before all that are not, and is numbered by itself: i, ii, iii, …
  ///   - images: Also asked for what photos are made of.
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

  /// What was written since it was asked last.
  package func takeBytes() -> [UInt8] { file.take() }

  /// Writes fonts and all that stands at the end. Nothing can be added from then on.
  ///
  /// - Returns: What was written since it was asked last.
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

  /// The same for programs of today, and which standard the file keeps to.
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

  // MARK: What pages share

  func nextKey() -> Int {
    defer { keys += 1 }
    return keys
  }

  /// A photo's own file.
  func picture(_ photo: DocumentJPEG) -> PDFFile.Reference {
    picture(Digest(of: photo.bytes)) {
      $0.add(
        Self.entries(photo.size, photo.isGrey ? "/DeviceGray" : "/DeviceRGB") + " /Filter /DCTDecode",
        stream: photo.bytes, isCompressed: false)
    }
  }

  /// - Parameter isPhoto: Whether nobody sees what is lost where it is kept as a JPEG.
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

  /// - Parameter quality: Nil keeps every pixel, as does what one can see through.
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

  /// An ExtGState by its entries.
  func state(_ entries: String) -> PDFFile.Reference {
    if let known = states[entries] { return known }
    let reference = file.add("<< /Type /ExtGState \(entries) >>")
    states[entries] = reference
    return reference
  }
}
