import CardTemplates
import Drawing
import Layout
import Testing

@Suite("How a box is painted")
struct LookTests {
  private func look(_ keys: String) throws -> BoxDecoration { try Fixture.spec("{shape: {\(keys)}}").decoration }

  @Test("corners have radii of their own; those that are not named have none")
  func corners() throws {
    let radii = CornerRadii(topLeft: 8, bottomRight: 36)
    #expect(try look("radius: {topLeft: 8, bottomRight: \"{size.a}\"}") == BoxDecoration(outline: .cornered(radii)))
    #expect(
      try Fixture.spec("{shape: , clip: {radius: {topLeft: 8, bottomRight: 36}}}").decoration
        == BoxDecoration(outline: .cornered(radii), clipsContent: true))
  }

  @Test("a gradient runs between two points of the box, by default from top to bottom")
  func linear() throws {
    let plain = try look("fill: {gradient: \"{sky}\"}").fill
    #expect(plain == .linearGradient(LinearGradient(stops: [Fixture.stop])))
    let across = try look("fill: {gradient: \"{sky}\", from: {x: 0, y: 0.5}, to: {x: 1, y: 0.5}}").fill
    #expect(
      across
        == .linearGradient(
          LinearGradient(stops: [Fixture.stop], start: Point(x: 0, y: 0.5), end: Point(x: 1, y: 0.5))))
  }

  @Test("a radial gradient fills its box, with equal half axes by default")
  func radial() throws {
    func fill(_ points: String) throws -> Paint? { try look("fill: {gradient: \"{sky}\", kind: radial\(points)}").fill }
    #expect(try fill("") == .radialGradient(RadialGradient(stops: [Fixture.stop])))
    let turned = RadialGradient(
      stops: [Fixture.stop], center: Point(x: 0, y: 0), end: Point(x: 0, y: 1), side: Point(x: -1, y: 0))
    #expect(try fill(", from: {x: 0, y: 0}, to: {x: 0, y: 1}") == .radialGradient(turned))
    let wide = RadialGradient(stops: [Fixture.stop], side: Point(x: 0.5, y: 3))
    #expect(try fill(", side: {x: 0.5, y: 3}") == .radialGradient(wide))
  }

  @Test("a shadow token's layers lie outside or inside")
  func shadows() throws {
    let decoration = try look("shadow: \"{shadow.all}\"")
    #expect(decoration.shadows == [Fixture.shadow])
    #expect(decoration.innerShadows == [Fixture.inner])
  }

  @Test("a border has a width for each side, and dashes")
  func border() throws {
    #expect(
      try look("border: {width: {bottom: 2}, color: \"{color.a}\"}").border
        == .init(widths: EdgeInsets(bottom: 2), color: .black))
    #expect(
      try look("border: {width: 1, color: \"{color.a}\", dash: [4, 2], cap: round}").border
        == .init(width: 1, color: .black, dashes: Dashes([4, 2], cap: .round)))
  }

  @Test("an element is blurred as a whole")
  func blur() throws {
    #expect(try Fixture.spec("{shape: , blur: \"{size.a}\"}").decoration.blur == 36)
  }
}
