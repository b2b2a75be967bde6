import DataFormats
import Drawing
import Files
import Foundation
import Raster

/// A display list as a self-contained SVG file.
package struct SVGImage {
  package enum Texts: Sendable {
    /// Texts are text in the original faces; the used glyphs are embedded.
    case embedded
    /// Texts are shapes, for programs that ignore embedded fonts; the description contains the words.
    case outlines
  }

  /// A link from an area of the image.
  package struct Link {
    /// The area in points.
    package var area: Rect
    /// A URL.
    package var address: String

    package init(area: Rect, address: String) {
      self.area = area
      self.address = address
    }
  }

  /// The title for assistive technology.
  package var title: String
  /// The language of the text as a BCP 47 tag.
  package var language: String
  package var texts: Texts
  /// Pixels per point of rasterized content.
  package var scale: Int
  /// The JPEG quality of photos, 1 to 100.
  package var photoQuality: Int

  /// The memory limit in bytes while the file is built.
  package var limit: Int

  package init(title: String, language: String, texts: Texts, scale: Int, photoQuality: Int, limit: Int) {
    self.title = title
    self.language = language
    self.texts = texts
    self.scale = scale
    self.photoQuality = photoQuality
    self.limit = limit
  }

  /// The images alone exceed the memory limit.
  package struct TooLarge: Error {}

  /// - Parameters:
  ///   - list: A list with edges on pixels of the scale and texts that record the characters of their glyphs.
  ///   - links: The links; later ones are above earlier ones.
  ///   - painter: Draws rasterized content with the same fonts.
  /// - Throws: `Diagnostic`, `ImageError`, `TooLarge`.
  package func bytes(
    of list: DisplayList, links: [Link] = [], fonts: FontSet, painter: Painter, images: any ImageSource
  ) throws -> [UInt8] {
    var writer = SVGWriter(
      glyphs: try DocumentGlyphs(fonts: fonts), painter: painter, images: images, texts: texts, scale: Double(scale),
      photoQuality: photoQuality, limit: limit)
    try writer.write(list)
    writer.write(links)
    let faces = try writer.faces()
    if let problem = fonts.problems.first { throw problem }
    let shared = writer.definitions.markup
    let head = head(list.size, description: writer.words)
    return Self.joined(
      [head, faces] + (shared.isEmpty ? [] : ["<defs>\n", shared, "</defs>\n"]) + [writer.body, "</svg>\n"])
  }

  /// Joins the parts, inserting the document's letters into names.
  private static func joined(_ parts: [String]) -> [UInt8] {
    let key = "fp" + Digest(joining: parts.map { Digest(of: $0) }).hex.prefix(8) + "-"
    let mark = SVGDefinitions.mark.utf8.first
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count } * 33 / 32)
    for part in parts {
      for byte in part.utf8 {
        if byte == mark { bytes += key.utf8 } else { bytes.append(byte) }
      }
    }
    return bytes
  }

  private func head(_ size: Size, description: [String]) -> String {
    let mark = SVGDefinitions.mark
    // Browsers stretch a drawing whose size is not a whole number of points.
    let (width, height) = (SVGMarkup.number(size.width.rounded(.up)), SVGMarkup.number(size.height.rounded(.up)))
    let isPicture = texts == .outlines
    let role = isPicture ? " role=\"img\"" : ""
    let described = description.isEmpty ? "" : " \(mark)desc"
    var head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\"\(SVGMarkup.attribute("lang", language))"
      + "\(SVGMarkup.attribute("xml:lang", language))\(role) aria-labelledby=\"\(mark)title\(described)\""
    if !isPicture {
      // Every letter keeps its laid-out position: no hinting, kerning, synthetic bold or ligatures, and no mirroring if
      // the surrounding page is right to left. With letter spacing, browsers turn off contextual alternates (e.g. next
      // to capitals) unless they are requested.
      head +=
        " direction=\"ltr\" text-rendering=\"geometricPrecision\" font-kerning=\"none\""
        + " style=\"font-synthesis:none;font-variant-ligatures:none;font-feature-settings:'calt'\""
    }
    head += ">\n<title id=\"\(mark)title\">\(Markup.xml(title))</title>\n"
    if !description.isEmpty {
      head += "<desc id=\"\(mark)desc\">\(Markup.xml(description.joined(separator: " ")))</desc>\n"
    }
    return head
  }
}
