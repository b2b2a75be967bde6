import CardTemplates
import Cards
import Drawing
import Layout
import Testing

@Suite("Conditions, repeats and parts")
struct StructureTests {
  private let things: CardValue = .record([
    "title": Fixture.text("outer"), "isNew": .flag(true), "count": .number(0),
    "items": .list([
      .record(["title": Fixture.text("one"), "tags": .list([Fixture.text("x"), Fixture.text("y")])]),
      .record(["tags": .list([Fixture.text("z")])]),
    ]),
  ])

  @Test(
    "if and unless test presence; a flag is present when true, a list when not empty, and 0 is there",
    arguments: [
      ("if: title", true), ("if: cover", false), ("unless: cover", true), ("unless: title", false), ("if: isNew", true),
      ("if: count", true), ("if: author.name", false), ("if: [title, isNew]", true), ("if: [title, cover]", false),
      ("unless: [cover, author]", true), ("unless: [cover, title]", false), ("{if: title, unless: cover}", true),
    ])
  func conditions(_ condition: String, _ isShown: Bool) throws {
    let bare = condition.hasPrefix("{") ? String(condition.dropFirst().dropLast()) : condition
    let spec = try Fixture.spec("{shape: , \(bare)}", things)
    #expect((spec.rule == .leaf(.shape)) == isShown)
  }

  @Test("a false flag and an empty list are absent")
  func absent() throws {
    let value: CardValue = .record(["isNew": .flag(false), "items": .list([])])
    #expect(try Fixture.spec("{shape: , if: isNew}", value).rule == .spacer)
    #expect(try Fixture.spec("{shape: , if: items}", value).rule == .spacer)
  }

  @Test("an element whose only child is not shown is not shown either")
  func childless() throws {
    #expect(try Fixture.spec("{center: both, name: n, child: {shape: , if: cover}}", things).rule == .spacer)
  }

  @Test("a background that is not shown leaves its child, and the box's name")
  func backgroundless() throws {
    let spec = try Fixture.spec("{background: {shape: , if: cover}, name: n, child: {shape: }}", things)
    #expect(spec == LayoutSpec(.wrapper(children: [LayoutSpec(.leaf(.shape))]), name: "n"))
  }

  @Test("of several only the first that is shown is there, and all may be called alike")
  func alternatives() throws {
    func shown(_ value: CardValue) throws -> LayoutSpec {
      try Fixture.spec(
        """
        oneOf:
          - {image: cover, name: face, if: cover, placeholder: "{color.a}"}
          - {shape: , name: face, if: isNew}
          - {spacer: , name: face}
        """, value)
    }
    #expect(try shown(.record(["isNew": .flag(true)])).rule == .leaf(.shape))
    #expect(try shown(.record([:])).rule == .spacer)
    #expect(try shown(.record([:])).name == "face")
  }

  @Test("boxes next to alternatives still need names of their own")
  func namesBesideAlternatives() {
    let (template, diagnostics) = Fixture.parse(
      """
      card: thing
      root:
        stack: vertical
        children:
          - oneOf: [{shape: , name: a, if: title}, {shape: , name: a}]
          - {shape: , name: a}
      """)
    #expect(template == nil)
    #expect(diagnostics.map(\.code) == ["template.duplicate-name"])
  }

