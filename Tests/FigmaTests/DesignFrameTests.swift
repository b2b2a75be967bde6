import Diagnostics
import Drawing
import Figma
import Foundation
import Projects
import Support
import Testing

@testable import ImageComparison

@Suite("Layers of a design as a card's boxes")
struct DesignFrameTests {
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

  private static let paths = ["card", "card/avatar", "card/name", "card/counters/dot", "card/text"]

  static func file(_ frame: String) throws -> FigmaFile {
    let document = #"{"document": {"id":"0:0","name":"D","type":"DOCUMENT","children":[\#(frame)]}}"#
    guard case .file(let file) = try FigmaResponse.read(Array(document.utf8), name: "d").0 else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return file
  }

  private func frame(map: [String: String] = [:], crop: Rect? = nil, reports: Bool = true) throws -> DesignFrame {
    let file = try Self.file(Self.card)
    let entries = map.sorted { $0.key < $1.key }.map { BoxMap.Entry(box: $0.key, layers: [$0.value]) }
    return DesignFrame(
      file: file, index: try file.index(ofFrame: "post"), crop: crop, map: BoxMap(entries: entries),
      reportsUnmapped: reports)
  }

  private func card(_ paths: [String]) -> LayoutRecord {
    LayoutRecord(size: .zero, boxes: paths.map { BoxRecord(path: $0, frame: Rect(x: 0, y: 0, width: 1, height: 1)) })
  }

  private func box(_ path: String) throws -> BoxRecord {
    try #require(try frame().match(card(Self.paths)).layout.boxes.first { $0.path == path })
  }

  @Test("boxes are the layers by their name paths; groups without a name, hidden and private layers are none")
  func paths() throws {
    let layout = try frame().match(card(Self.paths)).layout
    #expect(layout.size == Size(width: 359, height: 200) && layout.boxes.map(\.path) == Self.paths)
  }

  @Test("frames count from the card's top left corner")
  func frames() throws {
    #expect(try box("card/avatar").frame == Rect(x: 12, y: 12, width: 36, height: 36))
  }

  @Test("a text has its font, its color with opacity, and as many lines as make its height")
  func text() throws {
    let name = try box("card/name")
    #expect(name.font == FontRecord(family: "Inter", size: 14, weight: 500, lineHeight: 17, letterSpacing: -0.5))
    #expect(name.color == "#0033FF80" && name.lineCount == 2 && name.isTruncated == nil && name.isText)
  }

  @Test("lines and baselines come from the shared plug-in data, where a mockup's maker left them")
  func sharedData() throws {
    let text = try box("card/text")
    #expect(text.lineTexts == ["one", "", "three"] && text.lineCount == 3 && text.baseline == 74.5)
    #expect(text.isTruncated == true)
  }

  @Test("images have no color, fills have")
  func colors() throws {
    #expect(try box("card/avatar").color == nil)
    #expect(try box("card").color == "#FFFFFF")
  }

  @Test("a frame without a layer of the card's name stands for it itself")
  func frameIsCard() throws {
    let found = try frame().match(card(["tile"])).layout.boxes
    #expect(found.prefix(3).map(\.path) == ["tile", "tile/card", "tile/card/avatar"])
  }

  @Test("a frame that is not there is reported with the nearest name")
  func noFrame() throws {
    let file = try Self.file(Self.card)
    let error = #expect(throws: Diagnostic.self) { try file.index(ofFrame: "pots") }
    #expect(error?.code == "figma.no-frame" && error?.hint == "did you mean \"post\"?")
    #expect(try file.nodes[file.index(ofFrame: "1:2")].name == "post")
  }

  @Test(
    "anything that has no counterpart is skipped unless it is asked for; a layer that names a box whole is that box")
  func unmapped() throws {
    let match = try frame(reports: false).match(card(["card", "card/avatar", "card/photo"]))
    #expect(match.layout.boxes.map(\.path) == ["card", "card/avatar", "card/counters/dot"])
    #expect(match.mapped == 1 && match.boxes == ["card/photo"])
    #expect(match.layers.map(\.node.name) == ["Group 7", "name", "text"])
  }

