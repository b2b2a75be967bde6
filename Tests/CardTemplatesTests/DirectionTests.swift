import CardTemplates
import Drawing
import Layout
import Testing

/// In a layout, left means the start of lines. It is mirrored where lines run from right to left.
@Suite("Sides of a template")
struct DirectionTests {
  private func insets(_ keys: String, _ direction: LayoutDirection) throws -> EdgeInsets? {
    let spec = try Fixture.spec("{inset: {\(keys)}, child: {spacer: }}", direction: direction)
    guard case .inset(let insets, _) = spec.rule else { return nil }
    return insets
  }

  @Test("start and end follow the writing direction, left and right do not")
  func sides() throws {
    let mixed = "top: 1, start: 2, right: 3"
    #expect(try insets(mixed, .leftToRight) == EdgeInsets(top: 1, left: 2, right: 3))
    #expect(try insets("top: 1, start: 2, end: 3", .rightToLeft) == EdgeInsets(top: 1, left: 2, right: 3))
    #expect(try insets("left: 2, right: 3", .rightToLeft) == EdgeInsets(left: 3, right: 2))
  }

  @Test("corners and borders have the same names")
  func corners() throws {
    func look(_ direction: LayoutDirection) throws -> BoxDecoration {
      let keys = "radius: {topStart: 8, bottomRight: 2}, border: {width: {start: 1, end: 2}, color: \"{color.a}\"}"
      return try Fixture.spec("{shape: {\(keys)}}", direction: direction).decoration
    }
    #expect(try look(.leftToRight).outline == .cornered(CornerRadii(topLeft: 8, bottomRight: 2)))
    #expect(try look(.rightToLeft).outline == .cornered(CornerRadii(topLeft: 8, bottomLeft: 2)))
    #expect(try look(.rightToLeft).border?.widths == EdgeInsets(left: 1, right: 2))
    for (name, location) in [("topEnd", CornerRule.Location.topRight), ("topRight", .topLeft)] {
      let spec = try Fixture.spec(
        "{corner: {at: \(name), element: {spacer: }}, child: {spacer: }}", direction: .rightToLeft)
      guard case .corner(let rule, _, _) = spec.rule else { return }
      #expect(rule.location == location)
    }
  }

  @Test(
    "a text leads where the card's lines begin, and knows their direction",
    arguments: [
      ("leading", TextStyle.Alignment.left, TextStyle.Alignment.right), ("trailing", .right, .left),
      ("left", .left, .left), ("right", .right, .right), ("start", .start, .start), ("end", .end, .end),
    ])
  func text(name: String, ltr: TextStyle.Alignment, rtl: TextStyle.Alignment) throws {
    for (direction, expected) in [(LayoutDirection.leftToRight, ltr), (.rightToLeft, rtl)] {
      let keys = "text: title, align: \(name), style: \"{type.a}\", color: \"{color.a}\""
      let spec = try Fixture.spec("{\(keys)}", .record(["title": Fixture.text("a")]), direction: direction)
      guard case .leaf(.text(let leaf)) = spec.rule else { return }
      #expect(leaf.text.style.alignment == expected && leaf.text.style.direction == direction)
    }
  }

  @Test("an element may have a direction of its own; space around it is its surroundings'")
  func own() throws {
    let spec = try Fixture.spec(
      "{stack: horizontal, direction: ltr, inset: {left: 5}, background: {border: {width: {left: 1}, color: \"{color.a}\"}}}",
      direction: .rightToLeft)
    guard case .inset(let insets, let stack) = spec.rule else { return }
    #expect(spec.style.direction == .rightToLeft && insets == EdgeInsets(right: 5))
    #expect(stack.style.direction == .leftToRight && stack.decoration.border?.widths == EdgeInsets(left: 1))
  }

  @Test(
    "names that can't be are reported",
    arguments: [
      ("{inset: {start: 1, left: 2}, child: {spacer: }}", "3:22 template.side"),
      ("{spacer: , direction: right}", "3:25 template.value"),
      ("{spacer: , inset: {topStart: 2}}", "3:22 template.unknown-key"),
      ("{shape: {radius: {topStart: 2, topLeft: 2}}}", "3:34 template.side"),
    ])
  func faults(root: String, place: String) {
    #expect(Fixture.places(Fixture.parse("card: none\nroot: \n  \(root)").1) == [place])
  }

  @Test("left and right are two sides of a card whose lines run from right to left, start and right are one")
  func turnedFaults() {
    let yaml = "card: none\nroot: {inset: {start: 1, right: 2}, child: {spacer: }}"
    #expect(Fixture.places(Fixture.parse(yaml).1).isEmpty)
    #expect(Fixture.places(Fixture.parse(yaml, direction: .rightToLeft).1) == ["2:26 template.side"])
  }
}
