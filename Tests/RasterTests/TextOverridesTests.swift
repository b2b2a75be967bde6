import Drawing
import Layout
import Raster
import Testing

/// Parts of a text with their own typesetting: code, lists, quotations.
@Suite("Parts of texts that are set otherwise")
struct TextOverridesTests {
  private static let fixed = "DejaVu Sans Mono"

  private func attribute(
    _ range: Range<Int>, _ change: (inout StyledText.Attribute) -> Void
  ) -> StyledText.Attribute {
    var attribute = StyledText.Attribute(range: range)
    change(&attribute)
    return attribute
  }

  private func code(_ range: Range<Int>) -> StyledText.Attribute { attribute(range) { $0.family = Self.fixed } }

  private func quotation(_ range: Range<Int>) -> StyledText.Attribute {
    attribute(range) { $0.quotation = .init(indent: 12, width: 2, color: .black) }
  }

  @Test("code has a fixed pitch, the words around it theirs")
  func code() throws {
    let setter = try Typesetter.locked()
    let text = setter.shape("il iW il", attributes: [code(3..<5)])
    #expect(text.families == ["Inter", Self.fixed])
    let run = try #require(text.lines.first?.runs.dropFirst().first)
    // 1233 of 2048 units, like every letter of this typeface.
    #expect(abs(run.glyphs[1].x - run.glyphs[0].x - 1233.0 / 2048 * 15) < 0.01)
    #expect(setter.shape("il iW il").families == ["Inter"])
  }

  @Test("words in italics are the same glyphs at the same places, in a run of their own with a slant")
  func italics() throws {
    let setter = try Typesetter.locked()
    let (plain, text) = (setter.shape("so very fine"), setter.shape("so very fine", attributes: [italic(3..<7)]))
    #expect(text.glyphs == plain.glyphs && text.size == plain.size)
    let runs = try #require(text.lines.first?.runs)
    #expect(runs.map(\.glyphs.count) == [3, 4, 5])
    #expect(runs.map(\.slant) == [nil, GlyphRun.italicSlant, nil])
    #expect(plain.lines.flatMap(\.runs).map(\.slant) == [nil])
  }

  private func italic(_ range: Range<Int>) -> StyledText.Attribute { attribute(range) { $0.isSlanted = true } }

