import Drawing

/// Deviations of parts of a text from its style: the families of words and the indents of paragraphs. Offsets are UTF-8
/// offsets in the text as it is shaped.
struct TextOverrides {
  private var families: [(range: Range<Int>, family: String)] = []
  private var quotations: [(range: Range<Int>, indent: Double)] = []
  private var marks: [Range<Int>] = []

  /// Returns nil for a text without deviations, the usual case.
  init?(_ text: StyledText, _ pictures: InlineImages?) {
    guard text.attributes.contains(where: \.setsAnything) else { return nil }
    for attribute in text.attributes {
      let range = pictures?.shaped(attribute.range) ?? attribute.range
      if let family = attribute.family { families.append((range, family)) }
      if let quotation = attribute.quotation { quotations.append((range, quotation.indent)) }
      if attribute.hangs { marks.append(range) }
    }
  }

  /// Returns the families within a paragraph, with offsets from its start.
  func families(in paragraph: Range<Int>) -> [(range: Range<Int>, family: String)] {
    families.compactMap { range, family in
      let part = range.clamped(to: paragraph)
      guard !part.isEmpty else { return nil }
      return (part.lowerBound - paragraph.lowerBound..<part.upperBound - paragraph.lowerBound, family)
    }
  }

  /// Returns the indent of a paragraph in points: the sum of all quotations around its start.
  func indent(at start: Int) -> Double {
    quotations.reduce(0) { $1.range.contains(start) ? $0 + $1.indent : $0 }
  }

  /// Returns the end of the list mark that a paragraph begins with; nil if there is none.
  func markEnd(at start: Int) -> Int? { marks.first { $0.lowerBound == start }?.upperBound }
}

extension ShapedLine {
  /// Returns the distance in points from the start of the line to the first glyph after an offset; 0 if there is none.
  func room(before offset: Int) -> Double {
    let behind = glyphs.filter { $0.cluster >= offset }
    let room =
      isRightToLeft
      ? behind.map { width - $0.pen - $0.advance }.min() : behind.map(\.pen).min()
    return max(0, room ?? 0)
  }
}
