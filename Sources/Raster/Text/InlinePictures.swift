import Drawing

/// A text with pictures in its lines, as it is shaped: one character of the picture's width stands for the words that a
/// picture stands in for.
struct InlinePictures {
  private struct Piece {
    /// Where the character stands in `bytes`.
    var place: Int
    /// The words in the text.
    var words: Range<Int>
  }

  /// U+FFFC, the object replacement character.
  static let character: [UInt8] = [0xEF, 0xBF, 0xBC]

  /// The text in UTF-8, with the characters.
  private(set) var bytes: [UInt8] = []
  /// Points: each picture's width.
  let side: Double
  private var pieces: [Piece] = []

  /// Nil for a text without pictures, which nearly every text is.
  init?(_ text: StyledText) {
    guard text.attributes.contains(where: { $0.picture != nil }) else { return nil }
    side = text.style.pictureSide
    let whole = Array(text.string.utf8)
    var start = 0
    let ranges = text.attributes.filter { $0.picture != nil }.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    for range in ranges where range.lowerBound >= start && !range.isEmpty && range.upperBound <= whole.count {
      bytes += whole[start..<range.lowerBound]
      pieces.append(Piece(place: bytes.count, words: range))
      bytes += Self.character
      start = range.upperBound
    }
    bytes += whole[start...]
  }

  /// Where the characters of a paragraph stand in it.
  func places(in paragraph: Range<Int>) -> [Int] {
    pieces.map(\.place).filter(paragraph.contains).map { $0 - paragraph.lowerBound }
  }

  /// The line with offsets into the text itself.
  func restored(_ line: ShapedLine) -> ShapedLine {
    var line = line
    line.range = original(line.range.lowerBound)..<original(line.range.upperBound)
    for index in line.glyphs.indices { line.glyphs[index].cluster = original(line.glyphs[index].cluster) }
    return line
  }

  private func original(_ offset: Int) -> Int {
    guard let last = pieces.last(where: { $0.place < offset }) else { return offset }
    return last.words.upperBound + max(0, offset - last.place - Self.character.count)
  }
}
