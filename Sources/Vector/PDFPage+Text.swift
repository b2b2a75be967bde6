import Drawing
import Foundation
import Raster

extension PDFPage {
  /// A letter with all glyphs that are drawn for it.
  private struct Cluster {
    var letters: [(letter: DocumentGlyph, code: PDFFonts.Code)]

    var text: String { letters[0].letter.text }
    var style: DocumentGlyph.Style { letters[0].letter.style }
    var font: PDFFile.Reference { letters[0].code.font }
    /// For a right-to-left ligature: an invisible glyph for each letter, from right to left. Programs reorder
    /// right-to-left letters one by one, and would reverse the letters of a single glyph.
    var parts: [(letter: DocumentGlyph, code: PDFFonts.Code)] = []

    /// Whether the fonts already map its glyphs to the right text.
    var isPlain: Bool { parts.isEmpty && letters.count == 1 && (text.isEmpty || letters[0].code.text == text) }
  }

  /// - Parameter texts: Consecutive runs of one or several texts.
  func write(texts runs: [(run: GlyphRun, origin: Point)]) throws {
    for text in DocumentGlyph.texts(of: runs) { try write(text) }
  }

  private func write(_ letters: [DocumentGlyph]) throws {
    let clusters = try clusters(of: letters)
    guard !clusters.isEmpty else { return }
    guard let parent = meaning.element, depth == 0 else { return show(clusters[...], as: nil) }
    func middle(_ cluster: Cluster) -> Point {
      let (letter, code) = cluster.letters[0]
      return Point(
        x: shifted.x + letter.place.x + code.advance * letter.style.size / 2,
        y: shifted.y + letter.place.y - letter.style.size * 0.3)
    }
    let isHeading = meaning.headings.contains { $0.contains(middle(clusters[0])) }
    let own = (isHeading ? meaning.headingKind : meaning.textKind).map(parent.add) ?? parent
    var rest = clusters[...]
    while let first = rest.first {
      let target = link(at: middle(first))
      let end = rest.firstIndex { link(at: middle($0)) != target } ?? rest.endIndex
      show(rest[..<end], as: target.map { element(ofLink: $0, in: own) } ?? own)
      rest = rest[end...]
    }
  }

  private func clusters(of letters: [DocumentGlyph]) throws -> [Cluster] {
    var clusters: [Cluster] = []
    for var letter in letters {
      let said = letter.text
      let isJoined = said.count > 1 && letter.isFromRightToLeft
      if isJoined { letter.text = "" }
      let code = try document.fonts.code(of: letter, in: &document.file) { bitmap, file in
        try PDFDocument.write(bitmap, quality: nil, to: &file)
      }
      guard let code else { continue }
      if isJoined {
        clusters.append(try joined(said, letter, code))
      } else if letter.text.isEmpty, let last = clusters.last, !last.text.isEmpty, last.font == code.font,
        last.style == letter.style
      {
        clusters[clusters.count - 1].letters.append((letter, code))
      } else {
        clusters.append(Cluster(letters: [(letter, code)]))
      }
    }
    return clusters
  }

  /// Returns a right-to-left ligature with the invisible nominal glyph of each letter behind it.
  private func joined(_ said: String, _ letter: DocumentGlyph, _ code: PDFFonts.Code) throws -> Cluster {
    var cluster = Cluster(letters: [(letter, code)])
    let width = code.advance / Double(said.count)
    for (index, character) in said.enumerated() {
      var part = letter
      part.text = String(character)
      part.place.x += width * Double(said.count - 1 - index) * letter.style.size
      guard let first = character.unicodeScalars.first,
        let glyph = try document.fonts.glyphs.nominalGlyph(first, in: letter.style.face)
      else { continue }
      part.id = glyph
      let code = try document.fonts.code(of: part, in: &document.file) {
        try PDFDocument.write($0, quality: nil, to: &$1)
      }
      if let code { cluster.parts.append((part, code)) }
    }
    return cluster
  }

  /// Shows clusters in order, each glyph at its position.
  private func show(_ clusters: ArraySlice<Cluster>, as element: PDFElement?) {
    setMark(element)
    var rest = clusters
    put("q\nBT")
    var color: Color?
    while let first = rest.first {
      let y = first.letters[0].letter.place.y
      let end =
        rest.firstIndex {
          $0.style != first.style || $0.font != first.font || abs($0.letters[0].letter.place.y - y) > 0.005
            || $0.isPlain != first.isPlain
            || !$0.isPlain && $0.letters[0].letter.offset != first.letters[0].letter.offset
        } ?? rest.endIndex
      if color != first.style.color { setColor(first.style.color, isStroke: false) }
      color = first.style.color
      resources.fonts.insert(first.font.number)
      put("/F\(first.font.number) \(SVGMarkup.number(first.style.size)) Tf")
      let line = rest[..<end].flatMap(\.letters)
      if first.isPlain {
        show(line)
      } else {
        put("/Span << /ActualText <FEFF\(PDFSyntax.hexadecimal(utf16: first.text))> >> BDC")
        for letter in line { show([letter]) }
        put("EMC")
        // Invisible, each as wide as its share of the ligature.
        let width = first.letters[0].code.advance / Double(max(1, first.parts.count))
        if !first.parts.isEmpty { put("3 Tr") }
        for part in first.parts where part.code.advance > 0 {
          put("\(SVGMarkup.number(width / part.code.advance * 100)) Tz")
          show([part])
        }
        if !first.parts.isEmpty { put("0 Tr 100 Tz") }
      }
      rest = rest[end...]
    }
    put("ET\nQ")
  }

  /// - Parameter line: Letters on one baseline, with one font and size.
  private func show(_ line: [(letter: DocumentGlyph, code: PDFFonts.Code)]) {
    guard let first = line.first?.letter else { return }
    let size = first.style.size
    var pen = first.place.x
    var digits = ""
    var pieces: [String] = []
    for (letter, code) in line {
      // Adjustment to the left in 1/1000 em.
      let back = ((pen - letter.place.x) / size * 1000).rounded()
      if abs(back) >= 1 {
        if !digits.isEmpty { pieces.append("<\(digits)>") }
        digits = ""
        pieces.append(String(Int(back)))
        pen -= back / 1000 * size
      }
      digits += code.digits
      pen += code.advance * size
    }
    pieces.append("<\(digits)>")
    let slant = first.style.slant.map { SVGMarkup.number($0, places: 4) } ?? "0"
    put("1 0 \(slant) -1 \(PDFSyntax.numbers(first.place.x, first.place.y)) Tm [\(pieces.joined())] TJ")
  }
}

extension Rect {
  func contains(_ point: Point) -> Bool { point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY }
}
