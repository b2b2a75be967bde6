import Diagnostics
import Drawing
import Foundation
import Testing

@testable import Proof

@Suite("Reading design files")
struct FigmaTests {
  private static let card = """
    {"id": "1:2", "name": "post", "type": "FRAME", "absoluteBoundingBox": {"x": 520, "y": -40, "width": 359, "height": 200},
     "children": [
      {"id": "1:3", "name": "card", "type": "FRAME",
       "absoluteBoundingBox": {"x": 520, "y": -40, "width": 359, "height": 200},
       "fills": [{"type": "SOLID", "color": {"r": 1, "g": 1, "b": 1, "a": 1}}],
       "children": [
        {"id": "1:4", "name": "avatar", "type": "ELLIPSE",
         "absoluteBoundingBox": {"x": 532, "y": -28, "width": 36, "height": 36}, "fills": [{"type": "IMAGE"}]},
        {"id": "1:5", "name": "Group 7", "type": "GROUP",
         "absoluteBoundingBox": {"x": 578, "y": -26, "width": 100, "height": 30},
         "children": [
          {"id": "1:6", "name": "name", "type": "TEXT", "characters": "Nina",
           "absoluteBoundingBox": {"x": 578, "y": -26, "width": 289, "height": 34},
           "fills": [{"type": "SOLID", "opacity": 0.5, "color": {"r": 0, "g": 0.2, "b": 1, "a": 1}}],
           "style": {"fontFamily": "Inter", "fontWeight": 500, "fontSize": 14, "lineHeightPx": 17, "letterSpacing": -0.5}}]},
        {"id": "1:7", "name": "Ellipse 3 [card/counters/dot]", "type": "ELLIPSE",
         "absoluteBoundingBox": {"x": 520, "y": 60, "width": 7, "height": 7}},
        {"id": "1:8", "name": "note", "type": "TEXT", "visible": false, "absoluteBoundingBox": null},
        {"id": "1:9", "name": "_grid", "type": "FRAME", "absoluteBoundingBox": {"x": 0, "y": 0, "width": 1, "height": 1},
         "children": []},
        {"id": "1:10", "name": "text", "type": "TEXT", "style": {"textTruncation": "ENDING", "lineHeightPx": 22},
         "absoluteBoundingBox": {"x": 532, "y": 18, "width": 335, "height": 44},
         "sharedPluginData": {"feedproof": {"lines": "one\\n\\nthree", "baseline": "74.5"}}}]}]}
    """

  private func design(_ frame: String = card) throws -> FigmaDesign {
    let document = #"{"id":"0:0","name":"D","type":"DOCUMENT","children":[\#(frame)]}"#
    return try JSONDecoder().decode(FigmaDesign.self, from: Data(#"{"document": \#(document)}"#.utf8))
  }

  private func box(_ path: String) throws -> BoxRecord {
    try #require(try design().layout(ofFrame: "post").boxes.first { $0.path == path })
  }

  @Test("boxes are the layers by their name paths; groups without a name, hidden and private layers are none")
  func paths() throws {
    let layout = try design().layout(ofFrame: "post")
    #expect(layout.size == Size(width: 359, height: 200))
    #expect(
      layout.boxes.map(\.path) == ["card", "card/avatar", "card/name", "card/counters/dot", "card/text"])
  }

  @Test("frames count from the card's top left corner")
  func frames() throws {
    #expect(try box("card/avatar").frame == Rect(x: 12, y: 12, width: 36, height: 36))
  }

  @Test("a text has its font, its colour with opacity, and as many lines as fit its height")
  func text() throws {
    let name = try box("card/name")
    #expect(
      name.font == FontRecord(family: "Inter", size: 14, weight: 500, lineHeight: 17, letterSpacing: -0.5))
    #expect(name.color == "#0033FF80" && name.lineCount == 2 && name.isTruncated == nil && name.isText)
  }

  @Test("lines and baselines come from the shared plug-in data, where a mockup's maker left them")
  func sharedData() throws {
    let text = try box("card/text")
    #expect(text.lineTexts == ["one", "", "three"] && text.lineCount == 3 && text.baseline == 74.5)
    #expect(text.isTruncated == true)
  }

  @Test("pictures have no colour, fills have")
  func colors() throws {
    #expect(try box("card/avatar").color == nil)
    #expect(try box("card").color == "#FFFFFF")
  }

  @Test("a frame without a layer of the root's name stands for it itself")
  func frameIsCard() throws {
    let layout = try design().layout(ofFrame: "post", root: "tile")
    #expect(layout.boxes.prefix(3).map(\.path) == ["tile", "tile/card", "tile/card/avatar"])
  }

  @Test("the answer for single nodes is read as well, and a frame is found by its id")
  func nodes() throws {
    let json = #"{"name": "d", "nodes": {"1:2": {"document": \#(Self.card)}, "9:9": null}}"#
    let layout = try JSONDecoder().decode(FigmaDesign.self, from: Data(json.utf8)).layout(ofFrame: "1:2")
    #expect(layout.boxes.count == 5)
  }

  @Test("a frame that is not there is told with the nearest name")
  func noFrame() throws {
    let design = try design()
    let error = #expect(throws: Diagnostic.self) { try design.layout(ofFrame: "pots") }
    #expect(error?.code == "figma.no-frame" && error?.hint == "did you mean \"post\"?")
  }
}
