import Basics
import CardTemplates
import Cards
import Drawing
import Layout
import Testing

@Suite("Roles of boxes")
struct RoleTests {
  private static let style = #"style: "{type.a}", color: "{color.a}""#
  private static let model: CardSchema = .record([
    "name": .text(.name), "words": .text(.body), "face": .image(.avatar), "cover": .image,
    "links": .list(.record(["title": .text, "target": .text], item: .row(target: nil))),
    "pages": .list(.record(["image": .image(.photo), "isCurrent": .flag], item: .page)),
    "others": .list(
      .record(
        [
          "name": .text(.name), "target": .text,
          "links": .list(.record(["title": .text, "target": .text], item: .row(target: nil))),
        ],
        item: .quote(target: nil))),
    "counts": .list(.record(["what": .text, "said": .text], item: .counter(kind: "what", spoken: "said"))),
  ])

  private static func link(_ title: String, to target: LinkTarget?) -> CardValue {
    var fields: CardFields = ["title": Fixture.text(title)]
    fields["target"] = target.map(CardValue.target)
    return .record(fields)
  }

  private static let page: CardValue = .record(["image": .image(Newsfeed.picture)])
  private static let value: CardValue = .record([
    "name": Fixture.text("Ann"), "words": Fixture.text("Ann"),
    "links": .list([link("a", to: "#a"), link("b", to: nil)]),
    "pages": .list([page, page]),
    "others": .list([
      .record([
        "name": Fixture.text("Bob"), "target": .target("#bob"),
        "links": .list([link("c", to: "#c"), link("d", to: "#d")]),
      ])
    ]),
    "counts": .list([.record(["what": Fixture.text("likes"), "said": Fixture.text("2 likes")])]),
  ])

  /// Returns the roles of all elements, in order.
  private func roles(_ children: String, parts: String = "") throws -> [BoxRole] {
    var context = Fixture.context()
    context.schemas["model"] = Self.model
    let lines = children.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    let yaml = "card: model\nroot:\n  stack: vertical\n  children:\n\(lines)\n\(parts)"
    let (template, diagnostics) = CardTemplate.parse(TemplateFile(name: "t.yml", contents: yaml), in: context)
    return try #require(template, "\(diagnostics)").spec(for: Self.value).roles
  }

  @Test("a text and an image mean what the view model says of their values, whatever their boxes are called")
  func contents() throws {
    let roles = try roles(
      """
      - {text: words, name: date, \(Self.style)}
      - {text: name, name: text, \(Self.style)}
      - {text: {literal: Ann}, name: name, \(Self.style)}
      - {image: face, placeholder: "{color.a}"}
      - {image: cover, placeholder: "{color.a}"}
      - {shape: , name: avatar, width: 1, height: 1}
      """)
    #expect(roles.map(\.content) == [.body, .name, .text, .avatar, .picture])
    #expect(Set(roles.map(\.element)).count == roles.count)
  }

