import CPangoCairo
import Diagnostics
import Drawing

/// Breaks one paragraph into lines with Pango.
///
/// A paragraph is always laid out completely, even if only some of its lines are needed: its lines are then independent
/// of the limit, and letters join across a cut as in the full text. Colors are irrelevant here.
enum ParagraphLayout {
  /// An ellipsis at the end of the last of `lines` lines.
  struct Ellipsis {
    /// At least 1.
    var lines: Int
    /// True if the paragraph itself fits and later paragraphs are cut: the ellipsis is part of the text.
    var isAppended: Bool
  }

  /// - Parameters:
  ///   - width: The width in points; infinite to disable line breaking.
  ///   - typefaces: The typefaces of parts of the paragraph, by UTF-8 offsets into it.
  ///   - hang: The indent in points of every line but the first.
  static func lines(
    of bytes: ArraySlice<UInt8>, context: OpaquePointer, letterSpacing: Double, width: Double,
    pictures: InlineImages? = nil, typefaces: [(range: Range<Int>, typeface: TypefaceOverride)] = [],
    hang: Double = 0,
    ellipsis: Ellipsis? = nil
  ) throws(Diagnostic) -> [ShapedLine] {
    guard let layout = pango_layout_new(context) else { throw Diagnostic(PaintIssue.outOfMemory) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let paragraph = bytes.startIndex..<bytes.endIndex
    // Pango stops at a zero byte; another control character is invisible as well.
    var text = bytes.map { $0 == 0 ? 1 : $0 }
    if let ellipsis, ellipsis.isAppended {
      while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
      text += Array("…".utf8)
    }
    text.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    let attributes = ParagraphAttributes.list(
      for: text, letterSpacing: letterSpacing, pictures: pictures?.places(in: paragraph) ?? [],
      side: pictures?.side ?? 0, typefaces: typefaces)
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    // To find the paragraph's first letter, Pango would also look inside isolates.
    let usual = pango_context_get_base_dir(context)
    if BidiIsolates.begin(in: text) {
      if let own = String(decoding: text, as: UTF8.self).firstDirection() {
        pango_context_set_base_dir(context, own == .leftToRight ? PANGO_DIRECTION_LTR : PANGO_DIRECTION_RTL)
      }
      pango_layout_set_auto_dir(layout, 0)
    }
    defer { pango_context_set_base_dir(context, usual) }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_width(layout, ParagraphLayout.units(ofWidth: width))
    if hang > 0 { pango_layout_set_indent(layout, -ParagraphLayout.units(ofWidth: hang)) }
    if let ellipsis {
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_height(layout, -Int32(clamping: ellipsis.lines))
    }
    var lines: [ShapedLine] = []
    var node = pango_layout_get_lines_readonly(layout)
    while let current = node {
      if let line = current.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
        lines.append(ShapedLine(line, paragraph: paragraph))
      }
      node = current.pointee.next
    }
    return lines
  }

  /// Converts to Pango units, rounding up, so that a text laid out at its measured width never breaks again. Invalid
  /// widths (0, negative, NaN) leave one cluster per line.
  private static func units(ofWidth width: Double) -> Int32 {
    guard width < .infinity else { return width.isNaN ? 0 : -1 }
    return max(0, Int32(clamping: Int64(min(max(width, 0) * 1024, 1e9).rounded(.up))))
  }
}

/// Splits a text in UTF-8 into paragraphs at characters that force a line break.
enum Paragraphs {
  /// Returns byte ranges without the line ends. As in CSS's `pre-wrap`, a trailing newline adds no line, and an empty
  /// text has none.
  static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = lineEnd(in: bytes, at: index)
      if length > 0 {
        ranges.append(start..<index)
        start = index + length
      }
      index += max(1, length)
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
    return ranges
  }

  /// Returns the bytes of the line end at `index`, or 0. These are the characters after which Unicode line breaking
  /// (UAX #14) always breaks, so that Pango sees none of them.
  private static func lineEnd(in bytes: [UInt8], at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    switch bytes[index] {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    // U+0085
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    // U+2028, U+2029
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }
}

