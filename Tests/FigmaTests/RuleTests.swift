import Drawing
import Figma
import Foundation
import Support
import Testing

@Suite("Where Figma sets letters and puts layers")
struct RuleTests {
  @Test("a line's baseline is on a whole point")
  func baseline() {
    // Inter 14 on 20: half-leading alone would give 15.09.
    #expect(FigmaTextMetrics.baseline(ascent: 0.96875, descent: 0.241477, size: 14, lineHeightPx: 20) == 15)
    #expect(
      FigmaTextMetrics.baseline(
        ascent: 0.96875, descent: 0.241477, size: 14, lineHeightPx: 20, alignment: "BOTTOM", boxHeight: 30) == 25)
  }

  @Test("lines given in points are summed before they are rounded, others after")
  func heights() {
    #expect(FigmaTextMetrics.height(lines: 3, lineHeightPx: 76.5, unit: "PIXELS") == 230)
    #expect(FigmaTextMetrics.height(lines: 3, lineHeightPx: 14.4375, unit: "INTRINSIC_%") == 42)
  }

  @Test("a layer that scales or hangs on both sides goes with its parent")
  func constraints() {
    let box = Rect(x: 10, y: 20, width: 30, height: 40)
    func resized(_ horizontal: String, _ vertical: String) -> Rect {
      FigmaConstraints(horizontal: horizontal, vertical: vertical)
        .resized(box, parent: Size(width: 100, height: 100), to: Size(width: 200, height: 60))
    }
    #expect(resized("LEFT", "TOP") == box)
    #expect(resized("RIGHT", "BOTTOM") == Rect(x: 110, y: -20, width: 30, height: 40))
    #expect(resized("CENTER", "CENTER") == Rect(x: 60, y: 0, width: 30, height: 40))
    #expect(resized("LEFT_RIGHT", "TOP_BOTTOM") == Rect(x: 10, y: 20, width: 130, height: 0))
    #expect(resized("SCALE", "SCALE") == Rect(x: 20, y: 12, width: 60, height: 24))
  }
}

/// Values measured in Figma's own output.
@Suite(.enabled(if: Samples.folder != nil, "no extra vectors beside the checkout"))
struct RuleVectorTests {
  private struct Vectors<Row: Decodable>: Decodable { var rows: [Row] }

  private func rows<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row] {
    try JSONDecoder().decode(Vectors<Row>.self, from: Samples.text("vectors/\(name).json")).rows
  }

  @Test func baselines() throws {
    struct Row: Decodable {
      var size, ascent, descent, lineHeightPx, boxHeight, baseline: Double
      var lineHeightUnit, textAlignVertical: String
    }
    for row in try rows("text-baselines", as: Row.self) {
      let baseline = FigmaTextMetrics.baseline(
        ascent: row.ascent, descent: row.descent, size: row.size, lineHeightPx: row.lineHeightPx,
        unit: row.lineHeightUnit, alignment: row.textAlignVertical, boxHeight: row.boxHeight)
      #expect(baseline == row.baseline, "\(row)")
    }
  }

  @Test func heights() throws {
    struct Row: Decodable {
      var lineHeightPx, height: Double
      var unit: String
      var lines: Int
    }
    for row in try rows("text-heights", as: Row.self) {
      #expect(
        FigmaTextMetrics.height(lines: row.lines, lineHeightPx: row.lineHeightPx, unit: row.unit) == row.height,
        "\(row)")
    }
  }

  @Test func widths() throws {
    struct Row: Decodable { var advance, width: Double }
    for row in try rows("text-widths", as: Row.self) {
      #expect(FigmaTextMetrics.width(advance: row.advance) == row.width, "\(row)")
    }
  }

  @Test func constraints() throws {
    struct Row: Decodable {
      var horizontal, vertical: String
      var parent, box, newParent, rule: [Double]
    }
    for row in try rows("constraints", as: Row.self) {
      let box = FigmaConstraints(horizontal: row.horizontal, vertical: row.vertical).resized(
        Rect(x: row.box[0], y: row.box[1], width: row.box[2], height: row.box[3]),
        parent: Size(width: row.parent[0], height: row.parent[1]),
        to: Size(width: row.newParent[0], height: row.newParent[1]))
      let found = [box.minX, box.minY, box.width, box.height]
      #expect(zip(found, row.rule).allSatisfy { abs($0 - $1) < 0.001 }, "\(found), \(row)")
    }
  }

  @Test func effectBounds() throws {
    struct Row: Decodable {
      struct Effect: Decodable {
        var type: String
        var radius, spread: Double
        var offset: [Double]?
      }
      var effects: [Effect]
      var outset: [Double]
    }
    for row in try rows("effect-bounds", as: Row.self) {
      let effect = row.effects[0]
      let offset = effect.offset.map { #", "offset": {"x": \#($0[0]), "y": \#($0[1])}"# } ?? ""
      let node =
        #"{"id": "1:2", "name": "a", "type": "FRAME", "effects": [{"type": "\#(effect.type)", "radius": \#(effect.radius), "spread": \#(effect.spread)\#(offset)}]}"#
      let outset = try Fixture.file([node]).nodes[0].effects[0].outset
      #expect([outset.left, outset.top, outset.right, outset.bottom] == row.outset)
    }
  }
}