  @Test("a map says it by id or by names, for a box by its path or the end of it, and comes before names")
  func mapped() throws {
    let map = ["picture": "1:4", "header/author": "Group 7/name", "avatar": "text"]
    let match = try frame(map: map, reports: false).match(
      card(["card", "card/avatar", "card/header/author", "card/picture"]))
    let found = Dictionary(match.layout.boxes.map { ($0.path, $0.frame.minX) }, uniquingKeysWith: { $1 })
    #expect(found["card/picture"] == 12 && found["card/header/author"] == 58 && found["card/avatar"] == 12)
    #expect(match.boxes.isEmpty && match.mapped == 3)
  }

  @Test("a box that a map names and the card does not have is missing")
  func mappedMissing() throws {
    let drawn = card(["card", "card/avatar"])
    let match = try frame(map: ["badge": "1:10"], reports: false).match(drawn)
    let difference = StructureComparison(ignoresExtra: true).compare(reference: match.layout, actual: drawn)
    #expect(difference.boxes.first { $0.path == "card/badge" }?.changes == [.missing])
  }

  @Test("the card of a screen that is cropped to it is a layer of its own, and no box in itself")
  func cropAroundCard() throws {
    let match = try frame(crop: Rect(x: 0, y: 0, width: 359, height: 200), reports: false).match(card(Self.paths))
    #expect(match.layout.boxes.map(\.path) == Self.paths)
    #expect(match.boxes.isEmpty)
  }

  @Test("a crop is where the card begins, and how large it is")
  func crop() throws {
    let match = try frame(crop: Rect(x: 10, y: 20, width: 300, height: 100), reports: false)
      .match(card(["card", "card/counters/dot"]))
    let frames = match.layout.boxes.map(\.frame)
    #expect(frames == [Rect(x: 0, y: 0, width: 300, height: 100), Rect(x: -10, y: 80, width: 7, height: 7)])
  }

  @Test(
    "a map is proposed by name, place or text")
  func proposal() throws {
    let drawn = LayoutRecord(
      size: .zero,
      boxes: [
        BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 359, height: 200)),
        BoxRecord(path: "card/header/avatar", frame: Rect(x: 13, y: 12, width: 36, height: 36)),
        BoxRecord(
          path: "card/header/author", frame: Rect(x: 200, y: 90, width: 50, height: 17), lineCount: 1,
          lineTexts: ["Nina"]),
        BoxRecord(path: "card/photo", frame: Rect(x: 0, y: 100, width: 359, height: 90)),
      ])
    let match = try frame(reports: false).match(drawn)
    let proposal = try #require(DesignFrame.proposal(for: match, of: drawn))
    #expect(
      BoxMapProposal.text(proposal.entries) == "header/avatar: \"avatar\"\nheader/author: \"1:6\"  # Group 7/name\n")
  }
}

/// Texts of a design, compared with Feedproof's half-leading.
@Suite("Texts as Figma sets them")
struct DesignTextTests {
  private func frame(_ style: String, height: Double, width: Double = 100) throws -> DesignFrame {
    let text =
      #"{"id": "1:2", "name": "text", "type": "TEXT", "characters": "a", "absoluteBoundingBox": {"x": 5, "y": 7, "width": \#(width), "height": \#(height)}, "style": {"fontFamily": "F", \#(style)}}"#
    let file = try DesignFrameTests.file(
      #"{"id": "1:1", "name": "card", "type": "FRAME", "absoluteBoundingBox": {"x": 0, "y": 0, "width": 200, "height": 99}, "children": [\#(text)]}"#
    )
    return DesignFrame(file: file, index: 0, crop: nil, map: BoxMap(), reportsUnmapped: false)
  }

