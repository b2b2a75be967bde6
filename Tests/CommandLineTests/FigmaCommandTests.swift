import Foundation
import Support
import Testing

@Suite("feedproof figma")
struct FigmaCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(["figma"] + words, in: folder.url)
  }

  private static let variables =
    #"{"meta": {"variableCollections": {"C": {"id": "C", "name": "Theme", "defaultModeId": "l", "modes": [{"modeId": "l", "name": "Light"}, {"modeId": "d", "name": "Dark"}]}}, "variables": {"V1": {"id": "V1", "name": "card/fill", "variableCollectionId": "C", "resolvedType": "COLOR", "scopes": ["ALL_SCOPES"], "valuesByMode": {"l": {"r": 1, "g": 1, "b": 1, "a": 1}, "d": {"r": 0, "g": 0, "b": 0, "a": 1}}}, "V2": {"id": "V2", "name": "gap", "variableCollectionId": "C", "resolvedType": "FLOAT", "scopes": [], "valuesByMode": {"l": 8, "d": {"type": "VARIABLE_ALIAS", "id": "gone"}}}, "V3": {"id": "V3", "name": "flag", "variableCollectionId": "C", "resolvedType": "BOOLEAN", "valuesByMode": {"l": true, "d": false}}}}}"#

  private static func file(size: Int) -> String {
    let text =
      #"{"id": "1:3", "name": "title", "type": "TEXT", "characters": "Hi", "styles": {"text": "9:1"}, "absoluteBoundingBox": {"x": 10, "y": 10, "width": 20, "height": 20}, "fills": [{"type": "SOLID", "color": {"r": 0, "g": 0, "b": 0, "a": 1}}], "style": {"fontFamily": "Inter", "fontSize": \#(size), "fontWeight": 400, "lineHeightPx": 20}}"#
    let frame =
      #"{"id": "1:2", "name": "card", "type": "FRAME", "layoutMode": "VERTICAL", "paddingLeft": 10, "absoluteBoundingBox": {"x": 0, "y": 0, "width": 100, "height": 50}, "cornerRadius": 4, "fills": [{"type": "SOLID", "color": {"r": 1, "g": 1, "b": 1, "a": 1}}], "strokes": [{"type": "SOLID", "color": {"r": 1, "g": 1, "b": 1, "a": 1}}], "strokeWeight": 1, "strokeAlign": "INSIDE", "effects": [{"type": "DROP_SHADOW", "radius": 4, "color": {"r": 0, "g": 0, "b": 0, "a": 0.2}, "offset": {"x": 0, "y": 1}}], "boundVariables": {"itemSpacing": {"type": "VARIABLE_ALIAS", "id": "V2"}}, "children": [\#(text)]}"#
    return
      #"{"name": "Feed", "version": "\#(size)", "document": {"id": "0:0", "type": "DOCUMENT", "children": [{"id": "0:1", "name": "Page", "type": "CANVAS", "children": [\#(frame)]}]}, "styles": {"9:1": {"name": "Body", "styleType": "TEXT"}}}"#
  }

  @Test("show tells what an answer holds, by its content")
  func show() throws {
    try folder.write(Self.file(size: 14), to: "design/figma/a.json")
    try folder.write(Self.variables, to: "design/figma/b.json")
    let file = try run("show", "design/figma/a.json")
    #expect(file.status == 0 && file.output.contains("  1:2  card  100 × 50, vertical stack\n"), "\(file.error)")
    let all = try run("show", "design")
    #expect(all.output.contains("  gap  8, interpreted as points\n") && all.output.contains("1:2  card"))
    let schema = try JSONSchema("figma-show")
    for name in ["a", "b"] {
      #expect(try schema.faults(in: run("show", "design/figma/\(name).json", "--json").output) == [])
    }
  }

  @Test("diff tells what has changed, with status 1, and status 0 if nothing has")
  func diff() throws {
    try folder.write(Self.file(size: 14), to: "v1/figma/file.json")
    try folder.write(Self.file(size: 16), to: "v2.json")
    let changed = try run("diff", "v1", "v2.json")
    #expect(changed.status == 1)
    #expect(
      changed.output
        == "Feed, version 14 → 16: 1 change in 1 layer\n\nstyle \"Body\"\n  title: style.fontSize 14 → 16\n")
    #expect(try run("diff", "v1", "v1").status == 0)
    #expect(try run("diff", "v1", "v2.json", "--markdown").output.contains("\n## style \"Body\"\n\n- title: "))
    let json = try run("diff", "v1", "v2.json", "--json")
    #expect(json.status == 1)
    #expect(try JSONSchema("figma-diff").faults(in: json.output) == [])
    #expect(try JSONSchema("figma-show").faults(in: run("show", "v1", "v2.json", "--json").output) == [])
  }

  @Test("tokens of a design are a template's tokens, in every theme")
  func tokens() throws {
    try folder.write(Self.file(size: 14), to: "design/figma/file.json")
    try folder.write(Self.variables, to: "design/figma/variables.json")
    let made = try run("tokens", "design")
    #expect(made.status == 0, "\(made.error)")
    #expect(
      made.output.hasPrefix("3 tokens; themes: dark\n  design/figma.tokens.json\n  design/figma.dark.tokens.json\n"))
    #expect(
      made.output.contains("\n  gap: dimension\n") && made.output.contains("\n  flag: true is not a valid token value"))
    let template =
      #"card: none\ntokens: design/figma.tokens.json\nroot: {ratio: 2, name: r, background: {fill: "{card.fill}"}, child: {spacer: }}"#
    try folder.write(template.replacing("\\n", with: "\n"), to: "a.yml")
    let check = try Tool.run(["template", "check", "a.yml"], in: folder.url)
    #expect(check.status == 0 && check.output == "a.yml: ok (card none; light, dark)\n", "\(check.error)")
    let json = try run("tokens", "design", "--output", "other", "--type", "g*=number", "--json")
    #expect(try JSONSchema("figma-tokens").faults(in: json.output) == [])
    #expect(json.output.contains("\"guessed\" : [\n\n  ]"), "\(json.output)")
    let named = try run("tokens", "design", "--name", "brand")
    #expect(named.status == 0 && named.output.contains("\n  design/brand.dark.tokens.json\n"))
    #expect(try run("tokens", "design", "--name", "a/b").status == 2)
  }

  @Test("values are written into the user's token file, which otherwise stays unchanged")
  func into() throws {
    try folder.write(Self.variables, to: "design/figma/variables.json")
    let own = """
      {
        "card": {"fill": {"$type": "color",   "$value": "{ink}"}},
        "ink": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0.50, 0, 0]}}
      }

      """
    try folder.write(own, to: "my.tokens.json")
    let dark = try run("tokens", "design", "--into", "my.tokens.json", "--only", "card.fill", "--mode", "dark")
    #expect(dark.status == 0, "\(dark.error)")
    func text() throws -> String {
      try String(contentsOf: folder.url.appendingPathComponent("my.tokens.json"), encoding: .utf8)
    }
    let black = ##"{ "colorSpace": "srgb", "components": [0, 0, 0], "hex": "#000000" }"##
    #expect(try text() == own.replacing(#""{ink}""#, with: black))
    // All values of the file as JSON. After that, none is left to take, and missing tokens are added only if named.
    let json = try run("tokens", "design", "--into", "my.tokens.json", "--json")
    #expect(try json.status == 0 && JSONSchema("figma-tokens").faults(in: json.output) == [], "\(json.error)")
    #expect(
      try run("tokens", "design", "--into", "my.tokens.json").output
        == "my.tokens.json already has the design's values\n")
    #expect(try run("tokens", "design", "--into", "my.tokens.json", "--only", "g*").output.contains("\n  gap: → "))
    let gap = #""gap": { "$type": "dimension", "$value": { "value": 8, "unit": "px" } }"#
    #expect(try text().contains("\n  \(gap)\n}"))
    let unknown = try run("tokens", "design", "--into", "my.tokens.json", "--only", "card.fil")
    #expect(unknown.status == 2 && unknown.error.contains("did you mean \"card.fill\"?"))
    #expect(try run("tokens", "design", "--only", "gap").status == 2)
  }

  @Test("a token file of other content is not written over, unless that is asked for")
  func inTheWay() throws {
    try folder.write(Self.variables, to: "design/figma/variables.json")
    try folder.write("mine", to: "design/figma.dark.tokens.json")
    let refused = try run("tokens", "design")
    #expect(refused.status == 4 && refused.error.contains("design/figma.dark.tokens.json: the file already exists"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("design/figma.tokens.json").path))
    #expect(try run("tokens", "design", "--replace").status == 0)
    #expect(try run("tokens", "design").status == 0)
  }

  @Test("frames are listed, and become cases to be filled in; a list that is there stays")
  func frames() throws {
    try folder.write(Self.file(size: 14), to: "design/figma/file.json")
    let listed = try run("frames", "design", "--write", "cases.yml")
    #expect(listed.status == 0 && listed.output == "1:2  card  100 × 50  “Hi”\n", "\(listed.error)")
    let list = try String(contentsOf: folder.url.appendingPathComponent("cases.yml"), encoding: .utf8)
    #expect(
      list.hasSuffix(
        """
        defaults:
          figma: "design"
        cases:
          - name: "card"
            frame: "1:2"
            width: 116
            post: ""

        """))
    let again = try run("frames", "design", "--write", "cases.yml")
    #expect(again.status == 4 && again.error.contains("cases.yml: the file already exists"))
    #expect(try JSONSchema("figma-frames").faults(in: run("frames", "design", "--json").output) == [])
  }

  @Test("anything that is not an answer, or a different one, is reported with status 2, and a refusal with 6")
  func refused() throws {
    try folder.write("<html>Log in</html>", to: "page.json")
    try folder.write(#"{"status": 403, "err": "Invalid token"}"#, to: "refused.json")
    try folder.write(Self.variables, to: "variables.json")
    let page = try run("show", "page.json")
    #expect(page.status == 2 && page.error.contains("error[figma.json]: page.json:1:1: this is a web page"))
    let refused = try run("show", "refused.json")
    #expect(refused.status == 6 && refused.error.contains("403 Invalid token"))
    let other = try run("diff", "variables.json", "variables.json")
    #expect(
      other.status == 2
        && other.error.contains("the input contains a list of variables, but not a file or some of its nodes"))
    try folder.write("{}", to: "empty/tokens.json")
    #expect(try run("show", "empty").error.contains("the folder contains no responses of Figma's API"))
  }
}
