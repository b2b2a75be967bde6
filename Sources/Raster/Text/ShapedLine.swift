import CPangoCairo
import Drawing

/// One line as Pango broke and shaped it, from its own left edge: no colours, no alignment, no place on the page yet.
struct ShapedLine {
  struct Glyph {
    /// `lastResort` for a character that no face has.
    var face: FontFaceID
    /// The glyph's index in its face, or the missing character; nil draws nothing but takes its advance.
    var id: UInt32?
    /// Points from the line's left edge to the pen, and from the pen to the glyph's origin.
    var pen: Double
    var offset: Point
    var advance: Double
    /// UTF-8 offset, in the whole text, of the cluster that the glyph belongs to.
    var cluster: Int
  }

  /// UTF-8 offsets into the whole text.
  var range: Range<Int>
  var isRightToLeft = false
  /// Points.
  var width = 0.0
  /// How far the line stands in from where lines begin, in points.
  var indent = 0.0
  /// In visual order.
  var glyphs: [Glyph] = []
  /// Scalars of the line that no face has, each as often as it stands there.
  var missing: [UInt32] = []

  /// A line without characters.
  init(emptyAt offset: Int) { range = offset..<offset }

  /// Reads a line of a paragraph's layout; `paragraph` is where the layout's text lies in the whole text. What the
  /// layout has beyond it (an appended ellipsis) counts as standing at its end.
  init(_ line: UnsafeMutablePointer<PangoLayoutLine>, paragraph: Range<Int>) {
    func offset(_ index: Int32) -> Int { min(paragraph.lowerBound + Int(index), paragraph.upperBound) }
    range = offset(line.pointee.start_index)..<offset(line.pointee.start_index + line.pointee.length)
    isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    // Wider than Pango's own units: a long text on one line goes beyond 2 million points.
    var pen = 0
    var run = line.pointee.runs
    while let node = run {
      if let item = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
        read(item.pointee, pen: &pen, offset)
      }
      run = node.pointee.next
    }
    width = PangoUnits.points(pen)
  }

  private mutating func read(_ run: PangoGlyphItem, pen: inout Int, _ offset: (Int32) -> Int) {
    guard let item = run.item, let string = run.glyphs, let font = LockedFont.of(item.pointee.analysis.font) else {
      return
    }
    let start = item.pointee.offset
    let isDrawn = font.isUsable
    // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS: the run stands for all that was cut off.
    if item.pointee.analysis.flags & 2 != 0 { range = range.lowerBound..<max(range.lowerBound, offset(start)) }
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      let isMissing = info.glyph & PangoUnits.unknownGlyph != 0
      glyphs.append(
        Glyph(
          face: isMissing ? .lastResort : font.id,
          id: isMissing
            ? missing(info.glyph & ~PangoUnits.unknownGlyph)
            : isDrawn && info.glyph != PangoUnits.emptyGlyph ? info.glyph : nil,
          pen: PangoUnits.points(pen),
          offset: Point(
            x: PangoUnits.points(info.geometry.x_offset), y: PangoUnits.points(info.geometry.y_offset)),
          advance: PangoUnits.points(info.geometry.width),
          cluster: offset(start + string.pointee.log_clusters[index])))
      pen += Int(info.geometry.width)
    }
  }

  /// The character, where a box stands for it: what draws nothing by design is missed by nobody.
  private mutating func missing(_ value: UInt32) -> UInt32? {
    guard LastResortBox(value) != nil else { return nil }
    missing.append(value)
    return value
  }
}

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
    let widest = result.lines.map { $0.indent + $0.width }.max() ?? 0
    let available = width.isFinite ? width : widest
    let placed = result.lines.enumerated().map { index, line in
      place(line, index: index, left: left(of: line, in: available))
    }
    return ShapedText(
      size: Size(width: widest, height: Double(placed.count) * text.style.lineHeight), lines: placed,
      attributeFrames: attributeFrames(of: result.lines, placed),
      isTruncated: result.fullLineCount > placed.count, fullLineCount: result.fullLineCount, missing: result.missing)
  }

  /// At the start of the room, whatever the style's alignment: the layout moves lines once it knows their box. A line
  /// wider than the room starts at its left edge.
  private func left(of line: ShapedLine, in available: Double) -> Double {
    line.isRightToLeft ? max(0, available - line.indent - line.width) : line.indent
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
      runs.append(
        GlyphRun(
          face: first.face, size: text.style.size, color: color, glyphs: glyphs, pieces: pieces,
          offsets: bytes.map { _ in rest[..<end].map(\.cluster) }))
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

  /// Line by line, in the attributes' order.
  private func attributeFrames(of lines: [ShapedLine], _ placed: [ShapedText.Line]) -> [ShapedText.AttributeFrame] {
    var attributes = [[Int]](repeating: [], count: lines.count)
    for (number, attribute) in text.attributes.enumerated() {
      let first = lines.indices.firstRising { lines[$0].range.upperBound > attribute.range.lowerBound }
      for index in first..<lines.count {
        guard lines[index].range.lowerBound < attribute.range.upperBound else { break }
        if attribute.range.overlaps(lines[index].range) { attributes[index].append(number) }
      }
    }
    return attributes.indices.flatMap { index in
      attributeFrames(of: attributes[index], in: lines[index], placed[index].frame, index: index)
    }
  }

  /// Boxes of the clusters that begin inside each attribute's range, neighbours joined, from left to right. Text of two
  /// directions can tear one range into several boxes.
  private func attributeFrames(
    of attributes: [Int], in line: ShapedLine, _ frame: Rect, index: Int
  ) -> [ShapedText.AttributeFrame] {
    guard !attributes.isEmpty else { return [] }
    let glyphs = line.glyphs.indices.filter { line.glyphs[$0].advance > 0 }
      .sorted { (line.glyphs[$0].cluster, $0) < (line.glyphs[$1].cluster, $1) }
    func first(from offset: Int) -> Int { glyphs.indices.firstRising { line.glyphs[glyphs[$0]].cluster >= offset } }
    return attributes.flatMap { number in
      let range = text.attributes[number].range
      var boxes: [Rect] = []
      // In visual order again.
      for place in glyphs[first(from: range.lowerBound)..<first(from: range.upperBound)].sorted() {
        let glyph = line.glyphs[place]
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
    let next = starts.indices.firstRising { starts[$0] > cluster }
    let end = min(next < starts.count ? starts[next] : range.upperBound, range.upperBound, bytes.count)
    guard cluster >= 0, cluster < end else { return "" }
    return String(decoding: bytes[cluster..<end], as: UTF8.self)
  }
}

/// Scripts whose letters join: letter spacing would tear them apart, so it leaves them alone (CSS Text 3, 8.2.1). Khmer is among
/// them: vowels that are written on both sides of a letter are ligatures in its fonts, which Pango turns off where it spaces.
enum CursiveScripts {
  /// The ranges of UTF-8 offsets that take letter spacing, ascending.
  static func gaps(in text: [UInt8]) -> [Range<Int>] {
    // Everything below U+0600 is spaced, and its lead bytes are below 0xD8.
    guard text.contains(where: { $0 >= 0xD8 }) else { return [0..<text.count] }
    var gaps: [Range<Int>] = []
    var start: Int? = 0
    var offset = 0
    var isCursive = false
    // A mark that draws nothing takes no room either.
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let script = g_unichar_get_script(scalar.value)
      // Marks belong to the letter before them.
      if script != G_UNICODE_SCRIPT_INHERITED { isCursive = joins(script) }
      let isSpaced = !isCursive && !Isolates.contain(scalar)
      if !isSpaced, let from = start {
        if from < offset { gaps.append(from..<offset) }
        start = nil
      } else if isSpaced, start == nil {
        start = offset
      }
      offset += UTF8.width(scalar)
    }
    if let from = start, from < text.count { gaps.append(from..<text.count) }
    return gaps
  }

  private static func joins(_ script: GUnicodeScript) -> Bool {
    switch script {
    case G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_SYRIAC, G_UNICODE_SCRIPT_MONGOLIAN, G_UNICODE_SCRIPT_NKO,
      G_UNICODE_SCRIPT_MANDAIC, G_UNICODE_SCRIPT_PHAGS_PA, G_UNICODE_SCRIPT_HANIFI_ROHINGYA,
      G_UNICODE_SCRIPT_KHMER:
      true
    default: false
    }
  }
}

/// The box that stands for a character which no face has: its code in hexadecimal digits in a frame, as last-resort fonts
/// show it, so that what can't be drawn is seen.
///
/// Measured and drawn in units of a fifteenth of the text's size. It stands on the pen like a glyph: 13 units wide for
/// four digits, 17 for six, frame and spacing included; 12 units above the baseline and 3 below.
struct LastResortBox {
  /// Units of an em.
  static let unitsPerEm = 15.0

  /// Two rows, from the top.
  private let rows: [ArraySlice<Int>]

  /// Nil for characters that draw nothing by design: controls, and those that Unicode wants ignored where a font has no
  /// picture for them (joiners, variation selectors, tags, …).
  init?(_ value: UInt32) {
    if let properties = Unicode.Scalar(value)?.properties {
      guard properties.generalCategory != .control, !properties.isDefaultIgnorableCodePoint else { return nil }
    }
    let columns = value > 0xFFFF ? 3 : 2
    let digits = (0..<2 * columns).reversed().map { Int(value >> UInt32(4 * $0) & 0xF) }
    rows = [digits[..<columns], digits[columns...]]
  }

  private var columns: Int { rows[0].count }

  /// Units from the pen to the next glyph's.
  var advance: Int { 4 * columns + 5 }

  /// What is filled: whole units, x from the pen, y downwards from the baseline. Nothing overlaps.
  var bars: [(x: Int, y: Int, width: Int, height: Int)] {
    let (left, top, width, height) = (1, -12, advance - 2, 15)
    var bars = [
      (x: left, y: top, width: width, height: 1), (x: left, y: top + height - 1, width: width, height: 1),
      (x: left, y: top + 1, width: 1, height: height - 2),
      (x: left + width - 1, y: top + 1, width: 1, height: height - 2),
    ]
    for (row, digits) in rows.enumerated() {
      for (column, digit) in digits.enumerated() {
        bars += Self.cells(of: digit).map {
          (x: left + 2 + 4 * column + $0.x, y: top + 2 + 6 * row + $0.y, width: 1, height: 1)
        }
      }
    }
    return bars
  }

  /// The digit's cells in a field of 3 × 5.
  private static func cells(of digit: Int) -> [(x: Int, y: Int)] {
    (0..<15).filter { digits[digit] >> (14 - $0) & 1 == 1 }.map { ($0 % 3, $0 / 3) }
  }

  /// 0 to F, a row of three bits after the other.
  private static let digits = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_001_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111, 0b111_101_111_101_101, 0b110_101_110_101_110,
    0b111_100_100_100_111, 0b110_101_101_101_110, 0b111_100_111_100_111, 0b111_100_111_100_100,
  ]
}
