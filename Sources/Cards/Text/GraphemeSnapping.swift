import FeedReading

/// Extends spans to whole characters, so that no span ends between a letter and its accent.
enum GraphemeSnapping {
  /// - Parameter spans: Sorted and disjoint. They are extended outward, never over the previous span.
  static func snapped(_ string: String, _ spans: [RichText.Span]) -> RichText {
    guard !spans.isEmpty else { return RichText(string) }
    let bytes = Array(string.utf8)
    let isAligned = spans.allSatisfy { span in
      isSurelyBoundary(span.range.lowerBound, in: bytes) && isSurelyBoundary(span.range.upperBound, in: bytes)
    }
    return RichText(string, spans: isAligned ? spans : aligned(spans, in: string))
  }

  /// Between Latin, Cyrillic, Greek and Hebrew letters and ASCII, no characters join; the rest needs the full rules.
  private static func isSurelyBoundary(_ offset: Int, in bytes: [UInt8]) -> Bool {
    guard offset > 0, offset < bytes.count, let before = bytes.scalar(before: offset) else { return true }
    let after = bytes.scalar(at: offset).scalar.value
    return before.value < 0x600 && (after < 0x300 || (0x370..<0x483).contains(after))
  }

  /// Aligns all spans in one pass over the characters.
  private static func aligned(_ spans: [RichText.Span], in string: String) -> [RichText.Span] {
    var result: [RichText.Span] = []
    var start = 0
    var end = 0
    var index = string.startIndex
    // After this, `start..<end` is the character that contains `offset`, or starts there.
    func advance(to offset: Int) {
      while end <= offset, index < string.endIndex {
        start = end
        end += string[index].utf8.count
        index = string.index(after: index)
      }
      if end <= offset { start = end }
    }
    for span in spans {
      advance(to: span.range.lowerBound)
      let lower = max(start, result.last?.range.upperBound ?? 0)
      advance(to: span.range.upperBound)
      let upper = start < span.range.upperBound ? end : span.range.upperBound
      guard lower < upper else { continue }
      result.append(span.moved(to: lower..<upper))
    }
    return result
  }
}