  /// Returns a text as Feedproof lays it out.
  private func card(
    lines: Int = 1, size: Double, pitch: Double, ascent: Double, descent: Double, width: Double = 100, x: Double = 5,
    y: Double = 7
  ) -> LayoutRecord {
    let baseline = y + (pitch - (ascent + descent) * size) / 2 + ascent * size
    let rounded = (baseline * 1000).rounded() / 1000
    let text = BoxRecord(
      path: "card/text", frame: Rect(x: x, y: y, width: width, height: Double(lines) * pitch), lineCount: lines,
      baseline: rounded, font: FontRecord(family: "F", size: size, lineHeight: pitch))
    let card = BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 200, height: 99))
    return LayoutRecord(size: card.frame.size, boxes: [card, text])
  }

  /// Compares without any tolerance.
  private func changes(_ frame: DesignFrame, _ card: LayoutRecord) -> [String] {
    StructureComparison(ignoresExtra: true).compare(reference: frame.match(card).layout, actual: card).reasons
  }

  @Test("a line that is met to the point is reported as met, and one of another size is not")
  func baseline() throws {
    // Inter 14 on 20: Figma's baseline is 15, half-leading gives 15.091.
    let design = try frame(#""fontSize": 14, "lineHeightPx": 20, "textAutoResize": "HEIGHT""#, height: 20)
    #expect(changes(design, card(size: 14, pitch: 20, ascent: 0.96875, descent: 0.241477)) == [])
    #expect(
      changes(design, card(size: 15, pitch: 20, ascent: 0.96875, descent: 0.241477)).first?.contains("size 14 → 15")
        == true)
  }

  @Test("a line height that Figma rounds is met by the rounded and by its own")
  func lineHeight() throws {
    let design = try frame(
      #""fontSize": 12, "lineHeightPx": 14.4375, "lineHeightUnit": "INTRINSIC_%", "textAutoResize": "HEIGHT""#,
      height: 42)
    for pitch in [14, 14.4375] {
      #expect(changes(design, card(lines: 3, size: 12, pitch: pitch, ascent: 0.96, descent: 0.24)) == [])
    }
    #expect(
      changes(design, card(lines: 3, size: 12, pitch: 16, ascent: 0.96, descent: 0.24)).first?
        .contains("line height 14 → 16") == true)
    #expect(
      changes(design, card(lines: 2, size: 12, pitch: 14, ascent: 0.96, descent: 0.24)).first?.contains("−1 line")
        == true
    )
  }

  @Test(
    "a hugging width is rounded up, and the text keeps its alignment",
    arguments: [
      ("LEFT", 5.0), ("CENTER", 5.301), ("RIGHT", 5.602),
    ])
  func width(alignment: String, x: Double) throws {
    let design = try frame(
      #""fontSize": 10, "lineHeightPx": 12, "textAutoResize": "WIDTH_AND_HEIGHT", "textAlignHorizontal": "\#(alignment)""#,
      height: 12, width: 72)
    #expect(changes(design, card(size: 10, pitch: 12, ascent: 0.96, descent: 0.24, width: 71.398, x: x)) == [])
    #expect(changes(design, card(size: 10, pitch: 12, ascent: 0.96, descent: 0.24, width: 70.9, x: x)) != [])
  }

  @Test(
    "lines in a box of another size are met where they stand",
    arguments: [
      ("TOP", 7.0), ("CENTER", 20), ("BOTTOM", 32),
    ])
  func fixed(alignment: String, y: Double) throws {
    // 25 points remain, half of them 12.5. The baseline is rounded half up to a whole point.
    let design = try frame(#""fontSize": 14, "lineHeightPx": 20, "textAlignVertical": "\#(alignment)""#, height: 45)
    #expect(changes(design, card(size: 14, pitch: 20, ascent: 0.96875, descent: 0.241477, y: y)) == [])
    #expect(changes(design, card(size: 14, pitch: 20, ascent: 0.96875, descent: 0.241477, y: y + 1)) != [])
  }
}

/// Values measured in Figma's own output.
@Suite(.enabled(if: ExtraVectors.url("figma") != nil, "no extra vectors beside the checkout"))
struct DesignTextVectorTests {
  private struct Vectors<Row: Decodable>: Decodable { var rows: [Row] }