/// The marks around a part of a text with its own direction: U+2066 to U+2069, E2 81 A6 to E2 81 A9 in UTF-8.
enum BidiIsolates {
  static func begin(in text: [UInt8]) -> Bool {
    var from = text.startIndex
    while let lead = text[from...].firstIndex(of: 0xE2), lead + 2 < text.count {
      if text[lead + 1] == 0x81, (0xA6...0xA8).contains(text[lead + 2]) { return true }
      from = lead + 1
    }
    return false
  }

  static func contain(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2069).contains(scalar.value) }
}

/// Pango attributes of a paragraph. They don't depend on colors or links.
package struct ParagraphAttributes {
  private let text: [UInt8]
  private var attributes: [(range: Range<Int>, attribute: UnsafeMutablePointer<PangoAttribute>)] = []

  /// Returns a new attribute list (one reference) for a paragraph in UTF-8.
  ///
  /// - Parameters:
  ///   - pictures: The offsets of characters that are replaced by an image of `side` points.
  ///   - typefaces: The typefaces of parts of the paragraph, without overlaps.
  static func list(
    for text: [UInt8], letterSpacing: Double, pictures: [Int] = [], side: Double = 0,
    typefaces: [(range: Range<Int>, typeface: TypefaceOverride)] = []
  ) -> OpaquePointer? {
    var attributes = ParagraphAttributes(text: text)
    attributes.forbidHyphens()
    attributes.space(by: PangoUnits.int(letterSpacing))
    attributes.cut(at: RunSplitting.places(in: text))
    for place in pictures { attributes.leaveRoom(side, at: place) }
    for (range, typeface) in typefaces { attributes.add(LockedFontMap.attribute(typeface), range) }
    let list = pango_attr_list_new()
    // Insert in order: for insertion in the middle, Pango iterates over all existing attributes.
    for (range, attribute) in attributes.attributes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      attribute.pointee.start_index = guint(range.lowerBound)
      attribute.pointee.end_index = guint(range.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    return list
  }

  private mutating func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
    if let attribute { attributes.append((range, attribute)) }
  }

  private mutating func leaveRoom(_ side: Double, at place: Int) {
    let units = PangoUnits.int(side)
    var box = PangoRectangle(x: 0, y: -units, width: units, height: units)
    add(pango_attr_shape_new(&box, &box), place..<place + InlineImages.character.count)
  }

  private mutating func forbidHyphens() {
    for range in Self.unhyphenated(text) { add(pango_attr_insert_hyphens_new(0), range) }
  }

  /// Returns ranges that must not be hyphenated. Overlong words break anywhere, and Pango would insert a hyphen that
  /// isn't in the text. Only soft hyphens (U+00AD, C2 AD) are kept.
  package static func unhyphenated(_ text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, counted) = (0, 0)
    for index in text.indices.dropFirst() where text[index - 1] == 0xC2 && text[index] == 0xAD {
      counted += index
      // After that many soft hyphens, an overlong word gets a hyphen.
      guard counted <= countedBytes else { return ranges }
      if start < index - 1 { ranges.append(start..<index - 1) }
      start = index + 1
    }
    if start < text.count { ranges.append(start..<text.count) }
    return ranges
  }

  /// Pango counts the characters from the paragraph's start to each soft hyphen. With one every four bytes, this limit
  /// covers the first 2 000.
  private static let countedBytes = 8_000_000

  private mutating func space(by units: Int32) {
    guard units != 0 else { return }
    for range in CursiveScripts.gaps(in: text) { add(pango_attr_letter_spacing_new(units), range) }
  }

  /// Adds redundant attributes: Pango shapes no run across their ends.
  private mutating func cut(at places: [Int]) {
    for pair in stride(from: 0, to: places.count, by: 2) {
      add(pango_attr_fallback_new(1), places[pair]..<(pair + 1 < places.count ? places[pair + 1] : text.count))
    }
  }
}

