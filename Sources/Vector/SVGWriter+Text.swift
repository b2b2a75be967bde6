import Diagnostics
import Drawing
import Foundation
import Raster

extension SVGWriter {
  /// A glyph with what it stands for.
  private struct Letter {
    var text: String
    /// In the text; nil where nobody kept it.
    var offset: Int?
    var id: UInt32
    /// Of its pen.
    var place: Point
    var style: Style
    /// Whether it can be set as a character, which then looks as it was laid out.
    var isText = false
    /// Whether a line was broken behind it, at what took no room but stands between two words.
    var endsLine = false

    var said: String { endsLine ? text + " " : text }

    /// Whether characters that are not drawn stand before another one, on the next line.
    func isBroken(from next: Letter) -> Bool {
      guard let offset, let other = next.offset, abs(place.y - next.place.y) > style.size / 2 else { return false }
      return offset + text.utf8.count < other && text.last?.isWhitespace == false
    }
  }

  private struct Style: Hashable {
    var face: FontFaceID
    var size: Double
    var color: Color
  }

  /// - Parameter texts: Runs that follow each other, of one text or of several.
  mutating func write(texts runs: [(run: GlyphRun, origin: Point)]) throws {
    for text in Self.separated(runs) { try write(letters: text.flatMap(Self.letters)) }
  }