  private func rows<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row] {
    let url = try #require(ExtraVectors.url("figma/vectors/\(name).json"))
    return try JSONDecoder().decode(Vectors<Row>.self, from: Data(contentsOf: url)).rows
  }

  /// Returns the differences between a measured text and the same text laid out by Feedproof.
  private func differences(
    style: String, box: Rect, lines: Int = 1, size: Double, pitch: Double, ascent: Double, descent: Double,
    drawn: Rect
  ) throws -> [String] {
    let text =
      #"{"id": "1:2", "name": "text", "type": "TEXT", "characters": "a", "absoluteBoundingBox": {"x": \#(box.minX), "y": \#(box.minY), "width": \#(box.width), "height": \#(box.height)}, "style": {"fontFamily": "F", \#(style)}}"#
    let file = try DesignFrameTests.file(
      #"{"id": "1:1", "name": "card", "type": "FRAME", "absoluteBoundingBox": {"x": 0, "y": 0, "width": 900, "height": 900}, "children": [\#(text)]}"#
    )
    let frame = DesignFrame(file: file, index: 0, crop: nil, map: BoxMap(), reportsUnmapped: false)
    let baseline = drawn.minY + (pitch - (ascent + descent) * size) / 2 + ascent * size
    let card = LayoutRecord(
      size: .zero,
      boxes: [
        BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 900, height: 900)),
        BoxRecord(
          path: "card/text", frame: drawn, lineCount: lines, baseline: baseline,
          font: FontRecord(family: "F", size: size, lineHeight: pitch)),
      ])
    return StructureComparison(ignoresExtra: true)
      .compare(reference: frame.match(card).layout, actual: card).reasons
  }

  @Test("every baseline that was measured is met by half-leading")
  func baselines() throws {
    struct Row: Decodable {
      var size, ascent, descent, lineHeightPx, boxHeight, baseline: Double
      var lineHeightUnit, textAlignVertical: String
    }
    for row in try rows("text-baselines", as: Row.self) {
      let pitch = row.lineHeightPx.rounded(.toNearestOrAwayFromZero)
      // The position of the lines in a box of another size follows from the measured baseline.
      let own = (pitch - (row.ascent + row.descent) * row.size) / 2 + row.ascent * row.size
      let top = row.boxHeight == pitch ? 0 : row.baseline - (own + 0.5).rounded(.down)
      let found = try differences(
        style:
          #""fontSize": \#(row.size), "lineHeightPx": \#(row.lineHeightPx), "lineHeightUnit": "\#(row.lineHeightUnit)", "textAlignVertical": "\#(row.textAlignVertical)""#,
        box: Rect(x: 0, y: 10, width: 50, height: row.boxHeight), size: row.size, pitch: pitch, ascent: row.ascent,
        descent: row.descent, drawn: Rect(x: 0, y: 10 + top, width: 50, height: pitch))
      #expect(found == [], "\(row)")
    }
  }

  @Test("every height that was measured is met by as many lines")
  func heights() throws {
    struct Row: Decodable {
      var lineHeightPx, height: Double
      var unit: String
      var lines: Int
    }
    for row in try rows("text-heights", as: Row.self) {
      for pitch in [row.lineHeightPx, row.lineHeightPx.rounded(.toNearestOrAwayFromZero)] {
        let found = try differences(
          style:
            #""fontSize": 12, "lineHeightPx": \#(row.lineHeightPx), "lineHeightUnit": "\#(row.unit)", "textAutoResize": "HEIGHT""#,
          box: Rect(x: 0, y: 0, width: 50, height: row.height), lines: row.lines, size: 12, pitch: pitch, ascent: 0.9,
          descent: 0.2, drawn: Rect(x: 0, y: 0, width: 50, height: Double(row.lines) * pitch))
        #expect(found == [], "\(row)")
      }
    }
  }

  @Test("every width that was measured is met by what its letters take")
  func widths() throws {
    struct Row: Decodable { var advance, width: Double }
    for row in try rows("text-widths", as: Row.self) {
      let found = try differences(
        style: #""fontSize": 12, "lineHeightPx": 16, "textAutoResize": "WIDTH_AND_HEIGHT""#,
        box: Rect(x: 0, y: 0, width: row.width, height: 16), size: 12, pitch: 16, ascent: 0.9, descent: 0.2,
        drawn: Rect(x: 0, y: 0, width: row.advance, height: 16))
      #expect(found == [], "\(row)")
    }
  }
}