/// The positions at which a long paragraph is cut into separately shaped runs.
///
/// For every line, Pango searches the rest of a run, and reshapes all of it if it finds no break. A post of 100 000
/// letters without a space would take minutes. The only visible effect of a cut is the loss of a kerning pair.
package enum RunSplitting {
  /// Bytes without a break opportunity, after which a run is cut between any two characters.
  package static let unbroken = 500
  /// The same limit after so many such cuts that the text can't be meant for reading.
  package static let unbrokenForLong = 60
  static let long = 4_000
  /// Bytes of a run, after which it is cut at a break opportunity.
  static let whole = 16_000
  /// Soft hyphens of a run, after which it is cut: Pango copies its data on all of them for each line.
  package static let hyphens = 250

  package static func places(in text: [UInt8]) -> [Int] {
    guard text.count > unbroken else { return [] }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    var breaks = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
    text.withUnsafeBytes { text in
      pango_get_log_attrs(
        text.bindMemory(to: CChar.self).baseAddress, Int32(clamping: text.count), -1, pango_language_from_string("xx"),
        &breaks, Int32(clamping: breaks.count))
    }
    var places: [Int] = []
    var (offset, cut, lastBreak, hyphens) = (0, 0, 0, 0)
    for (scalar, place) in zip(scalars, breaks) {
      if place.is_line_break != 0 { lastBreak = offset }
      let reach = cut - lastBreak >= long ? unbrokenForLong : unbroken
      let isFar = offset - max(cut, lastBreak) >= reach && place.is_cursor_position != 0
      if isFar || offset == lastBreak && (offset - cut >= whole || hyphens >= Self.hyphens) {
        places.append(offset)
        (cut, hyphens) = (offset, 0)
      }
      if scalar.value == 0xAD { hyphens += 1 }
      offset += UTF8.width(scalar)
    }
    return places
  }
}

/// A text with inline images as it is shaped: one character with the image's width replaces the words that the image
/// stands for.
struct InlineImages {
  private struct Piece {
    /// The offset of the character in `bytes`.
    var place: Int
    /// The range of the words in the text.
    var words: Range<Int>
  }

  /// U+FFFC, the object replacement character.
  static let character: [UInt8] = [0xEF, 0xBF, 0xBC]

  /// The text in UTF-8, including the replacement characters.
  private(set) var bytes: [UInt8] = []
  /// The width of each image in points.
  let side: Double
  private var pieces: [Piece] = []

  /// Returns nil for a text without images, the usual case.
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

  /// Returns the offsets of the replacement characters within a paragraph.
  func places(in paragraph: Range<Int>) -> [Int] {
    pieces[first(from: paragraph.lowerBound)..<first(from: paragraph.upperBound)]
      .map { $0.place - paragraph.lowerBound }
  }

  /// Returns the first piece at or after an offset.
  private func first(from place: Int) -> Int { pieces.indices.firstRising { pieces[$0].place >= place } }

  /// Maps a range of the original text to `bytes`.
  func shaped(_ range: Range<Int>) -> Range<Int> { shaped(range.lowerBound)..<shaped(range.upperBound) }

  private func shaped(_ offset: Int) -> Int {
    let next = pieces.indices.firstRising { pieces[$0].words.upperBound > offset }
    // Offsets within replaced words map to the image.
    if next < pieces.count, pieces[next].words.lowerBound <= offset { return pieces[next].place }
    guard next > 0 else { return offset }
    return pieces[next - 1].place + Self.character.count + offset - pieces[next - 1].words.upperBound
  }

  /// Returns the line with offsets into the original text.
  func restored(_ line: ShapedLine) -> ShapedLine {
    var line = line
    line.range = original(line.range.lowerBound)..<original(line.range.upperBound)
    for index in line.glyphs.indices { line.glyphs[index].cluster = original(line.glyphs[index].cluster) }
    return line
  }

  private func original(_ offset: Int) -> Int {
    let next = first(from: offset)
    guard next > 0 else { return offset }
    let last = pieces[next - 1]
    return last.words.upperBound + max(0, offset - last.place - Self.character.count)
  }
}

extension Range<Int> {
  /// Returns the first index that satisfies a predicate, else the end. The predicate must hold for all later indices.
  func firstRising(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
