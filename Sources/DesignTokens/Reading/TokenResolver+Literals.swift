import CheckedSources
import Diagnostics
import Drawing

/// The forms of the simple types (format module, chapter 8).
extension TokenResolver {
  /// One rem: the default font size of the platforms.
  private static let remInPoints = 16.0

  mutating func literal(_ node: SourceNode, as type: TokenType) -> TokenValue? {
    switch type {
    case .color: color(node).map(TokenValue.color)
    case .dimension: dimension(node).map(TokenValue.dimension)
    case .fontFamily: fontFamily(node).map(TokenValue.fontFamily)
    case .fontWeight: fontWeight(node).map(TokenValue.fontWeight)
    case .duration: duration(node).map(TokenValue.duration)
    case .cubicBezier: cubicBezier(node).map(TokenValue.cubicBezier)
    case .number: number(node).map(TokenValue.number)
    case .strokeStyle: strokeStyle(node).map(TokenValue.strokeStyle)
    case .border: border(node).map(TokenValue.border)
    case .transition: transition(node).map(TokenValue.transition)
    case .shadow: shadow(node).map(TokenValue.shadow)
    case .gradient: gradient(node).map(TokenValue.gradient)
    case .typography: typography(node).map(TokenValue.typography)
    }
  }

  /// Reports that something else should stand here; always nil.
  mutating func refuse<Value>(_ node: SourceNode, expected: String, hint: String? = nil) -> Value? {
    report(.value(expected: expected, found: node.inWords, hint: hint), at: node.place)
    return nil
  }

  /// The members by name, when all the required ones and no unknown ones are there.
  mutating func members(
    _ node: SourceNode, of type: String, required: [String], optional: [String] = [], hint: String? = nil
  ) -> [String: SourceNode]? {
    guard let members = node.members else { return refuse(node, expected: "a \(type) object", hint: hint) }
    var isComplete = true
    for member in members where !required.contains(member.key) && !optional.contains(member.key) {
      let suggestion = nearest(to: member.key, among: required + optional)
      report(.unknownMember(member.key, of: type, suggestion: suggestion), at: member.keyPlace)
      isComplete = false
    }
    for name in required where node[name] == nil {
      report(.missingMember(name, of: type), at: node.place)
      isComplete = false
    }
    guard isComplete else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func number(_ node: SourceNode) -> Double? {
    part(
      node,
      token: { value in
        switch value {
        case .number(let number), .fontWeight(let number): number
        default: nil
        }
      },
      read: { resolver, node in node.number ?? resolver.refuse(node, expected: "a number") })
  }

  private mutating func number(_ node: SourceNode, in range: ClosedRange<Double>, called what: String) -> Double? {
    guard let number = number(node) else { return nil }
    guard range.contains(number) else {
      let shown = "\(range.lowerBound)…\(range.upperBound)"
      report(.outOfRange(what: what, range: shown, found: node.inWords), at: node.place)
      return nil
    }
    return number
  }

  mutating func string(_ node: SourceNode, expected: String) -> String? {
    part(
      node, token: { _ in nil }, read: { resolver, node in node.string ?? resolver.refuse(node, expected: expected) })
  }

  private mutating func dimension(_ node: SourceNode) -> Double? {
    let hint = "write {\"value\": 8, \"unit\": \"px\"}"
    guard let members = members(node, of: "dimension", required: ["value", "unit"], hint: hint),
      let value = members["value"], let unitNode = members["unit"],
      let number = number(value), let unit = string(unitNode, expected: "\"px\" or \"rem\"")
    else { return nil }
    switch unit {
    case "px": return number
    case "rem": return number * Self.remInPoints
    default: return refuse(unitNode, expected: "\"px\" or \"rem\"")
    }
  }

  private mutating func duration(_ node: SourceNode) -> Double? {
    let hint = "write {\"value\": 200, \"unit\": \"ms\"}"
    guard let members = members(node, of: "duration", required: ["value", "unit"], hint: hint),
      let value = members["value"], let unitNode = members["unit"],
      let number = number(value), let unit = string(unitNode, expected: "\"ms\" or \"s\"")
    else { return nil }
    switch unit {
    case "ms": return number / 1000
    case "s": return number
    default: return refuse(unitNode, expected: "\"ms\" or \"s\"")
    }
  }

  private mutating func fontFamily(_ node: SourceNode) -> [String]? {
    guard let elements = node.elements else {
      return string(node, expected: "a font name or a list of them").map { [$0] }
    }
    guard !elements.isEmpty else { return refuse(node, expected: "a font name or a list of them") }
    var families: [String] = []
    for element in elements {
      let taken = part(
        element,
        token: { value in if case .fontFamily(let families) = value { families } else { nil } },
        read: { resolver, node in node.string.map { [$0] } ?? resolver.refuse(node, expected: "a font name") })
      guard let taken else { return nil }
      families += taken
    }
    return families
  }

  private static let weights: [String: Double] = [
    "thin": 100, "hairline": 100, "extra-light": 200, "ultra-light": 200, "light": 300, "normal": 400,
    "regular": 400, "book": 400, "medium": 500, "semi-bold": 600, "demi-bold": 600, "bold": 700, "extra-bold": 800,
    "ultra-bold": 800, "black": 900, "heavy": 900, "extra-black": 950, "ultra-black": 950,
  ]

  private mutating func fontWeight(_ node: SourceNode) -> Double? {
    guard let name = node.string, !name.hasPrefix("{") else {
      return number(node, in: 1...1000, called: "a font weight")
    }
    if let weight = Self.weights[name] { return weight }
    let near = nearest(to: name, among: Self.weights.keys.sorted())
    return refuse(node, expected: "a font weight", hint: near.map { "did you mean \"\($0)\"?" })
  }

  private mutating func cubicBezier(_ node: SourceNode) -> TokenValue.CubicBezier? {
    guard let elements = node.elements, elements.count == 4 else {
      return refuse(node, expected: "a list of 4 numbers")
    }
    guard let x1 = number(elements[0], in: 0...1, called: "the first point's x"), let y1 = number(elements[1]),
      let x2 = number(elements[2], in: 0...1, called: "the second point's x"), let y2 = number(elements[3])
    else { return nil }
    return .init(first: Point(x: x1, y: y1), second: Point(x: x2, y: y2))
  }
}
