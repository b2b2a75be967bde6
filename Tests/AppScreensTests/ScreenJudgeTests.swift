import AppScreens
import Drawing
import ImageComparison
import Testing

/// A post's card as laid out, compared with screens that show it.
@Suite struct ScreenJudgeTests {
  // MARK: A card and a screen that shows it

  private static func text(_ name: String, _ frame: Rect, _ lines: [String]) -> BoxRecord {
    BoxRecord(
      path: "card/\(name)", frame: frame, lineCount: lines.count, baseline: frame.minY + 14, isTruncated: false,
      lineTexts: lines, color: "#1C1E21",
      font: FontRecord(family: "Inter", size: 15, weight: 400, lineHeight: frame.height / Double(lines.count)))
  }

  private static func card(_ name: String, author: String = "Ada Lovelace") -> ScreenCard {
    let boxes = [
      BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 375, height: 380)),
      BoxRecord(path: "card/avatar", frame: Rect(x: 12, y: 12, width: 40, height: 40)),
      text("name", Rect(x: 64, y: 12, width: 97, height: 20), [author]),
      text("date", Rect(x: 64, y: 34, width: 95, height: 16), ["12 Mar of \(name)"]),
      text(
        "text", Rect(x: 12, y: 62, width: 351, height: 40), ["The engine of \(name) weaves", "patterns and leaves."]),
      BoxRecord(path: "card/photo", frame: Rect(x: 0, y: 112, width: 375, height: 210)),
      text("likes", Rect(x: 12, y: 334, width: 60, height: 18), ["128 likes"]),
      text("comments", Rect(x: 190, y: 334, width: 90, height: 18), ["14 comments"]),
    ]
    return ScreenCard(name: name, layout: LayoutRecord(size: Size(width: 375, height: 380), boxes: boxes))
  }

  /// - Parameter change: Changes a part's node to what the app shows; returns false to remove the node.
  private static func screen(
    _ cards: [ScreenCard], scale: Double = 1, scroll: Double = 0, spread: EdgeSpread = .none, named: Bool = true,
    change: (String, inout ScreenNode) -> Bool = { _, _ in true }
  ) -> AppScreen {
    var screen = AppScreen(.uiAutomator, .px)
    screen.scale = scale
    var root = ScreenNode("Window", parent: nil)
    root.frame = Rect(x: 0, y: 0, width: 375 * scale, height: 812 * scale)
    screen.bounds = root.frame
    screen.nodes = [root]
    var top = -scroll
    for card in cards {
      let cell = screen.nodes.count
      var node = ScreenNode("Cell", parent: 0)
      node.frame = Rect(x: 0, y: top, width: 375, height: 380).scaled(by: scale)
      screen.nodes.append(node)
      for box in card.layout.boxes.dropFirst() {
        let name = String(box.path.dropFirst(5))
        var part = ScreenNode(box.isText ? "TextView" : "ImageView", parent: cell)
        part.identifier = named ? "org.app:id/\(name)" : nil
        part.text = box.lineTexts?.joined(separator: " ")
        part.frame = box.frame.offset(by: Point(x: 0, y: top))
        part.spread = spread
        guard change("\(card.name)/\(name)", &part) else { continue }
        part.frame = part.frame?.scaled(by: scale)
        screen.nodes.append(part)
      }
      top += 388
    }
    return screen
  }

  private func findings(
    _ screen: AppScreen, _ cards: [ScreenCard] = [card("a"), card("b", author: "Grace Hopper")],
    map: ScreenMap = ScreenMap(), judge: ScreenJudge = ScreenJudge()
  ) -> [String] {
    let report = ScreenComparison(cards: cards, map: map, judge: judge).compare(screen)
    return report.cards.flatMap { card in card.findings.map { "\(card.card) \($0.text)" } }
  }

  private static let cards = [card("a"), card("b", author: "Grace Hopper")]

  private func moved(
    _ part: String, x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0
  ) -> (String, inout ScreenNode) -> Bool {
    { name, node in
      if name == part, let frame = node.frame {
        node.frame = Rect(
          x: frame.minX + x, y: frame.minY + y, width: frame.width + width, height: frame.height + height)
      }
      return true
    }
  }

  // MARK: One cause

  @Test("a screen that is right gives nothing, at any scale and scroll offset", arguments: [1, 2, 2.625, 3])
  func untouched(scale: Double) {
    for scroll in [0, 37.5] {
      let screen = Self.screen(Self.cards, scale: scale, scroll: scroll)
      #expect(findings(screen).isEmpty)
      #expect(findings(Self.screen(Self.cards, scale: scale, scroll: scroll, named: false)).isEmpty)
    }
  }

  @Test("anything that moved is reported with its distance, and nothing else is")
  func move() {
    #expect(
      findings(Self.screen(Self.cards, change: moved("a/avatar", x: 2))) == [
        "a card/avatar: 2 pt to the right in the card"
      ])
    #expect(
      findings(Self.screen(Self.cards, scale: 3, change: moved("b/date", y: 1.5)))
        == ["b card/date: 1.5 pt lower from card/name"])
  }

  @Test("anything that is larger is reported as that")
  func size() {
    #expect(
      findings(Self.screen(Self.cards, change: moved("a/avatar", width: 8, height: 8)))
        == ["a card/avatar: 8 pt wider, 8 pt taller"])
  }

  private func oneLineMore(_ name: String, _ node: inout ScreenNode) -> Bool {
    guard let frame = node.frame else { return true }
    if name == "a/text" {
      node.frame = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: 60)
    } else if ["a/photo", "a/likes", "a/comments"].contains(name) || name.hasPrefix("b/") {
      node.frame = frame.offset(by: Point(x: 0, y: 20))
    }
    return true
  }

  @Test("a line more is one cause, and what it pushes down follows from it")
  func lines() {
    let screen = Self.screen(Self.cards, change: oneLineMore)
    #expect(
      findings(screen) == ["a card/text: 1 line more (20 pt); 3 parts 20 pt lower because of it"])
  }

  @Test("with another font lines may break otherwise: that is no difference")
  func otherFont() throws {
    let screen = Self.screen(Self.cards, change: oneLineMore)
    let comparison = ScreenComparison(cards: Self.cards, judge: ScreenJudge(otherFont: "SF Pro"))
    let report = comparison.compare(screen)
    #expect(report.isSame)
    #expect(report.cards[0].unknown == ["card/text: may wrap differently, because its font is SF Pro"])
  }

  @Test("anything that is missing or extra is reported, and what closes up or makes room follows from it")
  func missing() {
    let gone = Self.screen(Self.cards) { name, node in
      if ["a/likes", "a/comments"].contains(name) { node.frame = node.frame?.offset(by: Point(x: 0, y: -222)) }
      return name != "a/photo"
    }
    #expect(findings(gone) == ["a card/photo: is missing; 2 parts 222 pt higher because of it"])
    var added = Self.screen(Self.cards)
    var badge = ScreenNode("TextView", parent: 1)
    badge.text = "Ad"
    badge.frame = Rect(x: 300, y: 12, width: 20, height: 16)
    added.nodes.insert(badge, at: 2)
    for index in added.nodes.indices.dropFirst(3) where added.nodes[index].parent ?? 0 > 1 {
      added.nodes[index].parent? += 1
    }
    #expect(findings(added) == ["a card: \"Ad\" (20 × 16 pt) belongs to no part of the card"])
  }

  @Test("elements pushed down by an extra element are reported with the distance")
  func pushedByExtra() {
    var screen = Self.screen(Self.cards) { name, node in
      let isBelow = name.hasPrefix("b/") || ["a/photo", "a/likes", "a/comments"].contains(name)
      if isBelow { node.frame = node.frame?.offset(by: Point(x: 0, y: 36)) }
      return true
    }
    var banner = ScreenNode("TextView", parent: 1)
    banner.text = "Translated from Swedish"
    banner.frame = Rect(x: 12, y: 110, width: 200, height: 24)
    screen.nodes.append(banner)
    #expect(
      findings(screen) == [
        "a card: \"Translated from Swedish\" (200 × 24 pt) belongs to no part of the card; "
          + "3 parts 36 pt lower because of it"
      ])
  }

  @Test("a wrong text is reported where the part is known by its name or place")
  func text() {
    for named in [true, false] {
      let screen = Self.screen(Self.cards, named: named) { name, node in
        if name == "a/name" { node.text = "Ada Byron" }
        return true
      }
      #expect(findings(screen) == [#"a card/name: says "Ada Byron" instead of "Ada Lovelace""#])
    }
  }

  @Test("two that changed places are one cause")
  func swapped() {
    let screen = Self.screen(Self.cards) { name, node in
      if name == "a/name" { node.frame = Rect(x: 64, y: 30, width: 97, height: 20) }
      if name == "a/date" { node.frame = Rect(x: 64, y: 12, width: 95, height: 16) }
      return true
    }
    #expect(findings(screen) == ["a card/name: has swapped places with card/date"])
  }

  @Test("several mistakes are as many causes")
  func pairs() {
    let screen = Self.screen(Self.cards) { name, node in
      if name == "b/avatar" { node.frame = node.frame?.offset(by: Point(x: 3, y: 0)) }
      return oneLineMore(name, &node)
    }
    #expect(findings(screen).count == 2)
  }

  @Test("a screen of as many elements as are read, as deep as may be, is judged as well")
  func large() {
    var screen = Self.screen(Self.cards, change: moved("a/avatar", x: 2))
    var parent = 0
    for _ in 0..<ScreenLimits.depth {
      var node = ScreenNode("View", parent: parent)
      node.frame = Rect(x: 0, y: 700, width: 375, height: 112)
      parent = screen.nodes.count
      screen.nodes.append(node)
    }
    while screen.nodes.count < ScreenLimits.nodes {
      var node = ScreenNode("View", parent: parent)
      node.frame = Rect(x: Double(screen.nodes.count % 300), y: 800, width: 4, height: 4)
      screen.nodes.append(node)
    }
    #expect(findings(screen) == ["a card/avatar: 2 pt to the right in the card"])
  }

  // MARK: No difference

  @Test("an edge inside of what a format rounds is no difference, one outside is")
  func rounding() {
    let rounded = Self.screen(Self.cards, spread: .outward) { _, node in
      if let frame = node.frame {
        let right = frame.maxX.rounded(.up)
        let bottom = frame.maxY.rounded(.up)
        node.frame = Rect(
          left: frame.minX.rounded(.down), top: frame.minY.rounded(.down), right: right, bottom: bottom)
      }
      return true
    }
    #expect(findings(rounded).isEmpty)
  }

  @Test("of a card that the screen's edge cuts, anything that is not all there is neither missing nor of another size")
  func cutCard() {
    let cards = [Self.card("a")]
    // Android reports only the visible part of each element.
    for (edge, beyond) in [(82.0, "text, photo, likes, comments"), (200, "photo, likes, comments")] {
      var screen = Self.screen(cards) { _, node in
        guard let frame = node.frame, frame.minY < edge else { return false }
        node.frame = Rect(left: frame.minX, top: frame.minY, right: frame.maxX, bottom: min(frame.maxY, edge))
        return true
      }
      screen.bounds = Rect(x: 0, y: 0, width: 375, height: edge)
      let report = ScreenComparison(cards: cards).compare(screen)
      #expect(report.cards[0].findings.isEmpty)
      let parts = beyond.split(separator: ", ").map { "card/\($0)" }.joined(separator: ", ")
      #expect(report.cards[0].unknown == ["\(parts): partly off the screen"])
    }
  }

  @Test(
    "wherever the screen's edges cut cards, nothing is reported what they leave, or leave of the next card",
    arguments: [160.0, 300], [true, false])
  func cutAnywhere(height: Double, named: Bool) {
    for scroll in stride(from: 0.0, to: 760, by: 7) {
      var screen = Self.screen(Self.cards, scroll: scroll, named: named)
      for index in screen.nodes.indices {
        screen.nodes[index].frame = screen.nodes[index].frame.flatMap { frame in
          let (top, bottom) = (max(0, frame.minY), min(height, frame.maxY))
          return bottom > top ? Rect(left: frame.minX, top: top, right: frame.maxX, bottom: bottom) : nil
        }
      }
      screen.bounds = Rect(x: 0, y: 0, width: 375, height: height)
      let found = findings(screen)
      #expect(found.isEmpty, "\(scroll): \(found)")
    }
  }

  @Test("a list without elements around its cards is parted by where the cards are")
  func flat() {
    for scroll in stride(from: 0.0, to: 380, by: 7) {
      var screen = Self.screen(Self.cards, scroll: scroll)
      for index in screen.nodes.indices.dropFirst() { screen.nodes[index].parent = 0 }
      let found = findings(screen)
      #expect(found.isEmpty, "\(scroll): \(found)")
    }
  }

  @Test("boxes cut by the screen's edge are judged by their other edges")
  func clipped() {
    let screen = Self.screen(Self.cards, scroll: 20) { _, node in
      guard let frame = node.frame else { return true }
      let (top, bottom) = (max(0, frame.minY), min(812, frame.maxY))
      node.frame = Rect(x: frame.minX, y: top, width: frame.width, height: bottom - top)
      return bottom > top
    }
    #expect(findings(screen).isEmpty)
  }

  @Test("a target for fingers is not the icon in it")
  func touchTarget() {
    let screen = Self.screen(Self.cards) { name, node in
      if name == "a/avatar", let frame = node.frame {
        node.isClickable = true
        node.frame = Rect(x: frame.minX - 4, y: frame.minY - 4, width: 48, height: 48)
      }
      return true
    }
    #expect(findings(screen).isEmpty)
  }

  @Test("a tolerance of its own lets a part be off")
  func tolerance() {
    let screen = Self.screen(Self.cards, change: moved("a/avatar", x: 2))
    #expect(findings(screen, judge: ScreenJudge(tolerances: [("avatar", 2)])).isEmpty)
    #expect(findings(screen, judge: ScreenJudge(tolerances: [("photo", 2)])).count == 1)
  }

  // MARK: Known and unknown

  @Test("the scale is found from what matches, where the file has none")
  func scale() {
    for scale in [1.5, 2.625, 3] {
      var screen = Self.screen(Self.cards, scale: scale, change: moved("a/avatar", x: 3))
      screen.scale = nil
      let report = ScreenComparison(cards: Self.cards).compare(screen)
      #expect(abs((report.pointsPerUnit ?? 0) - 1 / scale) < 0.001)
      #expect(report.cards.flatMap(\.findings).map(\.text) == ["card/avatar: 3 pt to the right in the card"])
    }
  }

  @Test("each pair says how it is known; a map file's word is the surest")
  func evidence() throws {
    let cards = [Self.card("a")]
    let screen = Self.screen(cards) { name, node in
      node.identifier = name == "a/avatar" ? "org.app:id/user_pic" : name == "a/name" ? node.identifier : nil
      return true
    }
    let map = ScreenMap([("avatar", "*:id/user_pic")])
    let report = ScreenComparison(cards: cards, map: map).compare(screen)
    let evidence = Dictionary(
      uniqueKeysWithValues: try #require(report.cards.first).pairs.map { ($0.part, $0.evidence) })
    #expect(evidence["card/avatar"] == .pinned && evidence["card/name"] == .identifier)
    #expect(evidence["card/text"] == .text && evidence["card/photo"] == .place)
  }

  /// Two cards whose elements have only texts. Two of the texts are equal.
  private static let nameless = screen(cards, named: false) { name, node in
    if name.hasSuffix("/likes") || name.hasSuffix("/comments") { node.text = "Reply" }
    return true
  }

  private func pins(_ screen: AppScreen) -> [String: String?] {
    let found = ScreenComparison(cards: Self.cards).compare(screen).cards.first?.pairs ?? []
    return Dictionary(found.map { ($0.part, $0.element.pin) }) { first, _ in first }
  }

  @Test("parts without identifier are named by their place in the card")
  func namesOfPlaces() {
    #expect(pins(Self.nameless)["card/avatar"] == "path=ImageView[1]")
    #expect(pins(Self.nameless)["card/photo"] == "path=ImageView[2]")
    #expect(pins(Self.screen(Self.cards))["card/avatar"] == "*org.app:id/avatar")
  }

  @Test("in a list without card elements, texts serve as names")
  func namesOfTexts() {
    var flat = Self.nameless
    for index in flat.nodes.indices.dropFirst() { flat.nodes[index].parent = 0 }
    #expect(pins(flat)["card/name"] == "text=Ada Lovelace")
    #expect(pins(flat)["card/avatar"] == .some(nil))
  }

  @Test(
    "a map may call an element by its place",
    arguments: ["path=ImageView[2]", "path=Cell[*]/ImageView[2]", "path=*View[2]"])
  func pinnedPlaces(_ name: String) throws {
    let map = ScreenMap([("avatar", name)])
    let report = ScreenComparison(cards: Self.cards, map: map).compare(Self.nameless)
    for card in report.cards {
      let pair = try #require(card.pairs.first { $0.part == "card/avatar" })
      // The photo, as the map demands.
      #expect((pair.evidence == .pinned && pair.frame.width == 375) == (name != "path=*View[2]"))
    }
    #expect(report.cards.count == 2)
  }

  @Test("a text may be a pattern; one that several elements say pins nothing")
  func pinnedTexts() throws {
    for (text, evidence) in [("text=12 Mar of *", MatchEvidence.pinned), ("text=Reply", .text)] {
      let report = ScreenComparison(cards: Self.cards, map: ScreenMap([("date", text)])).compare(Self.nameless)
      let pair = try #require(report.cards.first?.pairs.first { $0.part == "card/date" })
      #expect(pair.evidence == evidence)
    }
  }

  @Test("an identifier that many share identifies nothing")
  func sharedNames() {
    let screen = Self.screen(Self.cards) { _, node in
      node.identifier = "org.app:id/0_resource_name_obfuscated"
      return true
    }
    #expect(findings(screen).isEmpty)
  }

  @Test("a screen that says nothing of the cards can't be reported, and is no difference")
  func otherScreen() {
    let other = [Self.card("x", author: "Nobody")]
    let screen = Self.screen(other, named: false) { _, node in
      node.text = node.text.map { String($0.reversed()) }
      return true
    }
    let report = ScreenComparison(cards: Self.cards).compare(screen)
    #expect(report.cards.isEmpty && report.unknown == [.noCard])
  }

  @Test("texts that an app merges into one element are not missing")
  func merged() {
    var screen = Self.screen([Self.card("a")])
    screen.nodes.removeSubrange(2...)
    screen.nodes[1].text = Self.card("a").parts.compactMap(\.text).joined(separator: "\n")
    screen.nodes[1].identifier = "text"
    let report = ScreenComparison(cards: [Self.card("a")]).compare(screen)
    #expect(report.cards.flatMap(\.findings).isEmpty)
  }

  // MARK: The web

  @Test("anything that is in the lines of one element is one text, and a drawing is one thing")
  func web() throws {
    let names = [
      "#document", "P", "data-testid", "text", "#text", "One ", "B", "two", " three", "SVG", "icon", "circle",
      "rgb(204, 0, 0)", "rgba(0, 0, 0, 0.5)", "hidden",
    ]
    let strings = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let snapshot = """
      {"computedStyles": ["color", "background-color"], "strings": [\(strings)], "documents": [{
        "contentWidth": 300, "contentHeight": 100,
        "nodes": {"parentIndex": [-1, 0, 1, 1, 3, 1, 0, 6], "nodeName": [0, 1, 4, 6, 4, 4, 9, 11],
          "attributes": [[], [2, 3], [], [], [], [], [2, 10], []]},
        "layout": {"nodeIndex": [0, 1, 2, 3, 4, 5, 6, 7], "text": [-1, -1, 5, -1, 7, 8, -1, -1],
          "styles": [[12, 13], [12, 13], [12, 13], [12, 13], [12, 13], [12, 13], [12, 13], [12, 14]],
          "bounds": [[0, 0, 300, 100], [0, 0, 300, 40], [0, 1, 30, 18], [30, 1, 30, 18], [30, 1, 30, 18],
            [0, 21, 40, 18], [0, 50, 24, 24], [4, 54, 16, 16]]},
        "textBoxes": {"layoutIndex": [2, 4, 5], "bounds": [[0, 1, 30, 18], [30, 1, 30, 18], [0, 21, 40, 18]],
          "start": [0, 0, 0], "length": [4, 3, 6]}}]}
      """
    let screen = try ScreenReader.read(Array(snapshot.utf8))
    let leaves = ScreenContent(screen).leaves
    #expect(leaves.map(\.text) == ["One two three"])
    #expect(leaves[0].lineCount == 2 && leaves[0].identifiers == ["text"])
    #expect(leaves[0].ink == Rect(x: 0, y: 1, width: 60, height: 38))
    #expect(leaves[0].style?.color == "#CC0000" && leaves[0].style?.background == "#00000080")
    var shown = screen
    shown.nodes[7].isInvisible = false
    #expect(ScreenContent(shown).leaves.map(\.identifiers) == [["text"], ["icon"]])
  }

  @Test("patterns of a map file fit whole identifiers, and the ends of paths")
  func patterns() throws {
    let part = CardPart(BoxRecord(path: "card/counters/likes", frame: .zero))
    let screen = Self.screen([Self.card("a")])
    var leaf = try #require(ScreenContent(screen).leaves.first)
    leaf.identifiers = ["org.app:id/like_count"]
    for (name, pattern, fits) in [
      ("likes", "*:id/like_count", true), ("counters/likes", "org.*count", true), ("likes", "like_count", true),
      ("likes", "ike_count", false),
      ("ikes", "*", false), ("card/*", "*like*", true),
    ] {
      #expect(ScreenMap([(name, pattern)]).pins(part, leaf, ElementNames(screen)) == fits, "\(name): \(pattern)")
    }
  }
}
