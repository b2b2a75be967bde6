import CardTemplates
import Cards
import Drawing
import Layout
import Testing

@Suite("The YAML form of every rule")
struct RuleTests {
  private let shape = LayoutSpec(.leaf(.shape))

  @Test("stack")
  func stack() throws {
    let spec = try Fixture.spec(
      """
      stack: horizontal
      spacing: "{size.a}"
      justifyContent: spaceBetween
      alignItems: baselineLast
      wrap: true
      alignContent: stretch
      lineSpacing: 3
      children: [{shape: }, {shape: }]
      """)
    let rule = StackRule(
      .horizontal, spacing: 36, justifyContent: .spaceBetween, alignItems: .baselineLast, wraps: true,
      alignContent: .stretch, lineSpacing: 3)
    #expect(spec == LayoutSpec(.stack(rule, children: [shape, shape])))
  }

  @Test("inset as a rule: the look and the name are the outer box's")
  func insetRule() throws {
    let spec = try Fixture.spec("{inset: {top: 1, left: inf, bottom: .inf, right: -2}, name: n, child: {shape: }}")
    let insets = EdgeInsets(top: 1, left: .infinity, bottom: .infinity, right: -2)
    #expect(spec == LayoutSpec(.inset(insets, child: shape), name: "n"))
  }

  @Test("inset as a property: the name stays inside, anything that is asked of the parent moves outside")
  func insetProperty() throws {
    let spec = try Fixture.spec("{shape: , name: n, width: 5, grow: 1, spacingBefore: 2, inset: \"{size.a}\"}")
    var outer = ElementStyle()
    outer.flexGrow = 1
    outer.spacingBefore = 2
    let inner = LayoutSpec(.leaf(.shape), style: .size(width: .points(5)), name: "n")
    let insets = EdgeInsets(top: 36, left: 36, bottom: 36, right: 36)
    #expect(spec == LayoutSpec(.inset(insets, child: inner), style: outer))
  }

  @Test("background and overlay as rules")
  func backgroundAndOverlay() throws {
    let back = try Fixture.spec("{background: {shape: , name: b}, child: {shape: }}")
    #expect(back == LayoutSpec(.background(LayoutSpec(.leaf(.shape), name: "b"), child: shape)))
    let over = try Fixture.spec("{overlay: {shape: , name: o}, child: {shape: }}")
    #expect(over == LayoutSpec(.overlay(LayoutSpec(.leaf(.shape), name: "o"), child: shape)))
  }

  @Test("background as the look of any element")
  func decoration() throws {
    let spec = try Fixture.spec(
      """
      spacer:
      background: {fill: "{sky}", radius: "{size.a}", shadow: "{shadow.a}", border: "{border.a}"}
      opacity: 0.5
      clip: true
      """)
    let decoration = BoxDecoration(
      outline: .rounded(36), fill: .linearGradient(LinearGradient(stops: [Fixture.stop])), shadow: Fixture.shadow,
      border: BoxDecoration.Border(width: 2, color: .black), clipsContent: true, opacity: 0.5)
    #expect(spec == LayoutSpec(.spacer, decoration: decoration))
  }

