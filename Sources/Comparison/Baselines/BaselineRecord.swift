import Files
import Filming
import Foundation
import ImageComparison

/// The record of an approved image: its size and digests, the fonts and libraries it was rendered with, and its layout.
package struct BaselineRecord: Codable, Sendable {
  /// The current schema; 2 added the digest of the pixels.
  static let currentSchema = 2
  static let readable = 1...currentSchema

  var schema = BaselineRecord.currentSchema
  /// The id of the case.
  var id: String
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// The digest of the PNG, in lower-case hexadecimal.
  var sha256: String
  /// The digest of the pixels (`Bitmap.digest`); nil for a film, and in baselines of earlier versions.
  package var pixels: String?
  /// The name of the `RenderingEnvironment` that the image was rendered with.
  var environment: String
  /// The name of the `DesignRecord`; nil in baselines of earlier versions.
  var design: String?
  package var layout: LayoutRecord
  /// The frames of a film, whose image is its storyboard.
  var film: FilmRecord?
  /// The causes of the approved change, as text; nil for a new case.
  var causes: [String]?

  package init(
    schema: Int = BaselineRecord.currentSchema, id: String, width: Int, height: Int, sha256: String,
    pixels: String? = nil, environment: String, design: String? = nil, layout: LayoutRecord, film: FilmRecord? = nil,
    causes: [String]? = nil
  ) {
    (self.schema, self.id, self.width, self.height, self.sha256) = (schema, id, width, height, sha256)
    (self.pixels, self.environment, self.design, self.layout, self.film) = (pixels, environment, design, layout, film)
    self.causes = causes
  }

  private enum CodingKeys: String, CodingKey {
    case schema
    case id = "case"
    case width, height, sha256, pixels, environment, design, layout, film, causes
  }
}

extension BaselineRecord {
  /// JSON with each box and each frame on its own line, so that a diff shows each change on one line.
  package func text() throws -> Data {
    var head = self
    head.layout.boxes = []
    head.film?.frames = []
    var line = try JSONText.line(head)
    let none = #""frames":[]"#
    if let frames = try film?.frames.map({ try JSONText.line($0) }), let place = line.range(of: none) {
      line.replaceSubrange(place, with: "\"frames\":[\n\(frames.joined(separator: ",\n"))\n]")
    }
    let empty = #""boxes":[]"#
    guard let place = line.range(of: empty) else { return Data((line + "\n").utf8) }
    let boxes = try layout.boxes.map { try JSONText.line($0) }
    let filled = boxes.isEmpty ? empty : "\"boxes\":[\n\(boxes.joined(separator: ",\n"))\n]"
    return Data((line.replacingCharacters(in: place, with: filled) + "\n").utf8)
  }
}
