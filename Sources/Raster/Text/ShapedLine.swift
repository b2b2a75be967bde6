import CPangoCairo
import Drawing

/// One line as Pango broke and shaped it, from its own left edge: without colors, alignment or position.
struct ShapedLine {
  struct Glyph {
    /// The face; `lastResort` for a character that no face has.
    var face: FontFaceID
    /// The glyph's index in its face, or the missing character; nil for an invisible glyph with an advance.
    var id: UInt32?
    /// Points from the line's left edge to the pen, and from the pen to the glyph's origin.
    var pen: Double
    var offset: Point
    var advance: Double
    /// The UTF-8 offset, in the whole text, of the glyph's cluster.
    var cluster: Int
  }

  /// The line's UTF-8 offsets in the whole text.
  var range: Range<Int>
  var isRightToLeft = false
  /// The width in points.
  var width = 0.0
  /// The indent of the line in points.
  var indent = 0.0
  /// The glyphs in visual order.
  var glyphs: [Glyph] = []
  /// The scalars of the line that no face has, with repetitions.
  var missing: [UInt32] = []

  /// Creates a line without characters.
  init(emptyAt offset: Int) { range = offset..<offset }

  /// Reads a line of a paragraph's layout; `paragraph` is the range of the layout's text in the whole text. Content
  /// beyond it (an appended ellipsis) is mapped to its end.
  init(_ line: UnsafeMutablePointer<PangoLayoutLine>, paragraph: Range<Int>) {
    func offset(_ index: Int32) -> Int { min(paragraph.lowerBound + Int(index), paragraph.upperBound) }
    range = offset(line.pointee.start_index)..<offset(line.pointee.start_index + line.pointee.length)
    isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    // Needs a wider integer than Pango's: a long text on one line exceeds 2 million points.
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
    // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS: the run replaces all the text that was cut.
    let isEllipsis = item.pointee.analysis.flags & 2 != 0
    if isEllipsis { range = range.lowerBound..<max(range.lowerBound, offset(start)) }
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      // Pango widens the ellipsis to the end of the available space.
      let advance = isEllipsis ? min(info.geometry.width, font.advance(of: info.glyph)) : info.geometry.width
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
          advance: PangoUnits.points(advance),
          cluster: offset(start + string.pointee.log_clusters[index])))
      pen += Int(advance)
    }
  }

  /// Returns the character if it is drawn as a box. Characters that are invisible by design don't count as missing.
  private mutating func missing(_ value: UInt32) -> UInt32? {
    guard MissingGlyphBox(value) != nil else { return nil }
    missing.append(value)
    return value
  }
}

/// Places shaped lines: baselines by the style's line height, x by its direction, colors by attributes.
struct LinePlacement {
  private let text: StyledText
  private let width: Double
  /// The distance from a line's top to its baseline.
  private let baselineOffset: Double
  /// The attribute color of each byte of the text; nil if no attribute has a color.
  private let colors: [Color?]?
  /// The UTF-8 offsets of words in italics.
  private let slanted: [Range<Int>]
  /// The bytes of the text, if runs have to record the text of their glyphs.
  private let bytes: [UInt8]?

