import Drawing
import Layout
import Testing

@Suite("Cache of measured texts")
struct MeasuredTextCacheTests {
  private let measuring = FixedAdvanceText()
  private let style = TextStyle(family: "Any", size: 15, lineHeight: 20)

  private func shape(_ cache: MeasuredTextCache, _ string: String, width: Double = 100, maxLines: Int? = nil) {
    let text = StyledText(string, style: style)
    let expected = FixedAdvanceText().shape(text, width: width, maxLines: maxLines, truncation: .tail)
    #expect(cache.shape(text, width: width, maxLines: maxLines, truncation: .tail) == expected)
  }

  @Test("the same text at the same width is measured once")
  func once() {
    let cache = MeasuredTextCache(measuring)
    for _ in 0..<5 { shape(cache, "hello") }
    #expect(measuring.calls.count == 1)
  }

  @Test("a different width, limit or style is a different text")
  func different() {
    let cache = MeasuredTextCache(measuring)
    shape(cache, "hello", maxLines: 1)
    shape(cache, "hello")
    shape(cache, "hello", width: 30)
    _ = cache.shape(
      StyledText("hello", style: TextStyle(family: "Any", size: 16, lineHeight: 20)), width: 100, maxLines: nil,
      truncation: .tail)
    #expect(measuring.calls.count == 4)
  }

  @Test("the first lines of a text that is known whole are not measured again", arguments: [0, 1, 2, 3, 9])
  func beginning(_ count: Int) {
    let cache = MeasuredTextCache(measuring)
    let text = StyledText(
      "one two three\nשלום", style: style,
      attributes: [StyledText.Attribute(range: 4..<9, target: "https://a.example/there")])
    _ = cache.shape(text, width: 50, maxLines: nil, truncation: .tail)
    let expected = FixedAdvanceText().shape(text, width: 50, maxLines: count, truncation: .clip)
    #expect(cache.shape(text, width: 50, maxLines: count, truncation: .clip) == expected)
    #expect(measuring.calls.count == 1)
  }

  @Test("texts with an ellipsis, and texts as wide as their beginning, are measured")
  func measuredAgain() {
    let cache = MeasuredTextCache(measuring)
    for width in [50, Double.infinity] {
      _ = cache.shape(StyledText("one two three", style: style), width: width, maxLines: nil, truncation: .tail)
    }
    shape(cache, "one two three", width: 50, maxLines: 1)
    _ = cache.shape(StyledText("one two three", style: style), width: .infinity, maxLines: 1, truncation: .clip)
    #expect(measuring.calls.count == 4)
  }

  @Test("a card in another theme's colors measures nothing, and has its own colors")
  func themes() {
    let engine = LayoutEngine(measuring: MeasuredTextCache(measuring))
    func colors(_ words: Color, _ link: Color) -> [Color] {
      var style = style
      style.color = words
      let text = StyledText(
        "see the lake", style: style,
        attributes: [StyledText.Attribute(range: 8..<12, color: link, target: "https://a.example/lake")])
      let card = engine.layOut(LayoutSpec(.leaf(.text(TextLeaf(text)))), in: .width(300))
      guard case .text(let shaped, _) = card.root.content else { return [] }
      return shaped.lines.flatMap(\.runs).map(\.color)
    }
    #expect(colors(.black, Color(rgb: 0x0000FF)) == [.black])
    let light = measuring.calls.count
    #expect(colors(.white, Color(rgb: 0x00FFFF)) == [.white])
    #expect(measuring.calls.count == light)
    // If the link has the text's color, the text is a single run.
    _ = colors(.white, .white)
    #expect(measuring.calls.count == 2 * light)
  }

  @Test("it never remembers more than its limit")
  func bounded() {
    let cache = MeasuredTextCache(measuring, limit: 64 * 10)
    for number in 0..<1_000 {
      shape(cache, "text \(number)")
      #expect(cache.count <= 10)
    }
  }

  @Test("a text that is asked for again and again stays")
  func recent() {
    let cache = MeasuredTextCache(measuring, limit: 64 * 10)
    for number in 0..<100 {
      shape(cache, "always")
      shape(cache, "text \(number)")
    }
    #expect(measuring.calls.filter { $0.string == "always" }.count == 1)
  }

  @Test("a text larger than the limit, and a width that is not a number, are passed through")
  func passedThrough() {
    let cache = MeasuredTextCache(measuring, limit: 100)
    shape(cache, String(repeating: "a ", count: 100))
    _ = MeasuredTextCache(measuring).shape(
      StyledText("a", style: style), width: .nan, maxLines: nil, truncation: .tail)
    #expect(cache.count == 0)
  }

  @Test("many threads get the same answers")
  func threads() async {
    let cache = MeasuredTextCache(measuring, limit: 64 * 20)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for number in 0..<200 { shape(cache, "text \(number % 30)") } }
      }
    }
    #expect(cache.count <= 20)
  }
}
