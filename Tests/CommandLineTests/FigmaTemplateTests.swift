import Foundation
import Support
import Testing

@Suite("feedproof figma template")
struct FigmaTemplateTests {
  private let folder: TemporaryFolder

  /// A card with an image, a name and a text, in a stack.
  private static let file =
    #"{"name": "Feed", "version": "7", "document": {"id": "0:0", "type": "DOCUMENT", "children": [{"id": "0:1", "name": "Page", "type": "CANVAS", "children": [{"id": "1:2", "name": "Post/Photo", "type": "FRAME", "layoutMode": "HORIZONTAL", "itemSpacing": 8, "paddingLeft": 12, "paddingTop": 12, "layoutSizingHorizontal": "FIXED", "layoutSizingVertical": "HUG", "absoluteBoundingBox": {"x": 0, "y": 0, "width": 200, "height": 52}, "fills": [{"type": "SOLID", "color": {"r": 1, "g": 1, "b": 1, "a": 1}, "boundVariables": {"color": {"type": "VARIABLE_ALIAS", "id": "V1"}}}], "boundVariables": {"itemSpacing": {"type": "VARIABLE_ALIAS", "id": "V2"}}, "children": [{"id": "1:3", "name": "avatar", "type": "ELLIPSE", "absoluteBoundingBox": {"x": 12, "y": 12, "width": 40, "height": 40}, "layoutSizingHorizontal": "FIXED", "layoutSizingVertical": "FIXED", "fills": [{"type": "IMAGE", "imageRef": "a", "scaleMode": "FILL"}]}, {"id": "1:4", "name": "title", "type": "TEXT", "characters": "Hi", "layoutSizingHorizontal": "FILL", "layoutSizingVertical": "HUG", "absoluteBoundingBox": {"x": 60, "y": 12, "width": 140, "height": 20}, "fills": [{"type": "SOLID", "color": {"r": 0, "g": 0, "b": 0, "a": 1}}], "style": {"fontFamily": "Sketchy", "fontSize": 14, "fontWeight": 600, "lineHeightPx": 20, "textAutoResize": "HEIGHT"}}]}]}]}}"#

  private static let variables =
    #"{"meta": {"variableCollections": {"C": {"id": "C", "name": "Theme", "defaultModeId": "l", "modes": [{"modeId": "l", "name": "Light"}]}}, "variables": {"V1": {"id": "V1", "name": "card/fill", "variableCollectionId": "C", "resolvedType": "COLOR", "scopes": [], "valuesByMode": {"l": {"r": 1, "g": 1, "b": 1, "a": 1}}}, "V2": {"id": "V2", "name": "space/gap", "variableCollectionId": "C", "resolvedType": "FLOAT", "scopes": ["GAP"], "valuesByMode": {"l": 8}}}}}"#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.file, to: "design/figma/file.json")
    try folder.write(Self.variables, to: "design/figma/variables.json")
  }

  private func run(_ words: String...) throws -> Tool.Outcome { try Tool.run(words, in: folder.url) }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("a draft passes the check and is where the frame's layers do")
  func draft() throws {
    let made = try run("figma", "template", "design", "--frame", "Post/Photo", "--output", "Cards/post.yml")
    #expect(made.status == 0, "\(made.error)")
    #expect(made.output.hasPrefix("Post/Photo: Cards/post.yml, Cards/post.tokens.json (5 tokens)\n"), "\(made.output)")
    #expect(made.output.contains("The font lock has no Sketchy 600"))
    let template = try text("Cards/post.yml")
    #expect(template.contains("spacing: \"{space.gap}\"") && template.contains("fill: \"{card.fill}\""))
    let check = try run("template", "check", "Cards/post.yml")
    #expect(check.status == 0 && check.output == "Cards/post.yml: ok (card none; light)\n", "\(check.error)")
    let boxes = try run("template", "layout", "Cards/post.yml", "--min", "200x0", "--max", "200xinf")
    #expect(boxes.output.contains("Post-Photo/avatar  [12 12 40 40]\n"), "\(boxes.output)\(boxes.error)")
    #expect(boxes.output.contains("Post-Photo/title  [60 12 140 20], 1 line"))
  }

  @Test("tokens that are there already are named and not written again")
  func knownTokens() throws {
    #expect(try run("figma", "tokens", "design").status == 0)
    let made = try run("figma", "template", "design", "--frame", "1:2", "--output", "Cards/post.yml", "--card", "post")
    #expect(made.status == 0, "\(made.error)")
    let template = try text("Cards/post.yml")
    #expect(template.contains(", \"../design/figma.tokens.json\", \"post.tokens.json\"]\n"))
    #expect(template.contains("tokens: [\"../../Mockups/newsfeed/newsfeed.tokens.json\", "))
    #expect(template.contains("- image: author.avatar\n"))
    #expect(try !text("Cards/post.tokens.json").contains("\"gap\""))
    #expect(try run("template", "check", "Cards/post.yml").status == 0)
  }

  @Test("without a file the template is printed; an own file stays; anything that is near a missing frame is reported")
  func output() throws {
    let printed = try run("figma", "template", "design", "--frame", "1:2")
    #expect(printed.output.hasPrefix("# A draft of the frame Post/Photo (1:2) of Feed, version 7.\n"))
    let json = try run("figma", "template", "design", "--frame", "1:2", "--json")
    #expect(try JSONSchema("figma-template").faults(in: json.output) == [])
    try folder.write("mine", to: "post.yml")
    let refused = try run("figma", "template", "design", "--frame", "1:2", "--output", "post.yml")
    #expect(refused.status == 4 && refused.error.contains("post.yml: the file already exists"))
    #expect(try text("post.yml") == "mine")
    let missing = try run("figma", "template", "design", "--frame", "Post/Foto")
    #expect(missing.status == 2 && missing.error.contains("did you mean \"Post/Photo\"?"), "\(missing.error)")
    #expect(try run("figma", "template", "design", "--frame", "1:2", "--card", "pots").status == 2)
  }
}
