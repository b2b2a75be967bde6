import Drawing

/// A glyph of a document's text with its characters.
struct DocumentGlyph {
  struct Style: Hashable {
    var face: FontFaceID
    var size: Double
    var color: Color
    /// A fraction of the height; nil for upright glyphs.
    var slant: Double?
  }

  /// The characters; empty for further glyphs of the same letter, and if they weren't recorded.
  var text: String
  /// The offset in the text; nil if it wasn't recorded.
  var offset: Int?
  var id: UInt32
  /// The pen position.
  var place: Point
  var style: Style
  /// Whether it can be set as a character that then looks as laid out.
  var isText = false
  /// Whether a line was broken after it, at a character without width that separates two words.
  var endsLine = false

  var said: String { endsLine ? text + " " : text }

  var isFromRightToLeft: Bool { text.unicodeScalars.contains(where: \.isFromRightToLeft) }

  /// Whether undrawn characters separate this letter from the next one, on the next line.
  private func isBroken(from next: DocumentGlyph) -> Bool {
    guard let offset, let other = next.offset, abs(place.y - next.place.y) > style.size / 2 else { return false }
    return offset + text.utf8.count < other && text.last?.isWhitespace == false
  }

  /// Returns the letters of each text in reading order.
  ///
  /// - Parameter runs: Consecutive runs of one or several texts.
  static func texts(of runs: [(run: GlyphRun, origin: Point)]) -> [[DocumentGlyph]] {
    separated(runs).map { text in
      var letters = text.flatMap(letters).enumerated().sorted {
        ($0.element.offset ?? 0, $0.offset) < ($1.element.offset ?? 0, $1.offset)
      }.map(\.element)
      for (index, next) in letters.indices.dropLast().map({ ($0, letters[$0 + 1]) }) {
        letters[index].endsLine = letters[index].isBroken(from: next)
      }
      return letters
    }
  }

  /// Separates runs by text: runs of one text share a left edge, and each line continues where the previous one ended.
  private static func separated(
    _ runs: [(run: GlyphRun, origin: Point)]
  ) -> [[(run: GlyphRun, origin: Point)]] {
    var texts: [[(run: GlyphRun, origin: Point)]] = []
    // The offsets of the last text's characters.
    var seen: Set<Int> = []
    var end = -1
    for next in runs where next.run.size > 0 && next.run.size.isFinite && next.run.color.alpha > 0 {
      let offsets = next.run.offsets ?? []
      if let last = texts.last?.last, last.origin.x == next.origin.x, let first = offsets.min(),
        first > end || isOnOneLine(last, next) && seen.isDisjoint(with: offsets)
      {
        texts[texts.count - 1].append(next)
      } else {
        texts.append([next])
        (seen, end) = ([], -1)
      }
      seen.formUnion(offsets)
      end = max(end, offsets.max() ?? -1)
    }
    return texts
  }

  private static func isOnOneLine(
    _ one: (run: GlyphRun, origin: Point), _ other: (run: GlyphRun, origin: Point)
  ) -> Bool {
    guard let first = one.run.glyphs.first, let second = other.run.glyphs.first else { return true }
    return abs(one.origin.y + first.y - other.origin.y - second.y) < one.run.size / 2
  }

  private static func letters(of run: GlyphRun, at origin: Point) -> [DocumentGlyph] {
    func kept<Value>(_ values: [Value]?, _ index: Int) -> Value? {
      values.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    return run.glyphs.enumerated().compactMap { index, glyph in
      let place = Point(x: origin.x + glyph.x, y: origin.y + glyph.y)
      guard abs(place.x) < 1e6, abs(place.y) < 1e9 else { return nil }
      return DocumentGlyph(
        text: kept(run.pieces, index) ?? "", offset: kept(run.offsets, index), id: glyph.id, place: place,
        style: Style(face: run.face, size: run.size, color: run.color, slant: run.slant))
    }
  }
}

extension [DrawingCommand] {
  enum Part {
    /// Consecutive runs.
    case texts([(run: GlyphRun, origin: Point)])
    case other(Element)
  }

  /// The commands with consecutive glyph runs grouped: they may belong to one text, which readers need as a whole.
  var parts: [Part] {
    var parts: [Part] = []
    var rest = self[...]
    while let command = rest.first {
      var texts: [(run: GlyphRun, origin: Point)] = []
      while case .glyphs(let run, let origin)? = rest.first {
        texts.append((run, origin))
        rest.removeFirst()
      }
      if texts.isEmpty { rest.removeFirst() }
      parts.append(texts.isEmpty ? .other(command) : .texts(texts))
    }
    return parts
  }
}
