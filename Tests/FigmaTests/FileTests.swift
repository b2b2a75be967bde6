import Diagnostics
import Drawing
import Figma
import Foundation
import Testing

@Suite("Answers of Figma's, as they are read")
struct FileTests {
  @Test("anything that is skipped is as it is by default")
  func defaults() throws {
    let file = try Fixture.file([#"{"id": "1:2", "name": "Card", "type": "FRAME", "layoutMode": "VERTICAL"}"#])
    let layout = try #require(file.nodes[0].autoLayout)
    #expect(layout.primaryAlign == "MIN" && layout.counterSizing == "AUTO" && layout.gap == 0 && !layout.wraps)
    #expect(file.nodes[0].isVisible && file.nodes[0].opacity == 1 && file.nodes[0].rotation == nil)
  }

  @Test("anything that is in a layer that is not visible is hidden, and listed")
  func hidden() throws {
    let file = try Fixture.file([
      #"{"id": "1:2", "name": "a", "type": "FRAME", "visible": false, "children": [{"id": "1:3", "name": "b", "type": "TEXT"}]}"#
    ])
    #expect(file.nodes.map(\.isHidden) == [true, true])
    #expect(file.nodes[1].isVisible)
  }

  @Test("a paint's opacity is in its color, the layer's is not")
  func opacity() throws {
    let fill = #"{"type": "SOLID", "opacity": 0.5, "color": {"r": 1, "g": 0, "b": 0, "a": 0.5}}"#
    let file = try Fixture.file([
      #"{"id": "1:2", "name": "a", "type": "RECTANGLE", "opacity": 0.5, "fills": [\#(fill)]}"#
    ])
    #expect(file.nodes[0].color?.fullHex == "#FF000040")
  }

  @Test("letters that are set otherwise are counted in code points")
  func ranges() throws {
    let text =
      #""characters": "a😀bc", "style": {"fontSize": 10}, "characterStyleOverrides": [0, 7, 7], "styleOverrideTable": {"7": {"fontWeight": 700}}"#
    let file = try Fixture.file([#"{"id": "1:2", "name": "a", "type": "TEXT", \#(text)}"#])
    let ranges = try #require(file.nodes[0].text?.ranges)
    #expect(ranges.map(\.start) == [1] && ranges.map(\.end) == [3] && ranges[0].style.fontWeight == 700)
  }

  @Test("rotation is reported in degrees, and a gradient's direction in the box's own proportions")
  func angles() throws {
    let gradient =
      #"{"type": "GRADIENT_LINEAR", "gradientHandlePositions": [{"x": 0, "y": 0}, {"x": 1, "y": 1}, {"x": 0, "y": 1}], "gradientStops": []}"#
    let file = try Fixture.file([
      #"{"id": "1:2", "name": "a", "type": "RECTANGLE", "rotation": 1.5707963267948966, "fills": [\#(gradient)]}"#
    ])
    #expect(file.nodes[0].rotation == 90)
    #expect(file.nodes[0].fills[0].angle(in: Size(width: 10, height: 10)) == 135)
    #expect(abs(try #require(file.nodes[0].fills[0].angle(in: Size(width: 10, height: 0))) - 90) < 1e-9)
  }

  @Test("a node that was asked for and is not there is reported with its place")
  func missing() throws {
    let (answer, problems) = try Fixture.read(
      #"{"name": "f", "nodes": {"1:2": null, "1:3": {"document": {"id": "1:3", "name": "a", "type": "FRAME"}}}}"#)
    #expect(answer.kind == .file)
    #expect(problems.map(\.message) == ["the file has no node 1:2"])
  }

  @Test("kinds of layers that come later are read as far as they go, and reported")
  func unknownKind() throws {
    let (answer, problems) = try Fixture.read(Fixture.text([#"{"id": "1:2", "name": "a", "type": "HOLOGRAM"}"#]))
    guard case .file(let file) = answer else { throw Fixture.Wrong() }
    #expect(file.nodes.count == 1)
    #expect(problems.map(\.severity) == [.note])
  }

  @Test(
    "both shapes of errors say why, and what to do",
    arguments: [
      (
        #"{"status": 403, "err": "Invalid token"}"#, "Figma rejected the request: 403 Invalid token",
        "personal access token"
      ),
      (
        #"{"status": 403, "error": true, "message": "Invalid scope(s): files:read. This endpoint requires the file_variables:read scope"}"#,
        "Invalid scope(s): files:read", "Enterprise"
      ),
      (#"{"status": 404, "err": "Not found"}"#, "404 Not found", "key"),
      (#"{"status": 400, "err": "Render timeout, try requesting fewer or smaller images"}"#, "Render timeout", "fewer"),
    ])
  func refusals(text: String, message: String, hint: String) throws {
    let error = try #require(throws: Diagnostic.self) { try Fixture.read(text) }
    #expect(error.message.contains(message) && error.hint?.contains(hint) == true && error.kind == .refused)
  }

  @Test(
    "anything that is not an answer is reported",
    arguments: [
      ("<!DOCTYPE html><html>", "a web page"), ("{\"name\": \"a\", \"docum", "truncated"), ("", "empty"),
      ("[1, 2]", "not a known response"), ("{\"posts\": []}", "not a known response"),
      (String(repeating: "[", count: 100_000), "nested"),
    ])
  func noAnswer(text: String, message: String) throws {
    let error = try #require(throws: Diagnostic.self) { try Fixture.read(text) }
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test("layers as deep as the parser lets them be are read")
  func deep() throws {
    let depth = 250
    let open = (0..<depth).map { #"{"id": "1:\#($0)", "name": "a", "type": "FRAME", "children": ["# }.joined()
    let file = try Fixture.file([open + String(repeating: "]}", count: depth)])
    #expect(file.nodes.count == depth && file.nodes[depth - 1].depth == depth - 1 && file.nodes[0].end == depth)
  }

  @Test("the layers in a layer are found, not those in them")
  func children() throws {
    let leaf = #"{"id": "1:4", "name": "c", "type": "TEXT"}"#
    let file = try Fixture.file([
      #"{"id": "1:2", "name": "a", "type": "FRAME", "children": [{"id": "1:3", "name": "b", "type": "GROUP", "children": [\#(leaf)]}, \#(leaf)]}"#
    ])
    #expect(Array(file.children(of: 0)) == [1, 3])
    #expect(file.path(of: 2) == "a/b/c")
  }
}

/// Minimal API responses.
enum Fixture {
  struct Wrong: Error {}

  static func text(_ nodes: [String], version: String = "1") -> String {
    let page = #"{"id": "0:1", "name": "Page", "type": "CANVAS", "children": [\#(nodes.joined(separator: ", "))]}"#
    return
      #"{"name": "f", "version": "\#(version)", "document": {"id": "0:0", "type": "DOCUMENT", "children": [\#(page)]}}"#
  }

  static func read(_ text: String) throws -> (FigmaResponse, [Diagnostic]) {
    try FigmaResponse.read(Array(text.utf8), name: "answer.json")
  }

  static func file(_ nodes: [String], version: String = "1") throws -> FigmaFile {
    guard case (.file(let file), _) = try read(text(nodes, version: version)) else { throw Wrong() }
    return file
  }

  /// - Parameter values: The values of each variable by mode, as JSON.
  static func variables(modes: [String] = ["m"], _ values: [(name: String, type: String, scopes: String, [String])])
    throws -> FigmaVariables
  {
    let variables = values.map { name, type, scopes, values in
      let byMode = zip(modes, values).map { #""\#($0)": \#($1)"# }.joined(separator: ", ")
      return
        #""V:\#(name)": {"id": "V:\#(name)", "name": "\#(name)", "variableCollectionId": "C", "resolvedType": "\#(type)", "scopes": [\#(scopes)], "valuesByMode": {\#(byMode)}}"#
    }
    let list = modes.map { #"{"modeId": "\#($0)", "name": "\#($0)"}"# }.joined(separator: ", ")
    let collection =
      #""C": {"id": "C", "name": "Theme", "defaultModeId": "\#(modes[0])", "modes": [\#(list)]}"#
    let text =
      #"{"meta": {"variableCollections": {\#(collection)}, "variables": {\#(variables.joined(separator: ", "))}}}"#
    guard case (.variables(let read), _) = try read(text) else { throw Wrong() }
    return read
  }

  static func alias(_ name: String) -> String { #"{"type": "VARIABLE_ALIAS", "id": "V:\#(name)"}"# }
}
