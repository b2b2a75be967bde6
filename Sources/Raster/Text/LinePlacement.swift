import Drawing

/// Puts shaped lines at their places: baselines by the style's line height, x by its direction, colours by attributes.
struct LinePlacement {
  private let text: StyledText
  private let width: Double
  /// From a line's top to its baseline.
  private let baselineOffset: Double
  /// For each byte of the text the colour of its attributes; nil where no attribute has a colour.
  private let colors: [Color?]?
  /// Of the text, where runs are to say what their glyphs stand for.
  private let bytes: [UInt8]?

  /// Half-leading as in CSS: the em box of the style's own face (ascent and descent of its `hhea` table) stands in the
  /// middle of the line, whatever other faces the line uses.
  init(_ text: StyledText, width: Double, primary: FontFace?, keepsText: Bool = false) {
    bytes = keepsText ? Array(text.string.utf8) : nil
    self.text = text
    self.width = width
    let ascent = (primary?.metrics.ascent ?? 0.8) * text.style.size
    let descent = (primary?.metrics.descent ?? 0.2) * text.style.size
    baselineOffset = (text.style.lineHeight - (ascent + descent)) / 2 + ascent
    colors = LinePlacement.colors(of: text)
  }

  func shapedText(_ result: TextWorker.Result) -> ShapedText {
    let widest = result.lines.map(\.width).max() ?? 0
    let available = width.isFinite ? width : widest
    let placed = result.lines.enumerated().map { index, line in
      place(line, index: index, left: left(of: line, in: available))
    }
    return ShapedText(
      size: Size(width: widest, height: Double(placed.count) * text.style.lineHeight), lines: placed,
      attributeFrames: zip(result.lines, placed).enumerated().flatMap { index, pair in
        attributeFrames(of: pair.0, in: pair.1.frame, index: index)
      },
      isTruncated: result.fullLineCount > placed.count, fullLineCount: result.fullLineCount, missing: result.missing)
  }

  /// At the start of the room, whatever the style's alignment: the layout moves lines once it knows their box. A line
  /// wider than the room starts at its left edge.
  private func left(of line: ShapedLine, in available: Double) -> Double {
    line.isRightToLeft ? max(0, available - line.width) : 0
  }

  private func place(_ line: ShapedLine, index: Int, left: Double) -> ShapedText.Line {
    let top = Double(index) * text.style.lineHeight
    let baseline = top + baselineOffset
    var runs: [GlyphRun] = []
    var letters = bytes.map { LineLetters(of: line, in: $0) }
    var rest = line.glyphs.filter { $0.id != nil }[...]
    while let first = rest.first {
      let color = color(at: first.cluster)
      let end = rest.firstIndex { $0.face != first.face || self.color(at: $0.cluster) != color } ?? rest.endIndex
      // Texts are kept by the thousand: an array that grew would keep the room to grow on.
      var glyphs: [GlyphRun.Glyph] = []
      glyphs.reserveCapacity(end - rest.startIndex)
      for glyph in rest[..<end] {
        guard let id = glyph.id else { continue }
        glyphs.append(GlyphRun.Glyph(id: id, x: left + glyph.pen + glyph.offset.x, y: baseline + glyph.offset.y))
      }
      let pieces = letters.map { _ in rest[..<end].map { letters?.take($0.cluster) ?? "" } }
      runs.append(GlyphRun(face: first.face, size: text.style.size, color: color, glyphs: glyphs, pieces: pieces))
      rest = rest[end...]
    }
    return ShapedText.Line(
      frame: Rect(x: left, y: top, width: line.width, height: text.style.lineHeight), baseline: baseline,
      range: line.range, runs: runs)
  }

  private func color(at offset: Int) -> Color {
    guard let colors, colors.indices.contains(offset) else { return text.style.color }
    return colors[offset] ?? text.style.color
  }

  private static func colors(of text: StyledText) -> [Color?]? {
    guard text.attributes.contains(where: { $0.color != nil }) else { return nil }
    var colors = [Color?](repeating: nil, count: text.string.utf8.count)
    for attribute in text.attributes {
      guard let color = attribute.color else { continue }
      for offset in attribute.range.clamped(to: 0..<colors.count) { colors[offset] = color }
    }
    return colors
  }

  /// Boxes of the clusters that begin inside each attribute's range, neighbours joined, from left to right. Text of two
  /// directions can tear one range into several boxes.
  private func attributeFrames(of line: ShapedLine, in frame: Rect, index: Int) -> [ShapedText.AttributeFrame] {
    text.attributes.enumerated().flatMap { number, attribute in
      var boxes: [Rect] = []
      guard attribute.range.overlaps(line.range) else { return [ShapedText.AttributeFrame]() }
      for glyph in line.glyphs where glyph.advance > 0 && attribute.range.contains(glyph.cluster) {
        let x = frame.minX + glyph.pen
        if let last = boxes.indices.last, abs(boxes[last].maxX - x) < 1e-6 {
          boxes[last].size.width += glyph.advance
        } else {
          boxes.append(Rect(x: x, y: frame.minY, width: glyph.advance, height: frame.height))
        }
      }
      return boxes.map { ShapedText.AttributeFrame(attribute: number, line: index, frame: $0) }
    }
  }
}