  /// By texts: runs of one share a left edge, and each line goes on where the one before ended.
  private static func separated(
    _ runs: [(run: GlyphRun, origin: Point)]
  ) -> [[(run: GlyphRun, origin: Point)]] {
    var texts: [[(run: GlyphRun, origin: Point)]] = []
    // Where characters of the last text stand in it.
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

  private static func letters(of run: GlyphRun, at origin: Point) -> [Letter] {
    func kept<Value>(_ values: [Value]?, _ index: Int) -> Value? {
      values.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    return run.glyphs.enumerated().compactMap { index, glyph in
      let place = Point(x: origin.x + glyph.x, y: origin.y + glyph.y)
      guard abs(place.x) < 1e6, abs(place.y) < 1e9 else { return nil }
      return Letter(
        text: kept(run.pieces, index) ?? "", offset: kept(run.offsets, index), id: glyph.id, place: place,
        style: Style(face: run.face, size: run.size, color: run.color))
    }
  }

  private mutating func write(letters visual: [Letter]) throws {
    // In the order of reading.
    var letters = visual.enumerated().sorted {
      ($0.element.offset ?? 0, $0.offset) < ($1.element.offset ?? 0, $1.offset)
    }.map(\.element)
    for (index, next) in letters.indices.dropLast().map({ ($0, letters[$0 + 1]) }) {
      letters[index].endsLine = letters[index].isBroken(from: next)
    }
    let said = letters.map(\.said).joined().trimmingCharacters(in: .whitespacesAndNewlines)
    if texts == .outlines, !said.isEmpty { words.append(said) }
    if !letters.contains(where: { $0.text.unicodeScalars.contains(where: \.isFromRightToLeft) }) {
      let counts = Dictionary(letters.map { ($0.offset, 1) }, uniquingKeysWith: +)
      for index in letters.indices where counts[letters[index].offset] == 1 {
        let isMarked = index + 1 < letters.count && Self.isMark(letters[index + 1])
        letters[index].isText = try !isMarked && !Self.isMark(letters[index]) && isCharacter(letters[index])
      }
    }
    try draw(letters.filter { !$0.isText })
    if texts == .embedded { set(letters) }
  }

  /// Whether a browser that knows nothing but the face's characters draws this very glyph.
  private func isCharacter(_ letter: Letter) throws -> Bool {
    guard texts == .embedded, letter.style.face != .lastResort, let character = letter.text.unicodeScalars.first,
      letter.text.unicodeScalars.count == 1, Self.standsAlone(character),
      try !glyphs.isColored(letter.style.face)
    else { return false }
    return try glyphs.nominalGlyph(character, in: letter.style.face) == letter.id
  }

  /// Whether it begins with what goes with the letter before: a browser would put the two together in its own way.
  private static func isMark(_ letter: Letter) -> Bool {
    switch letter.text.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Of one unit, and no mark of direction, joining or variation.
  private static func standsAlone(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case ..<0x20, 0x200B..<0x2010, 0x2028..<0x202F, 0x2060..<0x2070, 0xFE00..<0xFE10, 0xFFF0...: false
    default: SVGMarkup.isAllowed(character)
    }
  }

  // MARK: Glyphs

  /// As shapes and pictures.
  private mutating func draw(_ letters: [Letter]) throws {
    var rest = letters[...]
    while let style = rest.first?.style {
      let end = rest.firstIndex { $0.style != style } ?? rest.endIndex
      if style.face != .lastResort, try glyphs.isColored(style.face) {
        for letter in rest[..<end] { try show(letter) }
      } else {
        let outlines = try rest[..<end].compactMap { letter in
          try glyphs.outline(of: letter.id, in: style.face)?.scaled(by: style.size, movedTo: letter.place)
        }
        if !outlines.isEmpty {
          let hidden = texts == .embedded ? " aria-hidden=\"true\"" : ""
          add(
            "<path d=\"\(outlines.map(SVGMarkup.data).joined())\"\(SVGMarkup.color(style.color, as: .fill))\(hidden)/>")
        }
      }
      rest = rest[end...]
    }
  }

  private mutating func show(_ letter: Letter) throws {
    let style = letter.style
    guard let picture = try picture(of: letter.id, in: style.face, size: style.size) else { return }
    let x = SVGMarkup.number(letter.place.x + picture.origin.x * style.size)
    let y = SVGMarkup.number(letter.place.y + picture.origin.y * style.size)
    let factor = SVGMarkup.number(style.size / picture.unit, places: 4)
    let through = style.color.alpha < 1 ? " opacity=\"\(SVGMarkup.number(style.color.alpha, places: 4))\"" : ""
    let hidden = texts == .embedded ? " aria-hidden=\"true\"" : ""
    add("<use href=\"#\(picture.name)\" transform=\"translate(\(x) \(y)) scale(\(factor))\"\(through)\(hidden)/>")
  }

  // MARK: Characters

  /// A text with each character at its place. What is drawn otherwise stands in it too, without ink: it is found, copied
  /// and read aloud.
  private mutating func set(_ letters: [Letter]) {
    guard letters.contains(where: { !$0.text.isEmpty }) else { return }
    let usual = (letters.first(where: \.isText) ?? letters[0]).style
    var text = "<text xml:space=\"preserve\"\(look(usual))>"
    var rest = letters.filter { !$0.text.isEmpty }[...]
    while let first = rest.first {
      let end =
        rest.firstIndex {
          $0.isText != first.isText || abs($0.place.y - first.place.y) > 0.005 || $0.isText && $0.style != first.style
        } ?? rest.endIndex
      let part = rest[..<end]
      let said = SVGMarkup.escaped(part.map(\.said).joined().filter { !$0.isNewline })
      let y = SVGMarkup.attribute("y", first.place.y)
      if first.isText {
        for letter in part {
          for character in letter.text.unicodeScalars {
            characters[first.style.face.index, default: []].insert(character.value)
          }
        }
        let places = part.map { SVGMarkup.number($0.place.x) }.joined(separator: " ")
        text += "<tspan x=\"\(places)\"\(y)\(look(first.style, beside: usual))>\(said)</tspan>"
      } else {
        let x = SVGMarkup.attribute("x", part.map(\.place.x).min() ?? 0)
        text += "<tspan\(x)\(y) fill=\"none\">\(said)</tspan>"
      }
      rest = rest[end...]
    }
    add(text + "</text>")
  }

  private func look(_ style: Style, beside usual: Style? = nil) -> String {
    var look = ""
    if style.face != usual?.face { look += font(style.face) }
    if style.size != usual?.size { look += SVGMarkup.attribute("font-size", style.size) }
    if style.color != usual?.color { look += SVGMarkup.color(style.color, as: .fill) }
    return look
  }

  private func font(_ id: FontFaceID) -> String {
    guard glyphs.fonts.lock.faces.indices.contains(id.index) else { return "" }
    let face = glyphs.fonts.lock.faces[id.index]
    // Where a program takes no fonts from the file, letters of the same family stand at the same places.
    let family = String(face.family.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-") })
    return " font-family=\"\(SVGDefinitions.mark)f\(id.index), '\(family)', sans-serif\" font-weight=\"\(face.weight)\""
  }

  /// The faces that texts are set in, as a style sheet; nothing where there are none.
  func faces() throws -> String {
    let rules = try characters.sorted { $0.key < $1.key }.compactMap { index, characters -> String? in
      guard let file = try glyphs.subset(of: FontFaceID(index: index), characters: characters) else { return nil }
      let weight = glyphs.fonts.lock.faces[index].weight
      // OpenType's two kinds of outlines.
      let type = file.starts(with: "OTTO".utf8) ? "otf" : "ttf"
      return "@font-face{font-family:\(SVGDefinitions.mark)f\(index);font-weight:\(weight);"
        + "src:url(data:font/\(type);base64,\(Data(file).base64EncodedString()))}"
    }
    return rules.isEmpty ? "" : "<style>\n\(rules.joined(separator: "\n"))\n</style>\n"
  }
}