  @Test("slanted glyphs lean to the right above the baseline and to the left below it, and upright ones stay")
  func slant() throws {
    let painter = Painter(fonts: try LockedFonts.set.get())
    func ink(_ word: String, slanted: Bool) throws -> (top: Int, bottom: Int) {
      let text = try Typesetter.locked().shape(
        word, .body.with { ($0.size, $0.lineHeight) = (60, 80) },
        attributes: slanted ? [italic(0..<word.utf8.count)] : [])
      let list = DisplayList(
        size: Size(width: 120, height: 80),
        commands: text.lines.flatMap(\.runs).map { .glyphs($0, origin: Point(x: 30, y: 0)) })
      let bitmap = try painter.paint(list, scale: 1, images: NoPictures())
      let rows = (0..<80).compactMap { y in (0..<120).first { bitmap.alpha($0, y) > 128 } }
      return (try #require(rows.first), try #require(rows.last))
    }
    // An upright line.
    let (upright, leaning) = (try ink("l", slanted: false), try ink("l", slanted: true))
    #expect(upright.top == upright.bottom)
    // The letter is 45 pixels high, so that its top moves by 9 or 10.
    #expect(abs(leaning.bottom - upright.bottom) <= 1 && 8...11 ~= leaning.top - upright.top)
    #expect(try ink("l", slanted: true) == ink("l", slanted: true))
    #expect(try ink("p", slanted: true).bottom < ink("p", slanted: false).bottom)
  }

  @Test("characters missing in the monospaced font come from other fonts, also emoji")
  func fallback() throws {
    let text = try Typesetter.locked().shape("a漢😀", attributes: [code(0..<8)])
    #expect(text.families == [Self.fixed, "Noto Sans CJK SC", "Noto Color Emoji"])
  }

  @Test("no other text asks for a face that fills in for none")
  func apart() {
    let lock = LockedFonts.lock
    let order = FaceOrder(family: "Inter", weight: 400, han: .chinese).text(in: lock)
    #expect(!order.contains { lock.faces[$0.index].family == Self.fixed })
    let own = FaceOrder(family: Self.fixed, weight: 400, han: .chinese).text(in: lock)
    #expect(own.first.map { lock.faces[$0.index].family } == Self.fixed)
  }

  @Test("its file may be absent until code is drawn")
  func absent() throws {
    var lock = LockedFonts.lock
    lock.faces = lock.faces.filter { $0.family == "Inter" || $0.family == Self.fixed }.map { face in
      var face = face
      if face.family == Self.fixed { face.file = "nowhere.ttf" }
      return face
    }
    let fonts = try FontSet.load(lock: lock, searching: LockedFonts.folders)
    let setter = Typesetter(fonts: fonts)
    #expect(setter.shape("a").glyphs.count == 1 && fonts.problems.isEmpty)
    #expect(setter.shape("a", attributes: [code(0..<1)]).families == ["Inter"])
    #expect(fonts.problems.map(\.code) == ["font.missing"])
  }

  @Test("an image before code does not move it")
  func pictures() throws {
    let picture = StyledText.Attribute(range: 0..<6, picture: ImageReference(candidates: [.init(url: "cat.png")]))
    let text = try Typesetter.locked().shape(":cat: ab", attributes: [picture, code(6..<8)])
    #expect(text.lines.first?.runs.last?.glyphs.count == 2)
    #expect(text.families.last == Self.fixed)
  }

  @Test("further lines of a list's entry begin under its words")
  func hanging() throws {
    let mark = attribute(0..<4) { $0.hangs = true }
    let text = try Typesetter.locked().shape("• one two three four five", attributes: [mark], width: 80)
    #expect(text.lines.count > 2)
    let words = try #require(text.lines[0].runs.flatMap(\.glyphs).dropFirst(2).first?.x)
    #expect(text.lines[0].frame.minX == 0)
    #expect(text.lines.dropFirst().allSatisfy { abs($0.frame.minX - words) < 0.01 && $0.frame.maxX <= 80.01 })
    #expect(abs(text.size.width - (text.lines.map(\.frame.maxX).max() ?? 0)) < 0.01)
  }

  @Test("the same from right to left")
  func hangingBackward() throws {
    let mark = attribute(0..<4) { $0.hangs = true }
    let text = try Typesetter.locked().shape("• אחת שתיים שלוש ארבע חמש", attributes: [mark], width: 80)
    #expect(text.lines.count > 1)
    #expect(abs(text.lines[0].frame.maxX - 80) < 0.01)
    #expect(text.lines.dropFirst().allSatisfy { $0.frame.maxX < 79 })
  }

  @Test("a quotation is in, one within it twice")
  func quotations() throws {
    let attributes = [quotation(2..<7), quotation(5..<7)]
    let text = try Typesetter.locked().shape("a\nb\n\nc\nd", attributes: attributes, width: 200)
    #expect(text.lines.map(\.frame.minX) == [0, 12, 0, 24, 0])
  }

  @Test("a quotation's words break where its room ends")
  func narrow() throws {
    let setter = try Typesetter.locked()
    let words = "one two three four five six"
    let whole = setter.shape(words, width: 88)
    let quoted = setter.shape(words, attributes: [quotation(0..<words.utf8.count)], width: 100)
    #expect(quoted.lines.map(\.range) == whole.lines.map(\.range))
  }

  @Test("a bar is next to a quotation from its first line to its last")
  func bar() throws {
    let text = StyledText(
      "a\nb\n\nc\nd", style: .body, attributes: [quotation(2..<6)])
    let laidOut = LayoutEngine(measuring: try Typesetter.locked()).layOut(
      LayoutSpec(.leaf(.text(TextLeaf(text)))), in: .width(200))
    let bars = laidOut.displayList(scale: 2).commands.compactMap { command in
      if case .fill(.rectangle(let box), _) = command { box } else { nil }
    }
    #expect(bars == [Rect(x: 0, y: 22, width: 2, height: 66)])
  }
}
