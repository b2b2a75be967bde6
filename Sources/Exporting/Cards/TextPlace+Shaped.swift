import Drawing
import Site

extension SiteCard.TextPlace {
  /// - Parameter frame: The text's box in its card. The page begins lines where their script does, so that a text that
  ///   the design puts elsewhere gets the place of its lines alone.
  package init(_ shaped: ShapedText, _ text: StyledText, at frame: Rect) {
    let offsets = UTF16Offsets(text.string)
    let linked = text.attributes.indices.filter { text.attributes[$0].isLinkOrPicture }
    self.init(
      frame: text.style.alignment == .start ? frame : frame.around(shaped.lines), style: text.style,
      lines: shaped.lines.map { offsets.range($0.range) },
      links: shaped.attributeFrames.compactMap { piece in
        linked.firstIndex(of: piece.attribute).map { ($0, piece.frame.offset(by: frame.origin)) }
      })
  }
}

extension Rect {
  /// As wide as the lines in it, where they stand.
  fileprivate func around(_ lines: [ShapedText.Line]) -> Rect {
    guard let left = lines.map(\.frame.minX).min(), let right = lines.map(\.frame.maxX).max() else { return self }
    return Rect(x: minX + left, y: minY, width: right - left, height: height)
  }
}

extension StyledText {
  /// Attributes that lead somewhere, and words that pictures stand for, in order.
  package var links: [SiteCard.Link] {
    let offsets = UTF16Offsets(string)
    return attributes.filter(\.isLinkOrPicture).map {
      SiteCard.Link(range: offsets.range($0.range), target: $0.target)
    }
  }
}

extension StyledText.Attribute {
  fileprivate var isLinkOrPicture: Bool { target != nil || picture != nil }
}

/// UTF-8 offsets of a string as UTF-16 offsets.
private struct UTF16Offsets {
  private let string: String
  private let isASCII: Bool

  init(_ string: String) {
    self.string = string
    isASCII = string.utf8.allSatisfy { $0 < 0x80 }
  }

  func range(_ range: Range<Int>) -> Range<Int> {
    let start = offset(range.lowerBound)
    return start..<max(start, offset(range.upperBound))
  }

  private func offset(_ utf8: Int) -> Int {
    if isASCII { return min(max(0, utf8), string.utf8.count) }
    let view = string.utf8
    guard let index = view.index(view.startIndex, offsetBy: max(0, utf8), limitedBy: view.endIndex) else {
      return string.utf16.count
    }
    return string.utf16.distance(from: string.utf16.startIndex, to: index)
  }
}
