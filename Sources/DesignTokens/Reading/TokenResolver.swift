import DataFormats
import Diagnostics
import Drawing

/// Resolves every token's type and value by following references; failures become diagnostics.
struct TokenResolver {
  private let root: SourceNode
  private let tokens: [String: RawToken]
  private var resolved: [String: ResolvedToken] = [:]
  /// The tokens and pointers being resolved, for detecting cycles.
  private var visiting: [AliasStep] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Types that were already reported: a group's type applies to many tokens.
  private var unknownTypes: Set<Place> = []
  private lazy var groups = Set(
    tokens.keys.flatMap { path in path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) } })
  /// The remaining number of names to compare for "did you mean": a suggestion for one unknown name visits all names.
  private var looksForSuggestions = 50_000

  private struct ResolvedToken {
    var value: TokenValue?
    /// The number of references from here to the final value.
    var steps: Int
  }

  private struct AliasStep {
    var key: String
    var steps = 0
  }

  /// The maximum length of a chain of references; each takes stack space.
  static let stepLimit = 64
  private static let familyLimit = 100

  init(root: SourceNode, tokens: [RawToken]) {
    self.root = root
    self.tokens = Dictionary(tokens.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func report(_ issue: TokenIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }

  /// The token's value; nil after reporting that it has none. `place` is where the token is used.
  mutating func resolve(_ path: String, from place: Place) -> TokenValue? {
    if let known = resolved[path] {
      guard canRefer(to: path, steps: known.steps, at: place) else { return nil }
      return known.value
    }
    guard let token = tokens[path] else {
      reportUnknown(path, at: place)
      return nil
    }
    guard enter(path, at: place) else { return nil }
    let value = value(of: token)
    let steps = leave()
    resolved[path] = ResolvedToken(value: value, steps: steps)
    return canRefer(to: path, steps: steps, at: place) ? value : nil
  }

  private mutating func reportUnknown(_ path: String, at place: Place) {
    if groups.contains(path) { return report(.groupReference(path), at: place) }
    var suggestion: String?
    if looksForSuggestions > 0 {
      looksForSuggestions -= tokens.count
      suggestion = nearest(to: path, among: tokens.keys)
    }
    report(.unknownReference(path, suggestion: suggestion), at: place)
  }

  private mutating func enter(_ key: String, at place: Place) -> Bool {
    if let start = visiting.firstIndex(where: { $0.key == key }) {
      report(.cycle(visiting[start...].map(\.key) + [key]), at: place)
      return false
    }
    guard visiting.count <= Self.stepLimit else {
      report(.tooManySteps(key, limit: Self.stepLimit), at: place)
      return false
    }
    visiting.append(AliasStep(key: key))
    return true
  }

  private mutating func leave() -> Int { visiting.removeLast().steps }

  /// Adds a step to a target that is `steps` away from its final value; false if the chain is too long.
  private mutating func canRefer(to key: String, steps: Int, at place: Place) -> Bool {
    guard let last = visiting.indices.last else { return true }
    guard steps < Self.stepLimit else {
      // Reported once: from here on it is a token without a value.
      if steps == Self.stepLimit { report(.tooManySteps(key, limit: Self.stepLimit), at: place) }
      visiting[last].steps = Self.stepLimit + 1
      return false
    }
    visiting[last].steps = max(visiting[last].steps, steps + 1)
    return true
  }

  private mutating func value(of token: RawToken) -> TokenValue? {
    // The format doesn't define a $ref next to $value: the value is used.
    let node = token.node["$value"] ?? token.node
    if let explicit = token.node["$type"] {
      guard let type = type(explicit) else { return nil }
      return value(node, as: type)
    }
    // The type of a referenced whole token takes precedence over the enclosing groups' type.
    guard let reference = reference(in: node) else { return nil }
    if let reference, let target = wholeToken(reference) { return resolve(target, from: node.place) }
    guard let inherited = token.inheritedType else {
      report(.missingType(token.path), at: token.node.place)
      return nil
    }
    guard let type = type(inherited) else { return nil }
    return value(node, as: type)
  }

  private mutating func type(_ node: SourceNode) -> TokenType? {
    guard let name = node.string else { return nil }
    guard let type = TokenType(rawValue: name) else {
      let suggestion = nearest(to: name, among: TokenType.allCases.map(\.rawValue))
      if unknownTypes.insert(node.place).inserted {
        report(.unknownType(name, suggestion: suggestion), at: node.place)
      }
      return nil
    }
    return type
  }

  /// The node's reference; inner nil if it is a value, outer nil after reporting that it is malformed.
  private mutating func reference(in node: SourceNode) -> TokenReference?? {
    do {
      return .some(try TokenReference(node))
    } catch {
      report(.badReference(error.text), at: node.place)
      return nil
    }
  }

  private func wholeToken(_ reference: TokenReference) -> String? {
    switch reference {
    case .token(let path): return path.joined(separator: ".")
    case .pointer(let segments):
      let path = (segments.last == "$value" ? segments.dropLast() : segments[...]).joined(separator: ".")
      return tokens[path] == nil ? nil : path
    }
  }

  /// The value of `node` or of its reference, read as `type`.
  mutating func value(_ node: SourceNode, as type: TokenType) -> TokenValue? {
    guard let reference = reference(in: node) else { return nil }
    guard let reference else { return literal(node, as: type) }
    if let path = wholeToken(reference) {
      guard let value = resolve(path, from: node.place) else { return nil }
      guard value.type == type else {
        report(.referenceType(path, expected: type, found: value.type), at: node.place)
        return nil
      }
      return value
    }
    return follow(reference.segments, from: node.place) { resolver, target in resolver.value(target, as: type) }
  }

  /// A part of a value that is not itself a token (a number in a list, a unit), or of its reference.
  mutating func part<Value>(
    _ node: SourceNode, token: (TokenValue) -> Value?, read: (inout TokenResolver, SourceNode) -> Value?
  ) -> Value? {
    guard let reference = reference(in: node) else { return nil }
    guard let reference else { return read(&self, node) }
    if let path = wholeToken(reference) {
      guard let value = resolve(path, from: node.place) else { return nil }
      if let part = token(value) { return part }
      report(.value(expected: "a plain value", found: "a \(value.type.rawValue)", hint: nil), at: node.place)
      return nil
    }
    return withoutActuallyEscaping(read) { read in
      follow(reference.segments, from: node.place) { resolver, target in
        resolver.part(target, token: { _ in nil }, read: read)
      }
    }
  }

  private mutating func follow<Value>(
    _ segments: [String], from place: Place, read: (inout TokenResolver, SourceNode) -> Value?
  ) -> Value? {
    let pointer = "#/" + segments.joined(separator: "/")
    guard enter(pointer, at: place) else { return nil }
    var hops = 0
    guard let target = locate(segments, hops: &hops) else {
      visiting.removeLast()
      report(.unknownReference(pointer, suggestion: nil), at: place)
      return nil
    }
    let value = read(&self, target)
    let steps = leave()
    return canRefer(to: pointer, steps: steps, at: place) ? value : nil
  }

  /// The node at a pointer; references on the way are followed, so that a part of an alias can be addressed.
  ///
  /// - Parameter hops: The number of references followed so far.
  private func locate(_ segments: [String], hops: inout Int) -> SourceNode? {
    var node = root
    for segment in segments {
      if let target = (try? TokenReference(node)) ?? nil {
        let value = if case .token = target { ["$value"] } else { [String]() }
        hops += 1
        guard hops < 32, let found = locate(target.segments + value, hops: &hops) else { return nil }
        node = found
      }
      switch node.content {
      case .object: node = node[segment] ?? SourceNode(.null, at: node.place)
      case .array(let elements):
        guard let index = Int(segment), elements.indices.contains(index) else { return nil }
        node = elements[index]
      default: return nil
      }
      if case .null = node.content { return nil }
    }
    return node
  }
}

/// The simple types (format module, chapter 8).
extension TokenResolver {
  mutating func literal(_ node: SourceNode, as type: TokenType) -> TokenValue? {
    switch type {
    case .color: color(node).map(TokenValue.color)
    case .dimension:
      // One rem is the default font size of the platforms.
      quantity(node, of: "dimension", example: "8", units: ["px": 1, "rem": 1 / 16]).map(TokenValue.dimension)
    case .fontFamily: fontFamily(node).map(TokenValue.fontFamily)
    case .fontWeight: fontWeight(node).map(TokenValue.fontWeight)
    case .duration:
      quantity(node, of: "duration", example: "200", units: ["ms": 1000, "s": 1]).map(TokenValue.duration)
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

  /// Reports an unexpected value; always returns nil.
  mutating func refuse<Value>(_ node: SourceNode, expected: String, hint: String? = nil) -> Value? {
    report(.value(expected: expected, found: node.inWords, hint: hint), at: node.place)
    return nil
  }

  /// The members by name, if all required and no unknown ones are present.
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

  /// A number with its unit, converted by the factor for the unit.
  private mutating func quantity(
    _ node: SourceNode, of type: String, example: String, units: KeyValuePairs<String, Double>
  ) -> Double? {
    let expected = units.map { "\"\($0.key)\"" }.joined(separator: " or ")
    guard
      let members = members(
        node, of: type, required: ["value", "unit"],
        hint: "write {\"value\": \(example), \"unit\": \"\(units[0].key)\"}"),
      let value = members["value"], let unitNode = members["unit"],
      let number = number(value), let unit = string(unitNode, expected: expected)
    else { return nil }
    guard let share = units.first(where: { $0.key == unit })?.value else {
      return refuse(unitNode, expected: expected)
    }
    return number / share
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
      // Nested lists can multiply.
      guard families.count <= Self.familyLimit else {
        return refuse(node, expected: "a list of at most \(Self.familyLimit) font names")
      }
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
