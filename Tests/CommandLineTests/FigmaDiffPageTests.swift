import Foundation
import Support
import Testing

@Suite("feedproof figma diff --page")
struct FigmaDiffPageTests {
  private let folder: TemporaryFolder

  /// Returns two frames. One has a gap from a variable.
  private static func file(gap: Int) -> String {
    func frame(_ id: String, _ name: String, _ more: String) -> String {
      #"{"id": "\#(id)", "name": "\#(name)", "type": "FRAME", "absoluteBoundingBox": {"x": 0, "y": 0, "width": 8, "height": 4}\#(more)}"#
    }
    let bound =
      #", "layoutMode": "VERTICAL", "itemSpacing": \#(gap), "boundVariables": {"itemSpacing": {"type": "VARIABLE_ALIAS", "id": "V1"}}"#
    return
      #"{"name": "Feed", "version": "\#(gap)", "document": {"id": "0:0", "type": "DOCUMENT", "children": [{"id": "0:1", "name": "Page", "type": "CANVAS", "children": [\#(frame("1:2", "card", bound)), \#(frame("1:3", "same", ""))]}]}}"#
  }

  private static func variables(gap: Int) -> String {
    #"{"meta": {"variableCollections": {"C": {"id": "C", "name": "Sizes", "defaultModeId": "l", "modes": [{"modeId": "l", "name": "Base"}]}}, "variables": {"V1": {"id": "V1", "name": "card/gap", "variableCollectionId": "C", "resolvedType": "FLOAT", "scopes": ["GAP"], "valuesByMode": {"l": \#(gap)}}}}}"#
  }

  init() throws {
    folder = try TemporaryFolder()
    for gap in [4, 6] {
      try folder.write(Self.file(gap: gap), to: "v\(gap)/figma/file.json")
      try folder.write(Self.variables(gap: gap), to: "v\(gap)/figma/variables.json")
      for id in ["1-2", "1-3"] {
        let shade: UInt8 = id == "1-2" && gap == 6 ? 0 : 200
        var png = HandmadePNG(width: 16, height: 8)
        png.filteredRows = Array(repeating: [0] + Array(repeating: shade, count: 16), count: 8).flatMap { $0 }
        let place = folder.url.appendingPathComponent("v\(gap)/figma/images/\(id)@2x.png")
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(png.bytes).write(to: place)
      }
    }
  }

  private func run(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(["figma", "diff"] + words, in: folder.url)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(path).path)
  }

  @Test("a line break in a layer's name begins no line of text")
  func lineBreaks() throws {
    for gap in [4, 6] {
      let path = "v\(gap)/figma/file.json"
      try folder.write(text(path).replacing(#""card""#, with: #""card\nforged: 1""#), to: path)
    }
    for words in [["diff", "v4", "v6"], ["diff", "v4", "v6", "--markdown"], ["frames", "v6"]] {
      let outcome = try Tool.run(["figma"] + words, in: folder.url)
      #expect(outcome.output.contains("forged"))
      #expect(!outcome.output.split(separator: "\n").contains { $0.hasPrefix("forged") }, "\(outcome.output)")
    }
  }

  @Test("a variable's change is the cause of the frames that follow it, as text, JSON and on the page")
  func page() throws {
    let outcome = try run("v4", "v6", "--page", "changes")
    #expect(outcome.status == 1, "\(outcome.error)")
    #expect(
      outcome.output
        == "Feed, version 4 → 6: 1 change in 1 layer, 1 change of variables\n\nvariable card/gap\n  4 → 6\n  card: layout.gap 4 → 6\n",
      "\(outcome.output)")
    #expect(outcome.error.contains("wrote the page changes/index.html\n"))
    let index = try text("changes/site/index.js")
    #expect(index.contains("\"isDesign\":1"))
    #expect(index.contains(#"{"id":"c0","title":"variable card/gap; 4 → 6","cases":[0],"accept":null,"#), "\(index)")
    #expect(index.contains("[\"1-2\",\"card\",0,\"different\"") && index.contains("[\"1-3\",\"same\",0,\"identical\""))
    for path in ["expected/1-2.png", "actual/1-2.png", "diff/1-2.png", "thumbnails/1-3.png", "site/review.js"] {
      #expect(exists("changes/\(path)"), "\(path)")
    }
    #expect(!exists("changes/diff/1-3.png"))
    #expect(try text("changes/site/details/0.js").contains("variable card/gap: card: layout.gap 4 → 6"))
    let json = try run("v4", "v6", "--json")
    #expect(try JSONSchema("figma-diff").faults(in: json.output) == [])
    #expect(json.output.contains("\"change\": \"value\", \"from\": \"4\", \"to\": \"6\""), "\(json.output)")
  }

  @Test("an earlier page is replaced, and the user's file stays")
  func again() throws {
    #expect(try run("v4", "v6", "--page", "changes").status == 1)
    #expect(try run("v4", "v4", "--page", "changes").status == 0)
    #expect(try text("changes/site/index.js").contains("[\"1-2\",\"card\",0,\"identical\""))
    #expect(!exists("changes/diff/1-2.png"))
    try folder.write("mine", to: "own/index.html")
    let refused = try run("v4", "v6", "--page", "own")
    #expect(refused.status == 4, "\(refused.error)")
    #expect(try text("own/index.html") == "mine")
  }

  @Test("variables that only one version has are reported, and without images the words are there")
  func partly() throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("v4/figma/variables.json"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("v4/figma/images"))
    let outcome = try run("v4", "v6", "--page", "changes")
    #expect(outcome.status == 1 && outcome.error.contains("only one of the two files has variables"))
    #expect(!exists("changes/expected") && exists("changes/actual/1-2.png"))
  }
}
