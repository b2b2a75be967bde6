import Drawing

/// What a comparison knows of a laid-out card: its named boxes, from the card's top left corner, in points.
package struct LayoutRecord: Hashable, Codable, Sendable {
  package var size: Size
  /// In drawing order.
  package var boxes: [BoxRecord]
  /// Whether texts tell their links; nil in records of designers and of earlier versions, which do not.
  package var links: Bool?

  package init(size: Size, boxes: [BoxRecord], links: Bool? = nil) {
    self.size = size
    self.boxes = boxes
    self.links = links
  }
}

/// A part of a text that leads somewhere.
package struct LinkRecord: Hashable, Codable, Sendable {
  package var words: String
  package var target: String

  package init(words: String, target: String) {
    (self.words, self.target) = (words, target)
  }
}

/// A named box. What one side of a comparison does not tell (nil) is not compared.
package struct BoxRecord: Hashable, Codable, Sendable {
  /// Names of the box and its named ancestors, joined by `/`.
  package var path: String
  private var recorded: RecordedFrame
  /// Of text: lines shown, the first baseline's y from the card's top, whether something was left out, and what each
  /// line says, without white space at its end.
  package var lineCount: Int?
  package var baseline: Double?
  package var isTruncated: Bool?
  package var lineTexts: [String]?
  /// The text's colour, the icon's tint or the box's fill: `#2C2D2E`, `#00000080` with alpha.
  package var color: String?
  package var font: FontRecord?
  /// Of a text that is cut off: a short name for the whole of it (`wording`).
  package var wholeText: String?
  /// Of a text: its links, in its order; nil for none.
  package var links: [LinkRecord]?
  /// Of a picture: a short name for the bytes of its photo.
  package var image: String?
  /// Of an icon: its name.
  package var icon: String?
  /// What it stands for as a whole, one of several: `row`, `quote`, `page`, `dot`, `counter`.
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

  /// Text, whose ink depends on who draws it.
  package var isText: Bool { lineCount != nil || font != nil }

  package var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
}

/// How a text is set. Lengths in points.
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

/// A frame as a record has it: x, y, width and height.
private struct RecordedFrame: Hashable, Codable, Sendable {
  var rect: Rect

  init(_ rect: Rect) { self.rect = rect }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let numbers = try container.decode([Double].self)
    // What comes from a file is counted with.
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
