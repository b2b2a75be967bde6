import Figma
import Foundation
import Testing

@Suite("Token files made of a design")
struct TokenFileTests {
  private func text(_ name: String, in files: FigmaTokenFiles) throws -> String {
    try #require(files.files.first { $0.name == name }?.text)
  }

  private func made(
    _ variables: FigmaVariables, meaning: @escaping @Sendable (String) -> FigmaVariables.Meaning? = { _ in nil }
  ) -> FigmaTokenFiles {
    FigmaTokenFiles(name: "f", variables: variables, designs: [], meaning: meaning)
  }

  @Test("a mode is an overlay of what it sets, and what follows by an alias is left to the alias")
  func modes() throws {
    let files = made(
      try Fixture.variables(
        modes: ["light", "Dark blue"],
        [
          ("base", "FLOAT", #""GAP""#, ["1", "2"]),
          ("gap", "FLOAT", #""GAP""#, [Fixture.alias("base"), Fixture.alias("base")]),
          ("same", "FLOAT", #""GAP""#, ["3", "3"]),
        ]))
    #expect(files.themes == ["dark-blue"])
    #expect(
      try text("f.tokens.json", in: files) == """
        {
          "base": {"$type": "dimension", "$value": {"value": 1, "unit": "px"}},
          "gap": {"$type": "dimension", "$value": "{base}"},
          "same": {"$type": "dimension", "$value": {"value": 3, "unit": "px"}}
        }

        """)
    #expect(
      try text("f.dark-blue.tokens.json", in: files) == """
        {
          "base": {"$type": "dimension", "$value": {"value": 2, "unit": "px"}}
        }

        """)
    let resolver = try text("f.resolver.json", in: files)
    #expect(resolver.contains(#""contexts": {"light": [], "dark-blue": [{"$ref": "f.dark-blue.tokens.json"}]}"#))
    #expect(resolver.contains(##""resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}]"##))
  }

  @Test("a theme is of all modes that are called so, and light is the base with the modes that are called so")
  func themes() throws {
    func collection(_ id: String, _ modes: [String]) -> String {
      let list = modes.map { "{\"modeId\": \"\(id)\($0)\", \"name\": \"\($0)\"}" }.joined(separator: ", ")
      return
        "\"\(id)\": {\"id\": \"\(id)\", \"name\": \"\(id)\", \"defaultModeId\": \"\(id)\(modes[0])\", \"modes\": [\(list)]}"
    }
    func variable(_ id: String, _ modes: [String]) -> String {
      let values = modes.enumerated().map { "\"\(id)\($1)\": \($0)" }.joined(separator: ", ")
      return
        "\"\(id)\": {\"id\": \"\(id)\", \"name\": \"\(id)\", \"variableCollectionId\": \"\(id)\", \"resolvedType\": \"FLOAT\", \"valuesByMode\": {\(values)}}"
    }
    let modes = [("A", ["Dark", "Light"]), ("B", ["Light", "Dark"]), ("C", ["Light", "Dark", "Dim"])]
    let collections = modes.map(collection).joined(separator: ", ")
    let all = modes.map(variable).joined(separator: ", ")
    let (answer, _) = try Fixture.read(
      "{\"meta\": {\"variableCollections\": {\(collections)}, \"variables\": {\(all)}}}")
    guard case .variables(let variables) = answer else { throw Fixture.Wrong() }
    let files = made(variables)
    func names(_ theme: String) -> [String]? { files.files(of: theme).map { $0.map(\.name) } }
    #expect(names("light") == ["f.tokens.json", "f.a-light.tokens.json"])
    #expect(names("dark") == ["f.tokens.json", "f.b-dark.tokens.json", "f.c-dark.tokens.json"])
    #expect(names("dim") == ["f.tokens.json", "f.dim.tokens.json"])
    #expect(names("night") == nil)
  }

  @Test("a token that is also a group of others is the group's root")
  func root() throws {
    let files = made(
      try Fixture.variables([
        ("a", "FLOAT", #""GAP""#, ["1"]), ("a/b", "FLOAT", #""GAP""#, [Fixture.alias("a")]),
      ]))
    let text = try text("f.tokens.json", in: files)
    #expect(
      text.contains(#""$root": {"$type": "dimension""#)
        && text.contains(#""b": {"$type": "dimension", "$value": "{a.$root}"}"#))
  }

  @Test("names that come to the same are kept apart")
  func clash() throws {
    let files = made(
      try Fixture.variables([("a.b", "FLOAT", #""GAP""#, ["1"]), ("a_b", "FLOAT", #""GAP""#, ["2"])]))
    let text = try text("f.tokens.json", in: files)
    #expect(files.count == 2)
    #expect(text.contains(#""a_b": {"#) && text.contains(#""a_b-2": {"#), "\(text)")
  }

  @Test("values that the format can't express are listed, with an inferred type until one is given")
  func remarks() throws {
    let variables = try Fixture.variables([
      ("flag", "BOOLEAN", "", ["true"]), ("lost", "FLOAT", #""GAP""#, [Fixture.alias("gone")]),
      ("opacity/half", "FLOAT", "", ["50"]),
    ])
    let guessed = made(variables)
    #expect(guessed.remarks.map(\.name) == ["flag", "lost"])
    #expect(guessed.guesses.map(\.name) == ["opacity/half"])
    let said = made(variables) { $0 == "opacity/half" ? .percent : nil }
    #expect(said.guesses.isEmpty)
    #expect(try text("f.tokens.json", in: said).contains(#""half": {"$type": "number", "$value": 0.5}"#))
  }

  @Test("of a style that comes twice one token is made, and none of a grid")
  func styles() throws {
    let fill = #""fills": [{"type": "SOLID", "color": {"r": 1, "g": 0, "b": 0, "a": 1}}]"#
    let nodes =
      #"{"id": "1:1", "name": "F", "type": "FRAME", "children": [{"id": "1:2", "name": "a", "type": "RECTANGLE", \#(fill), "styles": {"fill": "9:1"}}, {"id": "1:3", "name": "b", "type": "RECTANGLE", \#(fill), "styles": {"fill": "9:2"}}, {"id": "1:4", "name": "c", "type": "FRAME", "styles": {"grid": "9:3"}}]}"#
    let styles =
      #""styles": {"9:1": {"name": "Red", "styleType": "FILL"}, "9:2": {"name": "Red", "styleType": "FILL"}, "9:3": {"name": "Grid", "styleType": "GRID"}}"#
    guard case (.file(let file), _) = try Fixture.read(#"{"nodes": {"1:1": {"document": \#(nodes), \#(styles)}}}"#)
    else { throw Fixture.Wrong() }
    let files = FigmaTokenFiles(name: "f", variables: nil, designs: [file])
    #expect(files.count == 1)
    #expect(files.remarks.map(\.text) == ["a style with GRID can't become a token"])
  }

  @Test("frames in sections and of sets stand by themselves, those in frames do not")
  func frames() throws {
    let inner = #"{"id": "1:4", "name": "title", "type": "TEXT", "characters": "Hi"}"#
    let file = try Fixture.file([
      #"{"id": "1:1", "name": "S", "type": "SECTION", "children": [{"id": "1:2", "name": "Card", "type": "FRAME", "children": [{"id": "1:3", "name": "Frame 3", "type": "FRAME", "children": [\#(inner)]}]}]}"#
    ])
    #expect(file.frames.map(\.name) == ["Card"])
    #expect(file.frames[0].texts == ["Hi"] && file.frames[0].named == 1)
  }
}
