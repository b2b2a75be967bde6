import Drawing

/// The data of a laid-out card for a comparison: its named boxes, relative to the card's top left corner, in points.
package struct LayoutRecord: Hashable, Codable, Sendable {
  package var size: Size
  /// The boxes in drawing order.
  package var boxes: [BoxRecord]
  /// Whether texts record their links; nil in mockups and records of earlier versions, which lack them.
  package var links: Bool?

  package init(size: Size, boxes: [BoxRecord], links: Bool? = nil) {
    self.size = size
    self.boxes = boxes
    self.links = links
  }
}

/// A linked part of a text.
package struct LinkRecord: Hashable, Codable, Sendable {
  package var words: String
  package var target: String

  package init(words: String, target: String) {
    (self.words, self.target) = (words, target)
  }
}

/// A named box. Values that one side lacks (nil) are not compared.
package struct BoxRecord: Hashable, Codable, Sendable {
  /// The names of the box and its named ancestors, joined by `/`.
  package var path: String
  private var recorded: RecordedFrame
  /// For a text: the number of displayed lines, the first baseline's y from the card's top, whether it is truncated,
  /// and the text of each line without trailing white space.
  package var lineCount: Int?
  package var baseline: Double?
  package var isTruncated: Bool?
  package var lineTexts: [String]?
  /// The text color, the icon's tint or the box's fill: `#2C2D2E`, `#00000080` with alpha.
  package var color: String?
  package var font: FontRecord?
  /// For a truncated text: a short digest of the full text (`wording`).
  package var wholeText: String?
  /// For a text: its links in order; nil if there are none.
  package var links: [LinkRecord]?
  /// For an image: a short digest of the bytes of its photo.
  package var image: String?
  /// For an icon: its name.
  package var icon: String?
  /// The kind of list item: `row`, `quote`, `page`, `dot`, `counter`.
  package var item: String?

  package init(
    path: String, frame: Rect, lineCount: Int? = nil, baseline: Double? = nil, isTruncated: Bool? = nil,
    lineTexts: [String]? = nil, color: String? = nil, font: FontRecord? = nil
  ) {
    self.path = path
    recorded = RecordedFrame(frame)
    self.lineCount = lineCount
    self.baseline = baseline
    self.isTruncated = isTruncated
    self.lineTexts = lineTexts
    self.color = color
    self.font = font
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recorded = "frame"
    case lineCount = "lines"
    case baseline
    case isTruncated = "truncated"
    case lineTexts = "text"
    case color, font
    case wholeText = "whole"
    case links, image, icon, item
  }

  package var frame: Rect {
    get { recorded.rect }
    set { recorded.rect = newValue }
  }

  /// Whether the box is text, whose ink depends on the rasterizer.
  package var isText: Bool { lineCount != nil || font != nil }

  package var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
}

/// The font of a text. Lengths are in points.
package struct FontRecord: Hashable, Codable, Sendable {
  package var family: String?
  package var size: Double?
  package var weight: Int?
  package var lineHeight: Double?
  package var letterSpacing: Double?

  package init(
    family: String? = nil, size: Double? = nil, weight: Int? = nil, lineHeight: Double? = nil,
    letterSpacing: Double? = nil
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
  }
}

/// A frame in a record: x, y, width and height.
private struct RecordedFrame: Hashable, Codable, Sendable {
  var rect: Rect

  init(_ rect: Rect) { self.rect = rect }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let numbers = try container.decode([Double].self)
    // Numbers from a file are used in arithmetic, so they are limited.
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1e9 }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a frame is x, y, width and height")
    }
    rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([rect.minX, rect.minY, rect.width, rect.height])
  }
}