  @Test("an element stands for the item that it is repeated over, through parts and without a box of its own")
  func items() throws {
    let roles = try roles(
      """
      - {repeat: others, child: {use: other, with: .}}
      - {repeat: links, child: {use: link}}
      - {repeat: counts, child: {stack: vertical, children: []}}
      """,
      parts: """
        parts:
          other: {stack: vertical, children: [{repeat: links, child: {use: link, with: .}}]}
          link: {inset: 4, child: {text: title, \(Self.style)}}
        """)
    #expect(
      roles.compactMap(\.item) == [
        .quote(target: "#bob"), .row(target: "#c"), .row(target: "#d"), .row(target: "#a"), .row(target: nil),
        .counter(kind: "likes", spoken: "2 likes"),
      ])
    #expect(roles.filter { $0.item != nil }.map(\.path) == [[0], [0, 0], [0, 1], [0], [1], [0]])
    #expect(roles.filter { $0.content == .text }.map(\.path) == [[0, 0], [0, 1], [0], [1]])
  }

  @Test("one element may stand for an item and show a text of it")
  func itemOfOneText() throws {
    let roles = try roles("- {repeat: others, child: {text: name, \(Self.style)}}")
    #expect(roles.map(\.item) == [.quote(target: "#bob")] && roles.map(\.content) == [.name])
  }

  @Test("anything that is repeated over pages with their images is a carousel, without them a page control")
  func pages() throws {
    let roles = try roles(
      """
      - {stack: horizontal, children: [{repeat: pages, child: {wrapper: , width: 7, children: [{shape: , width: 7}]}}]}
      - {stack: horizontal, children: [{use: all}]}
      """,
      parts: """
        parts:
          all: {repeat: pages, child: {ratio: 1, child: {image: image, placeholder: "{color.a}"}}}
        """)
    #expect(roles.compactMap(\.list) == [.pageControl, .carousel])
    #expect(roles.compactMap(\.item) == [.dot, .dot, .page, .page])
    #expect(roles.compactMap(\.content) == [.photo, .photo])
  }

  @Test("margins, spacers and shapes mean nothing")
  func nothing() throws {
    #expect(try roles("- {shape: , width: 1, height: 1}\n- {spacer: }\n- {icon: heart, tint: \"{color.a}\"}").isEmpty)
  }

  @Test("the number of an item does not depend on the state: the same element has the same role in both")
  func states() throws {
    let template = try Newsfeed.template("post")
    let card = PostCard(
      id: "1", kind: .text, header: Newsfeed.header,
      content: .init(body: Newsfeed.body("Hello"), rows: [Newsfeed.row, Newsfeed.row]), counters: Newsfeed.counters)
    let (collapsed, expanded) = (
      template.spec(for: card.value(in: .collapsed)).roles, template.spec(for: card.value(in: .expanded)).roles
    )
    #expect(collapsed.filter { $0.content != .showMore } == expanded)
    #expect(collapsed.count { $0.content == .showMore } == 1)
  }
}

@Suite("Names and counts of repeated boxes")
struct RepeatTests {
  private static let words: CardValue = .record([
    "items": .list(["likes", "views", "a/b"].map { .record(["title": Fixture.text($0)]) } + [.record([:])])
  ])

  private func names(_ repetition: String) throws -> [String] {
    try Fixture.spec("stack: vertical\nname: all\nchildren:\n  - \(repetition)", Self.words).namePaths
  }

  @Test("a box can be called as a value says, and what is in it keeps its name")
  func nameByValue() throws {
    let child = "{wrapper: , name: {value: title}, children: [{shape: , name: dot}]}"
    #expect(
      try names("{repeat: items, child: \(child)}") == [
        "all", "all/likes", "all/likes/dot", "all/views", "all/views/dot", "all/a-b", "all/a-b/dot", "all/dot-3",
      ])
  }

  @Test("a repeat can be limited to the first few")
  func limit() throws {
    #expect(
      try names("{repeat: items, limit: 2, child: {shape: , name: dot}}") == ["all", "all/dot-0", "all/dot-1"])
    #expect(try names("{repeat: items, limit: 9, child: {shape: , name: dot}}").count == 5)
  }

  @Test("a repeat can leave out the first few; the others keep their numbers")
  func skip() throws {
    #expect(
      try names("{repeat: items, skip: 1, limit: 2, child: {shape: , name: dot}}") == ["all", "all/dot-1", "all/dot-2"])
    #expect(try names("{repeat: items, skip: 9, child: {shape: , name: dot}}") == ["all"])
  }

  @Test(
    "a limit is a whole number from 1, and a name's value a text",
    arguments: [
      ("{repeat: items, limit: 0, child: {shape: }}", "template.value"),
      ("{repeat: items, limit: 1.5, child: {shape: }}", "template.value"),
      ("{repeat: items, child: {shape: , name: {value: tags}}}", "template.path-type"),
      ("{repeat: items, child: {shape: , name: {value: titel}}}", "template.unknown-path"),
      ("{shape: , name: {kind: title}}", "template.unknown-key"),
    ])
  func errors(_ element: String, _ code: String) {
    let (template, diagnostics) = Fixture.parse("card: thing\nroot: {stack: vertical, children: [\(element)]}")
    #expect(template == nil && diagnostics.contains { $0.code == code }, "\(diagnostics)")
  }
}

extension LayoutSpec {
  var roles: [BoxRole] { (role.map { [$0] } ?? []) + children.flatMap(\.roles) }
}
