import Drawing
import Foundation
import Layout
import Support
import Testing

@Test(
  "rectangles read off another implementation's reference images come out exactly",
  .enabled(if: ExtraVectors.url("vectors/layout-specs.json") != nil, "no extra vectors beside the checkout"))
func referenceVectors() throws {
  let url = try #require(ExtraVectors.url("vectors/layout-specs.json"))
  let file = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
  let scale = try #require(file["scale"] as? Double)
  let vectors = try #require(file["vectors"] as? [[String: Any]])
  #expect(!vectors.isEmpty)
  for json in vectors {
    let vector = try ReferenceVector(json)
    let card = layOut(vector.spec, in: vector.range, scale: scale)
    #expect(card.size == vector.size, "\(vector.name)")
    #expect(card.problems.isEmpty, "\(vector.name)")
    #expect(vector.visible(in: card) == vector.visibleFrames, "\(vector.name)")
  }
}

/// A case of the file: a spec, a range, and the visible parts of its boxes within the container.
struct ReferenceVector {
  let name: String
  let spec: LayoutSpec
  let range: SizeRange
  let size: Size
  let visibleFrames: [String: Rect]

  init(_ json: [String: Any]) throws {
    name = try #require(json["name"] as? String)
    spec = try ReferenceSpec(try #require(json["spec"] as? [String: Any])).spec
    range = SizeRange(min: try Self.size(json["min"]), max: try Self.size(json["max"]))
    let expected = try #require(json["expected"] as? [String: Any])
    size = try Self.size(expected["size"])
    visibleFrames = try #require(expected["visibleFrames"] as? [String: [Double]]).mapValues {
      Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
  }

  /// Returns the frames clipped to the card, without those outside.
  func visible(in card: LaidOutCard) -> [String: Rect] {
    var frames: [String: Rect] = [:]
    for box in card.namedBoxes {
      let left = max(0, box.frame.minX)
      let top = max(0, box.frame.minY)
      let clipped = Rect(
        x: left, y: top, width: min(card.size.width, box.frame.maxX) - left,
        height: min(card.size.height, box.frame.maxY) - top)
      if !clipped.isEmpty { frames[box.path] = clipped }
    }
    return frames
  }

  private static func size(_ json: Any?) throws -> Size {
    let sides = try #require(json as? [Any]).map(ReferenceSpec.number)
    return Size(width: try #require(sides[0]), height: try #require(sides[1]))
  }
}

/// A spec in the file's notation.
struct ReferenceSpec {
  let json: [String: Any]

  init(_ json: [String: Any]) { self.json = json }

  static func number(_ value: Any?) -> Double? {
    if let string = value as? String { return string.hasPrefix("inf") ? .infinity : nil }
    return (value as? NSNumber)?.doubleValue
  }

  var spec: LayoutSpec {
    get throws { LayoutSpec(try rule, style: style, name: json["name"] as? String) }
  }

  private func number(_ key: String) -> Double { Self.number(json[key]) ?? 0 }
  private func flag(_ key: String) -> Bool { json[key] as? Bool ?? false }
  private func word(_ key: String) -> String { json[key] as? String ?? "" }

  private func dimension(_ key: String) -> Layout.Dimension {
    if let fraction = json[key] as? [String: Double] {
      return fraction["fraction"].map(Layout.Dimension.fraction) ?? .auto
    }
    return Self.number(json[key]).map(Layout.Dimension.points) ?? .auto
  }

  private func point(_ key: String) -> Point {
    let values = json[key] as? [Double] ?? [0, 0]
    return Point(x: values[0], y: values[1])
  }

  private var style: ElementStyle {
    var style = ElementStyle.size(width: dimension("width"), height: dimension("height"))
    style.flexGrow = number("flexGrow")
    style.flexShrink = number("flexShrink")
    style.flexBasis = dimension("flexBasis")
    style.alignSelf = StackRule.AlignItems(rawValue: word("alignSelf"))
    style.spacingBefore = number("spacingBefore")
    style.spacingAfter = number("spacingAfter")
    style.position = point("position")
    return style
  }

  private var children: [LayoutSpec] {
    get throws { try (json["children"] as? [[String: Any]] ?? []).map { try ReferenceSpec($0).spec } }
  }

  private var rule: LayoutRule {
    get throws {
      let children = try children
      switch word("type") {
      case "stack": return .stack(try stack, children: children)
      case "inset": return .inset(insets, child: children[0])
      case "ratio": return .ratio(number("ratio"), child: children[0])
      case "relative":
        let relative = RelativeRule(
          horizontal: try #require(RelativeRule.Position(rawValue: word("horizontal"))),
          vertical: try #require(RelativeRule.Position(rawValue: word("vertical"))),
          minimumWidth: flag("minimumWidth"), minimumHeight: flag("minimumHeight"))
        return .relative(relative, child: children[0])
      case "corner":
        let corner = CornerRule(
          try #require(CornerRule.Location(rawValue: word("corner"))), offset: point("offset"),
          wrapsCorner: flag("wrapsCorner"))
        return .corner(corner, child: children[0], corner: children[1])
      case "absolute":
        return .absolute(try #require(AbsoluteSizing(rawValue: word("sizing"))), children: children)
      case "leaf": return .leaf(.shape)
      case let other: throw UnknownSpec(type: other)
      }
    }
  }

  struct UnknownSpec: Error { let type: String }

  private var insets: Drawing.EdgeInsets {
    let values = json["insets"] as? [String: Any] ?? [:]
    func inset(_ key: String) -> Double { Self.number(values[key]) ?? 0 }
    return Drawing.EdgeInsets(
      top: inset("top"), left: inset("left"), bottom: inset("bottom"), right: inset("right"))
  }

  private var stack: StackRule {
    get throws {
      StackRule(
        try #require(StackRule.Direction(rawValue: word("direction"))), spacing: number("spacing"),
        justifyContent: try #require(StackRule.Justify(rawValue: word("justifyContent"))),
        alignItems: try #require(StackRule.AlignItems(rawValue: word("alignItems"))), wraps: flag("wrap"),
        alignContent: try #require(StackRule.AlignContent(rawValue: word("alignContent"))),
        lineSpacing: number("lineSpacing"))
    }
  }
}
