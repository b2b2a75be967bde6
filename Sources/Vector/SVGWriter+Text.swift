import DataFormats
import Drawing
import Foundation
import Raster

extension SVGWriter {
  /// - Parameter texts: Consecutive runs of one or several texts.
  mutating func write(texts runs: [(run: GlyphRun, origin: Point)]) throws {
    for text in DocumentGlyph.texts(of: runs) { try write(letters: text) }
  }

  /// - Parameter letters: The letters of one text.
  private mutating func write(letters: [DocumentGlyph]) throws {
    var letters = letters
    let said = letters.map(\.said).joined().trimmingCharacters(in: .whitespacesAndNewlines)
    if texts == .outlines, !said.isEmpty { words.append(said) }
    if !letters.contains(where: { $0.isFromRightToLeft }) {
      let counts = Dictionary(letters.map { ($0.offset, 1) }, uniquingKeysWith: +)
      for index in letters.indices where counts[letters[index].offset] == 1 {
        let isMarked = index + 1 < letters.count && Self.isMark(letters[index + 1])
        letters[index].isText = try !isMarked && !Self.isMark(letters[index]) && isCharacter(letters[index])
      }
    }
    try draw(letters.filter { !$0.isText })
    if texts == .embedded { set(letters) }
  }

  /// Whether a browser that only knows the face's character map draws this very glyph.
  private func isCharacter(_ letter: DocumentGlyph) throws -> Bool {
    guard texts == .embedded, letter.style.face != .lastResort, letter.style.slant == nil,
      let character = letter.text.unicodeScalars.first,
      letter.text.unicodeScalars.count == 1, Self.standsAlone(character),
      try !glyphs.isColored(letter.style.face)
    else { return false }
    return try glyphs.nominalGlyph(character, in: letter.style.face) == letter.id
  }

  /// Whether it begins with a combining mark, which a browser would combine with the previous letter in its own way.
  private static func isMark(_ letter: DocumentGlyph) -> Bool {
    switch letter.text.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether it is a single UTF-16 unit and no control of direction, joining or variation.
  private static func standsAlone(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case ..<0x20, 0x200B..<0x2010, 0x2028..<0x202F, 0x2060..<0x2070, 0xFE00..<0xFE10, 0xFFF0...: false
    default: Markup.isAllowed(character)
    }
  }

  // MARK: Glyphs

  /// Draws letters as shapes and images.
  private mutating func draw(_ letters: [DocumentGlyph]) throws {
    var rest = letters[...]
    while let style = rest.first?.style {
      let end = rest.firstIndex { $0.style != style } ?? rest.endIndex
      if style.face != .lastResort, try glyphs.isColored(style.face) {
        for letter in rest[..<end] { try show(letter) }
      } else {
        let outlines = try rest[..<end].compactMap { letter in
          try glyphs.outline(of: letter.id, in: style.face)?.slanted(by: style.slant)
            .scaled(by: style.size, movedTo: letter.place)
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

  private mutating func show(_ letter: DocumentGlyph) throws {
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

  /// Writes a text with each character at its position. Letters drawn in another way are included invisibly, for
  /// search, copying and screen readers.
  private mutating func set(_ letters: [DocumentGlyph]) {
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
      let said = Markup.xml(part.map(\.said).joined().filter { !$0.isNewline })
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

  private func look(_ style: DocumentGlyph.Style, beside usual: DocumentGlyph.Style? = nil) -> String {
    var look = ""
    if style.face != usual?.face { look += font(style.face) }
    if style.size != usual?.size { look += SVGMarkup.attribute("font-size", style.size) }
    if style.color != usual?.color { look += SVGMarkup.color(style.color, as: .fill) }
    return look
  }

  private func font(_ id: FontFaceID) -> String {
    guard glyphs.fonts.lock.faces.indices.contains(id.index) else { return "" }
    let face = glyphs.fonts.lock.faces[id.index]
    // Programs that ignore embedded fonts use the same family at the same positions.
    let family = String(face.family.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-") })
    return " font-family=\"\(SVGDefinitions.mark)f\(id.index), '\(family)', sans-serif\" font-weight=\"\(face.weight)\""
  }

  /// Returns the faces of texts as a style sheet; empty if there are none.
  func faces() throws -> String {
    let rules = try characters.sorted { $0.key < $1.key }.compactMap { index, characters -> String? in
      guard let file = try glyphs.subset(of: FontFaceID(index: index), characters: characters) else { return nil }
      let weight = glyphs.fonts.lock.faces[index].weight
      // OpenType has two kinds of outlines.
      let type = file.starts(with: "OTTO".utf8) ? "otf" : "ttf"
      return "@font-face{font-family:\(SVGDefinitions.mark)f\(index);font-weight:\(weight);"
        + "src:url(data:font/\(type);base64,\(Data(file).base64EncodedString()))}"
    }
    return rules.isEmpty ? "" : "<style>\n\(rules.joined(separator: "\n"))\n</style>\n"
  }
}
