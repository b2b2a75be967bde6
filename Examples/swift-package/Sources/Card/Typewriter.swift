import FeedproofLayout

/// Measures text in a monospaced typeface with letters six tenths of the font size wide. An app uses Core Text, or
/// whatever renders its text.
public struct Typewriter: TextMeasuring {
  public init() {}

  public func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    let advance = text.style.size * 0.6
    let room = max(1, width.isFinite ? Int((width / advance + 1e-9).rounded(.down)) : .max)
    let all = lines(of: text.string, room: room)
    let shown = all.prefix(maxLines ?? all.count)
    let pitch = text.style.lineHeight
    let lines = shown.enumerated().map { number, line in
      let count = text.string.utf8[line].count
      let glyphs = (0..<count).map {
        GlyphRun.Glyph(id: 0, x: Double($0) * advance, y: Double(number) * pitch + pitch * 0.75)
      }
      let offset = text.string.utf8.distance(from: text.string.startIndex, to: line.lowerBound)
      return ShapedText.Line(
        frame: Rect(x: 0, y: Double(number) * pitch, width: Double(count) * advance, height: pitch),
        baseline: Double(number) * pitch + pitch * 0.75, range: offset..<offset + count,
        runs: [GlyphRun(face: FontFaceID(index: 0), size: text.style.size, color: text.style.color, glyphs: glyphs)])
    }
    return ShapedText(
      size: Size(width: lines.map(\.frame.width).max() ?? 0, height: Double(lines.count) * pitch), lines: lines,
      isTruncated: shown.count < all.count, fullLineCount: all.count)
  }

  /// Adds words while they fit. A word that is too long for a line is broken.
  private func lines(of text: String, room: Int) -> [Range<String.Index>] {
    var lines: [Range<String.Index>] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text.index(start, offsetBy: room, limitedBy: text.endIndex) ?? text.endIndex
      let space = end < text.endIndex ? text[start...end].lastIndex(of: " ") : nil
      lines.append(start..<(space ?? end))
      start = space.map { text.index(after: $0) } ?? end
    }
    return lines
  }
}
