import Figma
import Testing

@Suite("Variables and their aliases")
struct VariableTests {
  @Test("an alias is followed in the mode that is asked for")
  func modes() throws {
    let variables = try Fixture.variables(
      modes: ["light", "dark"],
      [("a", "FLOAT", "", ["1", "2"]), ("b", "FLOAT", "", [Fixture.alias("a"), Fixture.alias("a")])])
    #expect(variables.values() == [.value(.number(1)), .value(.number(1))])
    let dark = try #require(variables.contexts.first)
    #expect(variables.name(of: dark) == "Theme=dark")
    #expect(variables.values(in: dark) == [.value(.number(2)), .value(.number(2))])
  }

  @Test("aliases that lead nowhere or back, and a mode without a value, are reported as such")
  func unresolved() throws {
    let variables = try Fixture.variables([
      ("in", "FLOAT", "", [Fixture.alias("a")]), ("a", "FLOAT", "", [Fixture.alias("b")]),
      ("b", "FLOAT", "", [Fixture.alias("a")]), ("gone", "FLOAT", "", [Fixture.alias("nobody")]),
      ("empty", "FLOAT", "", []),
    ])
    #expect(
      variables.values() == [
        .cycle("V:a"), .cycle("V:a"), .cycle("V:b"), .dangling("V:nobody"), .missing("V:empty"),
      ])
  }

  @Test("each alias of a long chain is followed once, however many variables lead into it")
  func chain() throws {
    let count = 2000
    let links = (0..<count).map { ("v\($0)", "FLOAT", "", [$0 == 0 ? "7" : Fixture.alias("v\($0 - 1)")]) }
    let variables = try Fixture.variables(links.reversed())
    var steps = 0
    #expect(variables.values(in: nil, steps: &steps) == Array(repeating: .value(.number(7)), count: count))
    #expect(steps == count)
  }

  @Test(
    "a number's type follows from its scopes",
    arguments: [
      (#""GAP", "CORNER_RADIUS""#, "dimension", false), (#""FONT_WEIGHT""#, "fontWeight", false),
      (#""OPACITY""#, "number", false), (#""ALL_SCOPES""#, "dimension", true), ("", "dimension", true),
    ])
  func scopes(scopes: String, type: String, isGuessed: Bool) throws {
    let variables = try Fixture.variables([("a", "FLOAT", scopes, ["95"])])
    guard
      case .token(let token, isGuessed) = FigmaVariables.token(
        for: variables.variables[0], variables.values()[0])
    else { throw Fixture.Wrong() }
    #expect(token.type == type)
    if type == "number" { #expect(token == .number(0.95)) }
  }

  @Test("names become paths that tokens may have")
  func paths() {
    #expect(FigmaVariables.path("a.b/{c}/$d") == ["a_b", "c", "d"])
    #expect(FigmaVariables.path("//") == ["_"])
  }
}
