import Documents
import Drawing
import Foundation
import Testing

@Suite("Texts in an SVG")
struct SVGTextTests {
  @Test("a text is one text, whatever its lines, with a place for each character")
  func text() throws {
    let read = try svg(try glyphs("Three boats on the lake", width: 90))
    #expect(read.texts == ["Three boats on the lake"])
    let lines = read.all("tspan")
    #expect(lines.count > 1 && Set(lines.map { $0.attributes["y"] }).count == lines.count)
    for line in lines {
      // A space at a line break has no position.
      let places = line.attributes["x"]?.split(separator: " ").count ?? 0
      #expect((line.text.count - 1...line.text.count).contains(places))
    }
  }

  @Test("words in italics are slanted shapes with the words behind them")
  func italics() throws {
    let upright = try svg(try glyphs("lll"))
    #expect(upright.all("path").isEmpty)
    let read = try svg(
      try glyphs("lll").map { command in
        guard case .glyphs(var run, let origin) = command else { return command }
        run.slant = GlyphRun.italicSlant
        return .glyphs(run, origin: origin)
      })
    #expect(read.texts == ["lll"])
    #expect(read.all("tspan").map { $0.attributes["fill"] } == ["none"])
    #expect(read.all("path").count == 1)
  }

  @Test("texts below each other are two")
  func two() throws {
    let read = try svg(try glyphs("First") + glyphs("Second", top: 30))
    #expect(read.texts == ["First", "Second"])
  }

  @Test("texts over each other are two")
  func over() throws {
    #expect(try svg(try glyphs("First") + glyphs("Second")).texts == ["First", "Second"])
  }

  @Test("a feed's text is never markup")
  func markup() throws {
    let words = #"<script>x</script> & "a" 'b' ]]> &amp; <tspan>"#
    let read = try svg(try glyphs(words), title: words)
    #expect(read.texts == [words])
    #expect(read.all("title").map(\.text) == [words])
    #expect(read.all("script").isEmpty)
  }

  @Test("repeated spaces are kept")
  func spaces() throws {
    let read = try svg(try glyphs("  a   b"))
    #expect(read.texts == ["  a   b"])
    #expect(read.all("text")[0].attributes["xml:space"] == "preserve")
  }

  @Test("a face has the characters that are used, and comes once")
  func faces() throws {
    let few = try svg(try glyphs("abc")).source.utf8.count
    let more = try svg(try glyphs("abc") + glyphs("cba", top: 30)).source
    #expect(more.ranges(of: "@font-face").count == 1)
    // A second text with the same letters adds only its positions.
    #expect(more.utf8.count < few + 400)
    // Inter has a quarter of a megabyte.
    #expect(few < 6000)
  }

  @Test("emoji are images, each once, with their letters behind them")
  func emoji() throws {
    let read = try svg(try glyphs("so 🙂 and 🙂"))
    #expect(read.texts == ["so 🙂 and 🙂"])
    #expect(read.all("image").count == 1 && read.all("use").count == 2)
    #expect(read.all("use").allSatisfy { $0.attributes["aria-hidden"] == "true" })
    #expect(read.all("tspan").filter { $0.attributes["fill"] == "none" }.map(\.text) == ["🙂", "🙂"])
  }

  @Test(
    "what goes from right to left is shapes, with the words behind them as they are read",
    arguments: ["مرحبا بالعالم", "שלום עולם and so on"])
  func directions(words: String) throws {
    let read = try svg(try glyphs(words))
    #expect(read.texts == [words])
    #expect(read.all("tspan").allSatisfy { $0.attributes["fill"] == "none" })
    #expect(!read.all("path").isEmpty && !read.source.contains("@font-face"))
  }

  @Test(
    "letters that change next to each other are shapes, and are found all the same",
    arguments: [("नमस्ते", "स्ते"), ("aq\u{308}\u{323}a", "q\u{308}\u{323}"), ("3:45", ":"), ("a -> b", "->")])
  func together(words: String, shapes: String) throws {
    let read = try svg(try glyphs(words))
    #expect(read.texts == [words])
    #expect(read.all("tspan").filter { $0.attributes["fill"] == "none" }.map(\.text) == [shapes])
    #expect(!read.all("path").isEmpty)
  }

  @Test("a character that no face has is drawn as a box with its code")
  func missing() throws {
    let read = try svg(try glyphs("\u{10900}"))
    #expect(read.texts == ["\u{10900}"] && read.all("path").count == 1)
  }

  @Test("as outlines nothing is set, and the description says it")
  func outlines() throws {
    let read = try svg(try glyphs("First <b>") + glyphs("Second", top: 30), texts: .outlines)
    #expect(read.texts.isEmpty && !read.source.contains("@font-face"))
    #expect(read.all("path").count == 2)
    #expect(read.all("desc").map(\.text) == ["First <b> Second"])
    #expect(read.elements[0].attributes["role"] == "img")
  }

  @Test("anything that is out of focus can't be read in the file")
  func blurred() throws {
    let read = try svg([.blurred(try glyphs("secret"), radius: 8)])
    #expect(read.texts.isEmpty && read.all("path").isEmpty)
    #expect(read.all("image").count == 1)
  }
}
