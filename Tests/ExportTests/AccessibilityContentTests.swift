import Basics
import Cards
import Drawing
import Export
import Layout
import Site
import Support
import Testing

@Suite("Accessible content of a card")
struct AccessibilityContentTests {
  private let style = TextStyle(family: "Inter", size: 15, lineHeight: 22)
  private static let target: LinkTarget = "https://example.org/t"

  private func text(
    _ string: String, _ content: BoxRole.Content = .text, y: Double = 0, element: Int = 0, lines: [Range<Int>]? = nil,
    links: [Range<Int>] = [], pieces: [ShapedText.AttributeFrame] = []
  ) -> LaidOutBox {
    let ranges = lines ?? [0..<string.utf8.count]
    let shaped = ShapedText(
      size: Size(width: 100, height: 22 * Double(ranges.count)),
      lines: ranges.enumerated().map { index, range in
        ShapedText.Line(
          frame: Rect(x: 0, y: 22 * Double(index), width: 100, height: 22), baseline: 16, range: range, runs: [])
      }, attributeFrames: pieces)
    let attributes = links.map { StyledText.Attribute(range: $0, target: "https://example.org/") }
    return LaidOutBox(
      role: BoxRole(content: content, element: element),
      frame: Rect(x: 12, y: y, width: 100, height: 22 * Double(ranges.count)),
      content: .text(shaped, StyledText(string, style: style, attributes: attributes)))
  }

  private func image(_ content: BoxRole.Content, _ frame: Rect = .zero, description: String? = nil) -> LaidOutBox {
    let leaf = ImageLeaf(ImageReference(candidates: [], description: description), placeholder: .solid(.white))
    return LaidOutBox(role: BoxRole(content: content), frame: frame, content: .image(leaf))
  }

  private func box(_ item: BoxRole.Item? = nil, _ frame: Rect = .zero, _ children: [LaidOutBox]) -> LaidOutBox {
    LaidOutBox(role: item.map { BoxRole(item: $0) }, frame: frame, children: children)
  }

  private func reading(_ children: [LaidOutBox]) -> AccessibilityContent {
    AccessibilityContent(
      LaidOutCard(root: box(nil, Rect(x: 0, y: 0, width: 359, height: 600), children)),
      words: Language.en.strings.accessibility)
  }

  private func contents(_ children: [LaidOutBox]) -> [SiteCard.Element.Content] {
    reading(children).nodes.numbered.map(\.content)
  }

  @Test("names, dates and texts in the order of the layout, avatars and what means nothing skipped")
  func order() {
    let avatar = image(.avatar, Rect(x: 0, y: 0, width: 36, height: 36), description: "Profile photo")
    let found = contents([
      box(nil, .zero, [avatar, text("Ann", .name), text("today", .date)]), text("Hi", .body), box(nil, .zero, []),
    ])
    #expect(found == [.name("Ann"), .date("today"), .text("Hi", links: [])])
  }

