import Digests
import Drawing
import Escaping
import Foundation
import Raster

/// A display list as an SVG file that needs nothing beside itself.
package struct SVGPicture {
  package enum Texts: Sendable {
    /// Texts are texts, set in the very faces, of which the file has the glyphs that are used.
    case embedded
    /// Texts are shapes, for programs that take no fonts from a file; what they say stands in the description.
    case outlines
  }

  /// Somewhere that an area of the picture leads.
  package struct Link {
    /// Points.
    package var area: Rect
    /// A URL.
    package var address: String

    package init(area: Rect, address: String) {
      self.area = area
      self.address = address
    }
  }

  /// What people are told who do not see it.
  package var title: String
  /// Of the words, as BCP 47 has it.
  package var language: String
  package var texts: Texts
  /// Pixels a point of what can't be shapes and texts.
  package var scale: Int
  /// Of photos, 1 to 100.
  package var photoQuality: Int

  /// Bytes that it may take while it is made.
  package var limit: Int

  package init(title: String, language: String, texts: Texts, scale: Int, photoQuality: Int, limit: Int) {
    self.title = title
    self.language = language
    self.texts = texts
    self.scale = scale
    self.photoQuality = photoQuality
    self.limit = limit
  }

  /// Its pictures alone take more than there may be.
  package struct TooLarge: Error {}

  /// - Parameters:
  ///   - list: Edges on pixels of the scale; texts with what their glyphs stand for.
  ///   - links: What lies over another comes later.
  ///   - painter: Draws what has to be pixels, of the same fonts.
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

  /// With letters of the document's own in its names.
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
    // Browsers stretch a drawing that ends in the middle of a point.
    let (width, height) = (SVGMarkup.number(size.width.rounded(.up)), SVGMarkup.number(size.height.rounded(.up)))
    let isPicture = texts == .outlines
    let role = isPicture ? " role=\"img\"" : ""
    let described = description.isEmpty ? "" : " \(mark)desc"
    var head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\"\(SVGMarkup.attribute("lang", language))"
      + "\(SVGMarkup.attribute("xml:lang", language))\(role) aria-labelledby=\"\(mark)title\(described)\""
    if !isPicture {
      // Each letter stands where it was laid out: nothing is hinted, kerned, made bold or brought together, and nothing
      // begins at the other side of its place where the page around it runs from right to left. Browsers leave what stands
      // beside capitals as it is where letters are spaced, unless they are told.
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
