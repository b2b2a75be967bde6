import Drawing
import Layout
import Synchronization

/// Measures text with characters 10 points wide. It breaks at spaces if possible, with the baseline at 3/4 of a line. A
/// paragraph that begins with a Hebrew letter runs from right to left.
final class FixedAdvanceText: TextMeasuring {
  static let advance = 10.0

  /// The arguments of a call.
  struct Call: Hashable {
    var string: String
    var width: Double
    var maxLines: Int?
  }

  private let log = Mutex<[Call]>([])
  var calls: [Call] { log.withLock { $0 } }

  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText {
    log.withLock { $0.append(Call(string: text.string, width: width, maxLines: maxLines)) }
    let perLine = width.isFinite ? max(1, Int(width / Self.advance)) : Int.max
    var all: [(string: [Character], isRightToLeft: Bool)] = []
    for paragraph in text.string.split(separator: "\n", omittingEmptySubsequences: false) {
      let isRightToLeft = paragraph.unicodeScalars.first.map { (0x590...0x5FF).contains($0.value) } ?? false
      all += Self.lines(of: Array(paragraph), perLine: perLine).map { ($0, isRightToLeft) }
    }
    let shown = maxLines.map { all.prefix($0) } ?? all[...]
    let widest = shown.reduce(0) { max($0, Double($1.string.count) * Self.advance) }
    var offset = 0
    let pitch = text.style.lineHeight
    let lines = shown.enumerated().map { index, line in
      let length = Double(line.string.count) * Self.advance
      let end = width.isFinite ? width : widest
      let x = line.isRightToLeft ? end - length : 0
      let bytes = String(line.string).utf8.count
      defer { offset += bytes }
      let glyphs = line.string.indices.map {
        GlyphRun.Glyph(id: UInt32($0), x: x + Double($0) * Self.advance, y: Double(index) * pitch + pitch * 0.75)
      }
      return ShapedText.Line(
        frame: Rect(x: x, y: Double(index) * pitch, width: length, height: pitch),
        baseline: Double(index) * pitch + pitch * 0.75, range: offset..<(offset + bytes),
        runs: [GlyphRun(face: FontFaceID(index: 0), size: text.style.size, color: text.style.color, glyphs: glyphs)])
    }
    let frames = text.attributes.indices.flatMap { attribute in
      lines.indices.map { ShapedText.AttributeFrame(attribute: attribute, line: $0, frame: lines[$0].frame) }
    }
    return ShapedText(
      size: Size(width: widest, height: pitch * Double(lines.count)), lines: lines, attributeFrames: frames,
      isTruncated: shown.count < all.count, fullLineCount: all.count)
  }

  private static func lines(of characters: [Character], perLine: Int) -> [[Character]] {
    var lines: [[Character]] = []
    var rest = characters[...]
    while rest.count > perLine {
      let fitting = rest.prefix(perLine)
      let next = rest[rest.index(rest.startIndex, offsetBy: perLine)]
      let end = next == " " ? fitting.endIndex : fitting.lastIndex(of: " ") ?? fitting.endIndex
      let line = rest[..<(end > rest.startIndex ? end : fitting.endIndex)]
      lines.append(Array(line))
      rest = rest[line.endIndex...].drop { $0 == " " }
    }
    lines.append(Array(rest))
    return lines
  }
}
