import Basics
import Documents
import Drawing
import Foundation
import Raster
import Support
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The project's font lock with the fonts of this machine.
enum LockedFonts {
  static let set = Result {
    let given = ProcessInfo.processInfo.environment["FEEDPROOF_FONT_LOCK"].map { URL(fileURLWithPath: $0) }
    let data = try Data(contentsOf: given ?? Checkout.url("Templates/Fonts/fonts.lock.json"))
    return try FontSet.load(
      lock: FontLock(json: data),
      searching: [
        Checkout.url("Templates/Fonts").path, "/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts",
        "/opt/homebrew/share/fonts",
      ])
  }
}

/// Every image exists and is gray, except that an address with the prefix `clear` is translucent and one with `none` is
/// missing.
struct GreyPictures: ImageSource {
  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    let name = reference.candidates.first?.url ?? ""
    guard !name.hasPrefix("none") else { return nil }
    let pixel: [UInt8] = name.hasPrefix("clear") ? [40, 40, 40, 80] : [80, 80, 80, 255]
    return Bitmap(
      width: width, height: height, format: .bgraPremultiplied,
      bytes: (0..<width * height).flatMap { _ in pixel })
  }
}

/// An SVG as read by an XML parser.
final class ReadSVG: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  let source: String
  private(set) var elements: [Element] = []
  private var open: [Int] = []
  private(set) var isWhole = false

  init(_ bytes: [UInt8]) {
    source = String(decoding: bytes, as: UTF8.self)
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    isWhole = parser.parse()
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// Whole texts, including the texts of their parts.
  var texts: [String] { all("text").map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    for index in open { elements[index].text += string }
  }
}

/// Returns a drawing of 200 × 100 points.
func svg(
  _ commands: [DrawingCommand], texts: SVGImage.Texts = .embedded, title: String = "A card",
  links: [SVGImage.Link] = [], limit: Int = .max
) throws -> ReadSVG {
  let fonts = try LockedFonts.set.get()
  let picture = SVGImage(title: title, language: "en", texts: texts, scale: 2, photoQuality: 90, limit: limit)
  let read = ReadSVG(
    try picture.bytes(
      of: DisplayList(size: Size(width: 200, height: 100), commands: commands), links: links, fonts: fonts,
      painter: Painter(fonts: fonts), images: GreyPictures()))
  #expect(read.isWhole, "\(read.source.prefix(2000))")
  return read
}

/// Returns the glyphs of a text, as a layout draws them.
func glyphs(_ words: String, width: Double = .infinity, top: Double = 5) throws -> [DrawingCommand] {
  let typesetter = Typesetter(fonts: try LockedFonts.set.get(), keepsText: true)
  let text = StyledText(words, style: TextStyle(family: "Inter", size: 15, lineHeight: 22))
  let shaped = typesetter.shape(text, width: width, maxLines: nil, truncation: .tail)
  return shaped.lines.flatMap(\.runs).map { .glyphs($0, origin: Point(x: 10, y: top)) }
}

func picture(_ url: String, _ shape: Shape, description: String? = nil) -> DrawingCommand {
  .image(
    ImageReference(candidates: [.init(url: url)], description: description), shape,
    placeholder: .solid(Color(rgb: 0xABCDEF)))
}
