import Drawing

/// What of a text is set otherwise than its style says: families of words, and how far paragraphs stand in. Offsets are those
/// of the text as it is shaped, in UTF-8.
struct TextSetting {
  private var families: [(range: Range<Int>, family: String)] = []
  private var quotations: [(range: Range<Int>, indent: Double)] = []
  private var marks: [Range<Int>] = []

  /// Nil for a text that is set alike throughout, which nearly every text is.
  init?(_ text: StyledText, _ pictures: InlinePictures?) {
    guard text.attributes.contains(where: \.setsAnything) else { return nil }
    for attribute in text.attributes {
      let range = pictures?.shaped(attribute.range) ?? attribute.range
      if let family = attribute.family { families.append((range, family)) }
      if let quotation = attribute.quotation { quotations.append((range, quotation.indent)) }
      if attribute.hangs { marks.append(range) }
    }
  }

  /// Those within a paragraph, from its own start.
  func families(in paragraph: Range<Int>) -> [(range: Range<Int>, family: String)] {
    families.compactMap { range, family in
      let part = range.clamped(to: paragraph)
      guard !part.isEmpty else { return nil }
      return (part.lowerBound - paragraph.lowerBound..<part.upperBound - paragraph.lowerBound, family)
    }
  }

  /// Points that a paragraph stands in: of all quotations that it begins in.
  func indent(at start: Int) -> Double {
    quotations.reduce(0) { $1.range.contains(start) ? $0 + $1.indent : $0 }
  }

  /// Where the mark ends that a paragraph begins with; nil of one without.
  func markEnd(at start: Int) -> Int? { marks.first { $0.lowerBound == start }?.upperBound }
}

extension ShapedLine {
  /// Points from where the line begins to the first glyph behind an offset; 0 where there is none.
  func room(before offset: Int) -> Double {
    let behind = glyphs.filter { $0.cluster >= offset }
    let room =
      isRightToLeft
      ? behind.map { width - $0.pen - $0.advance }.min() : behind.map(\.pen).min()
    return max(0, room ?? 0)
  }
}