  @Test("shape has its look for a value; clip gives an outline too")
  func shapeAndClip() throws {
    let circle = try Fixture.spec("{shape: {fill: \"{color.a}\", outline: circle}}")
    #expect(circle.decoration == BoxDecoration(outline: .circle, fill: .solid(.black)))
    #expect(
      try Fixture.spec("{shape: , clip: circle}").decoration == BoxDecoration(outline: .circle, clipsContent: true))
    #expect(
      try Fixture.spec("{shape: , clip: {radius: 4}}").decoration
        == BoxDecoration(outline: .rounded(4), clipsContent: true))
  }

  @Test(
    "ratio of a number, a token or a path",
    arguments: [("1.5", 1.5), ("\"{number.two}\"", 2), ("count", 3)])
  func ratio(_ yaml: String, _ expected: Double) throws {
    let spec = try Fixture.spec("{ratio: \(yaml), child: {shape: }}", .record(["count": .number(3)]))
    #expect(spec == LayoutSpec(.ratio(expected, child: shape)))
  }

  @Test("relative and center")
  func relative() throws {
    let relative = try Fixture.spec(
      "{relative: {horizontal: end, vertical: center, minimumWidth: true}, child: {shape: }}")
    let rule = RelativeRule(horizontal: .end, vertical: .center, minimumWidth: true)
    #expect(relative == LayoutSpec(.relative(rule, child: shape)))
    let center = try Fixture.spec("{center: horizontal, minimumHeight: true, child: {shape: }}")
    let centered = RelativeRule(horizontal: .center, minimumHeight: true)
    #expect(center == LayoutSpec(.relative(centered, child: shape)))
    let both = try Fixture.spec("{center: , child: {shape: }}")
    #expect(both == LayoutSpec(.relative(RelativeRule(horizontal: .center, vertical: .center), child: shape)))
  }

  @Test("corner")
  func corner() throws {
    let spec = try Fixture.spec(
      """
      corner: {at: topRight, element: {shape: , name: badge}, offset: {x: -2, y: 3}, wrapsCorner: true}
      child: {shape: }
      """)
    let rule = CornerRule(.topRight, offset: Point(x: -2, y: 3), wrapsCorner: true)
    #expect(spec == LayoutSpec(.corner(rule, child: shape, corner: LayoutSpec(.leaf(.shape), name: "badge"))))
  }

  @Test("absolute, wrapper and spacer")
  func others() throws {
    let absolute = try Fixture.spec("{absolute: sizeToFit, children: [{shape: , position: {x: 1, y: \"{size.a}\"}}]}")
    var style = ElementStyle()
    style.position = Point(x: 1, y: 36)
    #expect(absolute == LayoutSpec(.absolute(.sizeToFit, children: [LayoutSpec(.leaf(.shape), style: style)])))
    #expect(try Fixture.spec("{absolute: }") == LayoutSpec(.absolute(.default, children: [])))
    #expect(try Fixture.spec("{wrapper: , children: [{shape: }]}") == LayoutSpec(.wrapper(children: [shape])))
    #expect(try Fixture.spec("{spacer: {}}") == LayoutSpec(.spacer))
  }

  @Test("every key of the style")
  func style() throws {
    let spec = try Fixture.spec(
      """
      shape:
      width: 5
      height: "{size.a}"
      minWidth: "50%"
      minHeight: auto
      maxWidth: "12.5%"
      maxHeight: 0
      grow: 1
      shrink: "{number.half}"
      basis: 84
      alignSelf: end
      spacingBefore: "{size.less}"
      spacingAfter: 2
      """)
    var style = ElementStyle.size(width: .points(5), height: .points(36))
    style.minWidth = .fraction(0.5)
    style.maxWidth = .fraction(0.125)
    style.maxHeight = .points(0)
    style.flexGrow = 1
    style.flexShrink = 0.5
    style.flexBasis = .points(84)
    style.alignSelf = .end
    style.spacingBefore = -4
    style.spacingAfter = 2
    #expect(spec == LayoutSpec(.leaf(.shape), style: style))
  }

  @Test("what replaces an image is an element of its own")
  func missing() throws {
    let yaml = "{image: cover, placeholder: \"{color.b}\", missing: {shape: , width: 4}}"
    let spec = try Fixture.spec(yaml, .record(["cover": .image(Newsfeed.picture)]))
    guard case .picture(let leaf, let missing) = spec.rule else {
      Issue.record("\(spec.rule)")
      return
    }
    #expect(leaf == ImageLeaf(Newsfeed.picture, placeholder: .solid(.white)))
    #expect(missing.style.width == .points(4))
    // If the image is hidden, only its placeholder appears.
    let hidden =
      "{image: cover, placeholder: \"{color.b}\", missing: {text: title, style: \"{type.a}\", color: \"{color.a}\"}}"
    #expect(try Fixture.spec(hidden).rule == .leaf(.image(ImageLeaf(nil, placeholder: .solid(.white)))))
  }

  @Test(
    "a length can be a number of the view model: points, or a share of the parent's",
    arguments: [
      ("width: count", Dimension.points(30)), ("width: {share: count}", .fraction(1)), ("width: 5", .points(5)),
    ])
  func lengths(_ key: String, _ expected: Dimension) throws {
    #expect(try Fixture.spec("{shape: , \(key)}", .record(["count": .number(30)])).style.width == expected)
  }

  @Test("a length that the view model lacks asks for nothing")
  func absentLength() throws {
    #expect(try Fixture.spec("{shape: , maxWidth: count}").style.maxWidth == .auto)
  }

  @Test("an image is drawn as its placeholder where the view model has none")
  func image() throws {
    let yaml = "{image: author.avatar, placeholder: \"{color.b}\", fit: fill}"
    let picture = ImageReference(candidates: [.init(url: "a.jpg")])
    let role = BoxRole(content: .picture, element: 1)
    let shown = try Fixture.spec(yaml, .record(["author": .record(["avatar": .image(picture)])]))
    #expect(shown == LayoutSpec(.leaf(.image(ImageLeaf(picture, placeholder: .solid(.white)))), role: role))
    #expect(
      try Fixture.spec(yaml) == LayoutSpec(.leaf(.image(ImageLeaf(nil, placeholder: .solid(.white)))), role: role))
  }

  @Test("an icon is a name of the set or a path; a name that the set lacks is drawn as its fallback")
  func icon() throws {
    let literal = try Fixture.spec("{icon: heart, tint: \"{color.a}\"}")
    #expect(literal == LayoutSpec(.leaf(.icon(Fixture.heart, tint: .solid(.black)))))
    let path = try Fixture.spec("{icon: badge, tint: \"{color.a}\"}", .record(["badge": .icon("nosuch")]))
    #expect(path == LayoutSpec(.leaf(.icon(Fixture.unknown, tint: .solid(.black)))))
  }

  @Test("a template without data")
  func noData() {
    let (template, diagnostics) = Fixture.parse("card: none\nroot: {shape: , width: 4}")
    #expect(diagnostics.isEmpty)
    #expect(template?.spec(for: .record([:])) == LayoutSpec(.leaf(.shape), style: .size(width: .points(4))))
  }
}
