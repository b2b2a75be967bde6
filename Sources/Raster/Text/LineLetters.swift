/// Which characters of a line its glyphs stand for.
struct LineLetters {
  private let bytes: [UInt8]
  private let range: Range<Int>
  /// Where characters that are shaped together begin, rising.
  private let starts: [Int]
  private var taken: Set<Int> = []

  /// - Parameter bytes: UTF-8 of the whole text.
  init(of line: ShapedLine, in bytes: [UInt8]) {
    (self.bytes, range) = (bytes, line.range)
    starts = Set(line.glyphs.map(\.cluster)).sorted()
  }

  /// The characters of a glyph; nothing for a further glyph of the same ones.
  ///
  /// - Parameter cluster: Of the glyph: where its characters begin.
  mutating func take(_ cluster: Int) -> String {
    guard taken.insert(cluster).inserted else { return "" }
    // What stands behind the line's end stands for all that was cut off.
    guard cluster < range.upperBound else { return "…" }
    let end = min(starts.first { $0 > cluster } ?? range.upperBound, range.upperBound, bytes.count)
    guard cluster >= 0, cluster < end else { return "" }
    return String(decoding: bytes[cluster..<end], as: UTF8.self)
  }
}