  @Test("covered words are places without a target, which hide the links below them")
  func covers() {
    var cover = StyledText.Attribute(range: 2..<6)
    cover.cover = .black
    let links = [3..<4, 7..<8].map { StyledText.Attribute(range: $0, target: "https://example.org/") }
    let text = StyledText("a bc d e", style: style, attributes: [cover] + links)
    #expect(
      text.links == [
        SiteCard.Link(range: 2..<6, isCover: true), SiteCard.Link(range: 7..<8, target: "https://example.org/"),
      ])
  }

  // "ёж 👩 x": two bytes for each Cyrillic letter, four for the emoji, which is two UTF-16 units.
  @Test("offsets are UTF-16, lines and links where they were laid out")
  func offsets() throws {
    let piece = ShapedText.AttributeFrame(attribute: 0, line: 0, frame: Rect(x: 30, y: 0, width: 9, height: 22))
    let found = reading([text("ёж 👩 x", y: 58, lines: [0..<5, 5..<11], links: [10..<11], pieces: [piece])]).nodes
    #expect(
      found.map(\.content)
        == [.text("ёж 👩 x", links: [SiteCard.Link(range: 6..<7, target: "https://example.org/")])])
    guard case .text(let place) = try #require(found.first).place else { return #expect(Bool(false)) }
    #expect(place.lines == [0..<3, 3..<7])
    #expect(place.links.map(\.link) == [0])
    #expect(place.links.first?.frame == Rect(x: 42, y: 58, width: 9, height: 22))
  }

  @Test("a row and a quote tell how many elements they hold")
  func nesting() {
    let found = contents([
      box(.row(target: Self.target), .zero, [text("T"), text("S")]),
      box(.quote(target: Self.target), .zero, [text("B", .name), box(.row(target: nil), .zero, [text("in")])]),
      text("after"),
    ])
    #expect(
      found == [
        .row(elements: 2, target: Self.target), .text("T", links: []), .text("S", links: []),
        .quote(elements: 3, target: Self.target),
        .name("B"), .row(elements: 1, target: nil), .text("in", links: []), .text("after", links: []),
      ])
  }

  @Test("a row with links of its own is not a link as a whole")
  func rowWithLinks() {
    let found = contents([box(.row(target: Self.target), .zero, [text("T", links: [0..<1])])])
    #expect(found.first == .row(elements: 1, target: nil))
  }

  @Test("a box that is a row and shows a text is both")
  func textAsRow() {
    var row = text("T")
    row.role?.item = .row(target: Self.target)
    #expect(contents([row]) == [.row(elements: 1, target: Self.target), .text("T", links: [])])
  }

  @Test("what shows what is hidden is not a text of the card, and leads to no text that is cut")
  func reveal() throws {
    let frame = Rect(x: 12, y: 58, width: 335, height: 44)
    let closed = reading([box(.reveal(label: "Show"), frame, [text("Spoiler"), text("Show", y: 20)])])
    #expect(closed.nodes.map(\.content) == [.text("Spoiler", links: [])])
    let more = try #require(closed.showMores.first)
    #expect(more.body == nil && more.frame == frame && more.label == "Show")
    let open = reading([box(.reveal(label: nil), frame, [text("Spoiler")])])
    #expect(open.nodes.count == 1 && open.showMores.isEmpty)
  }

  @Test("images that are hidden are not reported of, and their pages are not turned")
  func hiddenPictures() {
    func hidden(_ box: LaidOutBox) -> LaidOutBox {
      var box = box
      if case .image(var leaf) = box.content {
        leaf.image = leaf.image?.blurred
        box.content = .image(leaf)
      }
      box.children = box.children.map(hidden)
      return box
    }
    #expect(contents([hidden(image(.photo, description: "a cat"))]).isEmpty)
    #expect(contents(carousel(x: 12).map(hidden)) == [.text("3 photos", links: [])])
  }

  // MARK: Carousels

  private func carousel(x: Double, path: [Int] = []) -> [LaidOutBox] {
    let pages = (0..<3).map { index in
      let frame = Rect(x: x + 339 * Double(index), y: 100, width: 335, height: 200)
      return box(.page, frame, [image(.photo, frame, description: index == 1 ? "a cat" : nil)])
    }
    let dots = (0..<3).map { index in
      box(.dot, Rect(x: 150 + 16 * Double(index), y: 315, width: 7, height: 7), [])
    }
    return [
      LaidOutBox(
        role: BoxRole(list: .carousel, path: path), frame: Rect(x: x, y: 100, width: 335, height: 200),
        children: pages + [text("3 photos")]),
      LaidOutBox(
        role: BoxRole(list: .pageControl, path: path), frame: Rect(x: 0, y: 300, width: 359, height: 38),
        children: dots),
    ]
  }

  private func pagesPlace(_ nodes: [AccessibilityNode]) -> SiteCard.PageLocation? {
    for node in nodes {
      if case .pages(let place) = node.place { return place }
      if let place = pagesPlace(node.children) { return place }
    }
    return nil
  }

  @Test("a carousel's pages are one node, with its page control, and what else stands among them is read")
  func pages() throws {
    let found = reading(carousel(x: 12))
    #expect(
      found.nodes.numbered.map(\.content) == [
        .pages(first: 1, descriptions: ["Photo 1 of 3", "Photo 2 of 3: a cat", "Photo 3 of 3"]),
        .text("3 photos", links: []),
      ])
    let place = try #require(pagesPlace(found.nodes))
    #expect(place.page == Rect(x: 12, y: 100, width: 335, height: 200))
    #expect(place.pitch == 339 && place.clip == 0)
    #expect(place.control?.second.minX == 166)
    #expect(found.nodes.numbered.flatMap(\.pages).count == 3)
  }

  @Test("pages of several carousels are numbered on, and each has the page control of its own post")
  func severalCarousels() {
    let quoted = carousel(x: 32, path: [0])
    // The quote's page control precedes its pages, and the quote precedes the post's own ones.
    let found = reading([box(.quote(target: nil), .zero, [quoted[1], quoted[0]])] + carousel(x: 12)).nodes.numbered
    let firsts = found.compactMap { node in
      if case .pages(let first, _) = node.content { first } else { nil }
    }
    #expect(firsts == [1, 4])
    let controls = found.compactMap { node in
      if case .pages(let place) = node.place { place.control?.row } else { nil }
    }
    #expect(controls.count == 2)
  }

  @Test("pages are turned under the edge of what clips them; a quote's begin where they stand")
  func clips() {
    #expect(pagesPlace(reading(carousel(x: 90)).nodes)?.clip == 0)
    var clipping = box(nil, Rect(x: 40, y: 0, width: 300, height: 400), carousel(x: 90))
    clipping.decoration.clipsContent = true
    #expect(pagesPlace(reading([clipping]).nodes)?.clip == 40)
    #expect(pagesPlace(reading([box(.quote(target: nil), .zero, carousel(x: 13))]).nodes)?.clip == 13)
    #expect(pagesPlace(reading([box(.quote(target: nil), .zero, [clipping])]).nodes)?.clip == 40)
  }

  @Test("one page is a photo")
  func onePage() {
    let page = box(.page, .zero, [image(.photo)])
    let whole = LaidOutBox(role: BoxRole(list: .carousel), frame: .zero, children: [page])
    #expect(contents([whole]) == [.photo("Photo")])
  }

  // MARK: Counters, texts, photos

  @Test("counters are spoken once, as text")
  func counters() {
    let likes = box(
      .counter(kind: "likes", spoken: "1,234 likes"), Rect(x: 16, y: 0, width: 84, height: 24), [text("1.2K")])
    let comments = box(.counter(kind: "comments", spoken: nil), .zero, [text("")])
    #expect(contents([box(nil, .zero, [likes, comments])]) == [.count("1,234 likes")])
  }

  @Test("the text ends under its last line, or under \"show more\"")
  func textEnd() {
    let body = text("long", .body, y: 58)
    let name = text("long", .name)
    #expect(reading([name, body]).textEnds == [[]: 80])
    let more = text("more", .showMore, y: 80)
    let collapsed = reading([name, body, more])
    #expect(collapsed.textEnds == [[]: 80])
    #expect(collapsed.showMores.map(\.frame) == [more.frame])
    #expect(collapsed.nodes.count == 2)
  }

  @Test("an answer of a poll is one sentence, whose words stay texts")
  func answers() {
    let answer = box(.answer(spoken: "Fish: 15%, 203 votes"), .zero, [text("Fish"), text("15%")])
    #expect(
      contents([answer, text("after")]) == [
        .answer(elements: 2, spoken: "Fish: 15%, 203 votes"), .text("Fish", links: []), .text("15%", links: []),
        .text("after", links: []),
      ])
  }

  @Test("what replaces an image is not read while there is an image to ask for")
  func missing() {
    var photo = image(.photo)
    photo.children = [text("AB")]
    #expect(contents([photo]) == [.photo("Photo")])
  }

  @Test("a photo without a description is still said to be one, a preview is not")
  func photos() {
    let found = contents([image(.photo), image(.picture), image(.picture, description: "a map")])
    #expect(found == [.photo("Photo"), .photo("a map")])
  }

  // MARK: States

  private func strings(_ nodes: [AccessibilityNode]) -> [String] {
    nodes.numbered.map { node in
      switch node.content {
      case .text(let string, _): string
      case .quote(let elements, _): "quote of \(elements)"
      default: "other"
      }
    }
  }

  @Test("boxes of only one state keep their place inside their quote")
  func join() {
    func quote(_ children: [LaidOutBox]) -> LaidOutBox {
      LaidOutBox(role: BoxRole(item: .quote(target: nil), element: 9), frame: .zero, children: children)
    }
    let (a, b, c, x) = (text("a", element: 1), text("b", element: 2), text("c", element: 3), text("x", element: 4))
    var nodes = reading([quote([a, b]), c]).nodes
    nodes.join(reading([quote([a, x]), text("y", element: 5), c]).nodes)
    #expect(strings(nodes) == ["quote of 3", "a", "x", "b", "y", "c"])
  }

  @Test("many rows are read, joined and numbered without going through all of them for each", .timeLimit(.minutes(1)))
  func manyRows() {
    let rows = { (range: Range<Int>) in
      range.map { number in
        LaidOutBox(
          role: BoxRole(item: .answer(spoken: "a"), element: number), frame: .zero,
          children: [self.text("a", element: number)])
      }
    }
    var nodes = reading(rows(0..<20_000)).nodes
    nodes.join(reading(rows(10_000..<30_000)).nodes)
    #expect(nodes.numbered.count == 60_000)
  }

  @Test("equal texts of two states are not taken for each other")
  func equalTexts() {
    let (first, second) = (text("same", element: 1), text("same", element: 2))
    var nodes = reading([first]).nodes
    nodes.join(reading([second]).nodes)
    #expect(strings(nodes) == ["same", "same"])
  }
}
