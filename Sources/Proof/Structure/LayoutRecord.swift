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
package struct BoxRecord: Hashable, Sendable {
  /// Names of the box and its named ancestors, joined by `/`.
  package var path: String
  package var frame: Rect
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
    self.frame = frame
    self.lineCount = lineCount
    self.baseline = baseline
    self.isTruncated = isTruncated
    self.lineTexts = lineTexts
    self.color = color
    self.font = font
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

extension BoxRecord: Codable {
  private enum Key: String, CodingKey {
    case path, frame, lines, baseline, truncated, text, color, font, whole, links, image, icon, item
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let frame = try container.decode([Double].self, forKey: .frame)
    let lines = try container.decodeIfPresent(Int.self, forKey: .lines)
    // What comes from a file is counted with, in points and in lines.
    guard frame.count == 4, frame.allSatisfy({ abs($0) <= 1e9 }), (0...1_000_000).contains(lines ?? 0) else {
      throw DecodingError.dataCorruptedError(
        forKey: .frame, in: container, debugDescription: "a frame is x, y, width and height")
    }
    self.init(
      path: try container.decode(String.self, forKey: .path),
      frame: Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
      lineCount: lines,
      baseline: try container.decodeIfPresent(Double.self, forKey: .baseline),
      isTruncated: try container.decodeIfPresent(Bool.self, forKey: .truncated),
      lineTexts: try container.decodeIfPresent([String].self, forKey: .text),
      color: try container.decodeIfPresent(String.self, forKey: .color),
      font: try container.decodeIfPresent(FontRecord.self, forKey: .font))
    wholeText = try container.decodeIfPresent(String.self, forKey: .whole)
    links = try container.decodeIfPresent([LinkRecord].self, forKey: .links)
    image = try container.decodeIfPresent(String.self, forKey: .image)
    icon = try container.decodeIfPresent(String.self, forKey: .icon)
    item = try container.decodeIfPresent(String.self, forKey: .item)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .path)
    try container.encode([frame.minX, frame.minY, frame.width, frame.height], forKey: .frame)
    try container.encodeIfPresent(lineCount, forKey: .lines)
    try container.encodeIfPresent(baseline, forKey: .baseline)
    try container.encodeIfPresent(isTruncated, forKey: .truncated)
    try container.encodeIfPresent(lineTexts, forKey: .text)
    try container.encodeIfPresent(color, forKey: .color)
    try container.encodeIfPresent(font, forKey: .font)
    try container.encodeIfPresent(wholeText, forKey: .whole)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encodeIfPresent(image, forKey: .image)
    try container.encodeIfPresent(icon, forKey: .icon)
    try container.encodeIfPresent(item, forKey: .item)
  }
}
