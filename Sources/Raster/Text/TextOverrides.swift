import Drawing

/// A family and a weight that differ from the text's style.
struct TypefaceOverride: Hashable {
  /// Nil for the style's family.
  var family: String?
  /// The CSS weight; nil for the style's weight.
  var weight: Int?
}

/// Deviations of parts of a text from its style: the typefaces of words and the indents of paragraphs. Offsets are UTF-8
/// offsets in the text as it is shaped.
struct TextOverrides {
  private var typefaces: [(range: Range<Int>, typeface: TypefaceOverride)] = []
  private var quotations: [(range: Range<Int>, indent: Double)] = []
  private var marks: [Range<Int>] = []

  /// Returns nil for a text without deviations, the usual case.
  init?(_ text: StyledText, _ pictures: InlineImages?) {
    guard text.attributes.contains(where: \.setsAnything) else { return nil }
    for attribute in text.attributes {
      let range = pictures?.shaped(attribute.range) ?? attribute.range
      if attribute.family != nil || attribute.weight != nil {
        typefaces.append((range, TypefaceOverride(family: attribute.family, weight: attribute.weight)))
      }
      if let quotation = attribute.quotation { quotations.append((range, quotation.indent)) }
      if attribute.hangs { marks.append(range) }
    }
  }

  /// Returns the typefaces within a paragraph without overlaps, with offsets from its start. Where ranges overlap, their
  /// properties are combined, and the later range wins.
  func typefaces(in paragraph: Range<Int>) -> [(range: Range<Int>, typeface: TypefaceOverride)] {
    let own = typefaces.compactMap { range, typeface -> (range: Range<Int>, typeface: TypefaceOverride)? in
      let part = range.clamped(to: paragraph)
      guard !part.isEmpty else { return nil }
      return (part.lowerBound - paragraph.lowerBound..<part.upperBound - paragraph.lowerBound, typeface)
    }
    let ends = own.map(\.range.upperBound)
    // Usually no ranges overlap.
    guard zip(ends, own.dropFirst()).contains(where: { $0 > $1.range.lowerBound }) else { return own }
    let bounds = Set(own.flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
    return zip(bounds, bounds.dropFirst()).compactMap { start, end in
      let covering = own.filter { $0.range.contains(start) }
      guard !covering.isEmpty else { return nil }
      let combined = covering.reduce(into: TypefaceOverride()) { combined, part in
        combined.family = part.typeface.family ?? combined.family
        combined.weight = part.typeface.weight ?? combined.weight
      }
      return (start..<end, combined)
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