  @Test("anything that is in a text's last line: alone if one of both is not shown")
  func lastLine() throws {
    let root = #"{lastLine: {element: {shape: , if: isNew}, spacing: 4}, child: {spacer: }}"#
    #expect(
      try Fixture.spec(root, .record(["isNew": .flag(true)])).rule
        == .lastLine(spacing: 4, child: LayoutSpec(.spacer), element: LayoutSpec(.leaf(.shape))))
    #expect(try Fixture.spec(root).rule == .wrapper(children: [LayoutSpec(.spacer)]))
  }

  @Test("a repeat numbers the first named box of every item; paths look in the item first, then outward")
  func repeats() throws {
    let spec = try Fixture.spec(
      """
      stack: vertical
      name: list
      children:
        - {shape: , name: head}
        - repeat: items
          child:
            stack: horizontal
            name: item
            children:
              - {text: title, name: own, style: "{type.a}", color: "{color.a}"}
              - {shape: , name: new, if: isNew}
      """, things)
    // The second item has no title. Paths include the index, so that a path names the same value whether or not it
    // exists.
    #expect(
      spec.namePaths == [
        "list", "list/head", "list/item-0", "list/item-0/own", "list/item-0/new", "list/item-1", "list/item-1/new",
      ])
    #expect(spec.box("list/item-0/own")?.textLeaf?.text.string == "one")
  }

  @Test("items without a named box number the names inside, also through two repeats")
  func nestedRepeats() throws {
    let spec = try Fixture.spec(
      """
      stack: vertical
      children:
        - repeat: items
          child:
            stack: vertical
            children:
              - repeat: tags
                child: {text: ., name: tag, style: "{type.a}", color: "{color.a}"}
      """, things)
    #expect(spec.namePaths == ["tag-0-0", "tag-0-1", "tag-1-0"])
    #expect(spec.box("tag-1-0")?.textLeaf?.text.string == "z")
  }

  @Test("a part is inserted where it is used; with a path it sees only that value")
  func parts() throws {
    let spec = try Fixture.spec(
      """
      stack: vertical
      children:
        - {use: label}
        - repeat: items
          child: {use: label, with: .}
      """, things,
      more: """
        parts:
          label: {text: title, name: label, style: "{type.a}", color: "{color.a}"}
        """)
    #expect(spec.namePaths == ["label", "label-0"])
    #expect(spec.box("label")?.textLeaf?.text.string == "outer")
  }

  @Test("a part without its value is not shown; the conditions of the use and of the part both count")
  func partConditions() throws {
    let parts = """
      parts:
        name: {text: name, name: name, if: avatar, style: "{type.a}", color: "{color.a}"}
      """
    let root = "{stack: vertical, children: [{use: name, with: author, if: isNew}]}"
    func shown(_ author: CardValue?, isNew: Bool) throws -> Bool {
      var fields: CardFields = ["isNew": .flag(isNew)]
      fields["author"] = author
      return try !Fixture.spec(root, .record(fields), more: parts).namePaths.isEmpty
    }
    let image: CardValue = .image(ImageReference(candidates: []))
    #expect(try !shown(nil, isNew: true))
    #expect(try !shown(.record(["name": Fixture.text("a")]), isNew: true))
    #expect(try !shown(.record(["name": Fixture.text("a"), "avatar": image]), isNew: false))
    #expect(try shown(.record(["name": Fixture.text("a"), "avatar": image]), isNew: true))
  }

  @Test("keys of a use are laid over the part's own")
  func overrides() throws {
    let spec = try Fixture.spec(
      "{use: bar, name: b, height: 2, clip: circle}", more: "parts:\n  bar: {shape: , name: a, width: 1, height: 1}")
    #expect(
      spec
        == LayoutSpec(
          .leaf(.shape), style: .size(width: .points(1), height: .points(2)),
          decoration: BoxDecoration(outline: .circle, clipsContent: true), name: "b"))
  }

  @Test("parts come from included files, which may include others")
  func includes() throws {
    let (template, diagnostics) = Fixture.parse(
      "card: thing\ninclude: a.yml\nroot: {use: box}",
      includes: [
        "a.yml": "include: [b.yml]\nparts: {box: {use: inner}}",
        "b.yml": "include: a.yml\nparts: {inner: {shape: , name: deep}}",
      ])
    #expect(diagnostics.isEmpty)
    #expect(template?.spec(for: .record([:])).name == "deep")
  }

  @Test("anchors and merge keys save repetition")
  func anchors() throws {
    let spec = try Fixture.spec(
      """
      stack: vertical
      children:
        - {shape: , width: 3, height: 4, <<: &size {width: 1}}
        - {shape: , <<: *size}
      """)
    #expect(spec.children.map(\.style.width) == [.points(3), .points(1)])
  }

  @Test("the header of a file tells its tokens before anything is checked")
  func source() {
    let (source, diagnostics) = TemplateSource.read(
      TemplateFile(name: "t.yml", contents: "card: thing\ntokens: a/b.json\nroot: {nonsense: 1}"))
    #expect(diagnostics.isEmpty)
    #expect(source?.card == "thing")
    #expect(source?.tokens == ["a/b.json"])
  }
}