  /// Half-leading as in CSS: the em box of the style's own face (ascent and descent of its `hhea` table) is centered in
  /// the line, whatever other faces the line uses.
  init(_ text: StyledText, width: Double, primary: FontFace?, keepsText: Bool = false) {
    bytes = keepsText ? Array(text.string.utf8) : nil
    self.text = text
    self.width = width
    let ascent = (primary?.metrics.ascent ?? 0.8) * text.style.size
    let descent = (primary?.metrics.descent ?? 0.2) * text.style.size
    baselineOffset = (text.style.lineHeight - (ascent + descent)) / 2 + ascent
    colors = LinePlacement.colors(of: text)
    slanted = text.attributes.filter(\.isSlanted).map(\.range)
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

  /// Returns the start of the available space, whatever the style's alignment: the layout moves lines once it knows
  /// their box. A line wider than the space starts at its left edge.
  private func left(of line: ShapedLine, in available: Double) -> Double {
    line.isRightToLeft ? max(0, available - line.indent - line.width) : line.indent
  }

  private func place(_ line: ShapedLine, index: Int, left: Double) -> ShapedText.Line {
    let top = Double(index) * text.style.lineHeight
    let baseline = top + baselineOffset
    var runs: [GlyphRun] = []
    var letters = bytes.map { GlyphTextMap(of: line, in: $0) }
    var rest = line.glyphs.filter { $0.id != nil }[...]
    while let first = rest.first {
      let (color, isSlanted) = (color(at: first.cluster), isSlanted(at: first.cluster))
      let end =
        rest.firstIndex {
          $0.face != first.face || self.color(at: $0.cluster) != color || self.isSlanted(at: $0.cluster) != isSlanted
        } ?? rest.endIndex
      // Thousands of texts are kept: an array that grew would waste its spare capacity.
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
          offsets: bytes.map { _ in rest[..<end].map(\.cluster) }, slant: isSlanted ? GlyphRun.italicSlant : nil))
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

  private func isSlanted(at offset: Int) -> Bool { slanted.contains { $0.contains(offset) } }

  private static func colors(of text: StyledText) -> [Color?]? {
    guard text.attributes.contains(where: { $0.color != nil }) else { return nil }
    var colors = [Color?](repeating: nil, count: text.string.utf8.count)
    for attribute in text.attributes {
      guard let color = attribute.color else { continue }
      for offset in attribute.range.clamped(to: 0..<colors.count) { colors[offset] = color }
    }
    return colors
  }

  /// Returns frames line by line, in the attributes' order.
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

  /// Returns the boxes of the clusters that begin inside each attribute's range, merging neighbors, from left to right.
  /// In bidirectional text, one range can have several boxes.
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
      // Back to visual order.
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

/// Maps the glyphs of a line to characters.
struct GlyphTextMap {
  private let bytes: [UInt8]
  private let range: Range<Int>
  /// The offsets of clusters, ascending.
  private let starts: [Int]
  private var taken: Set<Int> = []

  /// - Parameter bytes: The whole text in UTF-8.
  init(of line: ShapedLine, in bytes: [UInt8]) {
    (self.bytes, range) = (bytes, line.range)
    starts = Set(line.glyphs.map(\.cluster)).sorted()
  }

  /// Returns the characters of a glyph; empty for further glyphs of the same characters.
  ///
  /// - Parameter cluster: The glyph's cluster: the offset of its characters.
  mutating func take(_ cluster: Int) -> String {
    guard taken.insert(cluster).inserted else { return "" }
    // A glyph beyond the end of the line stands for the text that was cut.
    guard cluster < range.upperBound else { return "…" }
    let next = starts.indices.firstRising { starts[$0] > cluster }
    let end = min(next < starts.count ? starts[next] : range.upperBound, range.upperBound, bytes.count)
    guard cluster >= 0, cluster < end else { return "" }
    return String(decoding: bytes[cluster..<end], as: UTF8.self)
  }
}

/// Scripts with joining letters, which are excluded from letter spacing (CSS Text 3, 8.2.1). Khmer is included: its
/// fonts draw vowels on both sides of a letter with ligatures, which Pango turns off if it adds spacing.
enum CursiveScripts {
  /// Returns the ranges of UTF-8 offsets with letter spacing, ascending.
  static func gaps(in text: [UInt8]) -> [Range<Int>] {
    // All characters below U+0600 are spaced, and their lead bytes are below 0xD8.
    guard text.contains(where: { $0 >= 0xD8 }) else { return [0..<text.count] }
    var gaps: [Range<Int>] = []
    var start: Int? = 0
    var offset = 0
    var isCursive = false
    // Invisible marks need no space either.
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let script = g_unichar_get_script(scalar.value)
      // Marks belong to the preceding letter.
      if script != G_UNICODE_SCRIPT_INHERITED { isCursive = joins(script) }
      let isSpaced = !isCursive && !BidiIsolates.contain(scalar)
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

/// The box for a character that no face has: its hexadecimal code in a frame, as in last-resort fonts, so that missing
/// characters are visible.
///
/// It is measured and drawn in units of 1/15 em. It sits on the pen like a glyph: 13 units wide for four digits, 17 for
/// six, including frame and spacing; 12 units above the baseline and 3 below.
struct MissingGlyphBox {
  /// Units per em.
  static let unitsPerEm = 15.0

  /// Two rows of digits, from the top.
  private let rows: [ArraySlice<Int>]

  /// Returns nil for characters that are invisible by design: controls, and those that Unicode says to ignore if a font
  /// has no glyph for them (joiners, variation selectors, tags, …).
  init?(_ value: UInt32) {
    if let properties = Unicode.Scalar(value)?.properties {
      guard properties.generalCategory != .control, !properties.isDefaultIgnorableCodePoint else { return nil }
    }
    let columns = value > 0xFFFF ? 3 : 2
    let digits = (0..<2 * columns).reversed().map { Int(value >> UInt32(4 * $0) & 0xF) }
    rows = [digits[..<columns], digits[columns...]]
  }

  private var columns: Int { rows[0].count }

  /// The advance in units.
  var advance: Int { 4 * columns + 5 }

  /// The filled rectangles: whole units, x from the pen, y downward from the baseline. They don't overlap.
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

  /// Returns the digit's filled cells in a grid of 3 × 5.
  private static func cells(of digit: Int) -> [(x: Int, y: Int)] {
    (0..<15).filter { digits[digit] >> (14 - $0) & 1 == 1 }.map { ($0 % 3, $0 / 3) }
  }

  /// The digits 0 to F, as rows of three bits each.
  private static let digits = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_001_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111, 0b111_101_111_101_101, 0b110_101_110_101_110,
    0b111_100_100_100_111, 0b110_101_101_101_110, 0b111_100_111_100_111, 0b111_100_111_100_100,
  ]
}
