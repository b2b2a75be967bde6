import Drawing
import Layout

extension LayoutRecord {
  /// Creates the record of a laid-out card.
  ///
  /// - Parameter photo: Returns a short digest of the bytes of a photo.
  package init(_ card: LaidOutCard, photo: (ImageReference) -> String?) {
    var boxes: [BoxRecord] = []
    // Boxes to visit, the next one last. A loop is used, since trees may be deeper than a thread's stack.
    var pending = [(box: card.root, prefix: "", owner: Int?.none)]
    while let (box, prefix, around) = pending.popLast() {
      let path = box.name.map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" } ?? prefix
      var owner = around
      if box.name != nil {
        owner = boxes.count
        boxes.append(BoxRecord(box, path: path, photo: photo))
      } else if let owner {
        boxes[owner].take(BoxRecord(box, path: path, photo: photo))
      }
      pending += box.shownChildren.reversed().map { ($0, path, owner) }
    }
    self.init(
      size: Size(width: recorded(card.size.width), height: recorded(card.size.height)), boxes: boxes, links: true)
  }
}

extension BoxRecord {
  fileprivate init(_ box: LaidOutBox, path: String, photo: (ImageReference) -> String?) {
    self.init(
      path: path,
      frame: Rect(
        x: recorded(box.frame.minX), y: recorded(box.frame.minY), width: recorded(box.frame.width),
        height: recorded(box.frame.height)))
    item = box.role?.item?.name
    switch box.content {
    case .text(let shaped, let text):
      lineCount = shaped.lines.count
      baseline = shaped.lines.first.map { recorded($0.baseline + box.frame.minY) }
      isTruncated = shaped.isTruncated
      lineTexts = shaped.lines.map { $0.text(in: text.string) }
      if shaped.isTruncated { wholeText = BoxRecord.wording([text.string]) }
      let found = text.attributes.compactMap { attribute in
        attribute.target.map { LinkRecord(words: text.string.words(at: attribute.range), target: $0.text) }
      }
      links = found.isEmpty ? nil : found
      color = text.style.color.hex
      font = FontRecord(
        family: text.style.family, size: text.style.size, weight: text.style.weight, lineHeight: text.style.lineHeight,
        letterSpacing: text.style.letterSpacing)
    case .icon(let drawn, let tint):
      icon = drawn.name
      if case .solid(let tint) = tint { color = tint.hex }
    case .image(let drawn): image = drawn.image.map { photo($0) ?? Self.noPhoto } ?? Self.noPhoto
    case .none:
      if case .solid(let fill) = box.decoration.fill { color = fill.hex }
    }
  }

  /// Adds the content of an unnamed box to its nearest named ancestor.
  fileprivate mutating func take(_ inner: BoxRecord) {
    func joined(_ own: String?, _ other: String?) -> String? {
      own.map { own in other.map { "\(own) \($0)" } ?? own } ?? other
    }
    image = joined(image, inner.image)
    icon = joined(icon, inner.icon)
    guard !isText, let lines = inner.lineTexts else { return }
    lineTexts = (lineTexts ?? []) + lines
    wholeText = joined(wholeText, inner.wholeText)
  }

  /// Represents an image without a photo.
  private static let noPhoto = "none"
}

extension String {
  /// - Parameter range: A range of UTF-8 offsets.
  fileprivate func words(at range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}

extension BoxRole.Item {
  fileprivate var name: String {
    switch self {
    case .row: "row"
    case .quote: "quote"
    case .page: "page"
    case .dot: "dot"
    case .counter: "counter"
    case .answer: "answer"
    case .reveal: "reveal"
    }
  }
}

extension ShapedText.Line {
  /// Returns the text of the line without trailing white space.
  fileprivate func text(in string: String) -> String {
    let bytes = string.utf8.dropFirst(range.lowerBound).prefix(range.count)
    var text = Substring(bytes)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// Rounds to a thousandth of a point, which is precise enough.
private func recorded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
