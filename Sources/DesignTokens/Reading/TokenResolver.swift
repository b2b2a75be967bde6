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

// MARK: - Composites

/// The composite types (format module, chapter 9). Every sub-value may be a reference.
extension TokenResolver {
  private mutating func subColor(_ node: SourceNode) -> Color? {
    if case .color(let color)? = value(node, as: .color) { color } else { nil }
  }

  private mutating func subDimension(_ node: SourceNode) -> Double? {
    if case .dimension(let points)? = value(node, as: .dimension) { points } else { nil }
  }

  mutating func strokeStyle(_ node: SourceNode) -> TokenValue.StrokeStyle? {
    let keywords = TokenValue.StrokeStyle.Keyword.allCases.map(\.rawValue)
    if let name = node.string {
      if let keyword = TokenValue.StrokeStyle.Keyword(rawValue: name) { return .keyword(keyword) }
      return refuse(node, expected: "a stroke style", hint: "one of \(keywords.joined(separator: ", "))")
    }
    guard let members = members(node, of: "strokeStyle", required: ["dashArray", "lineCap"]),
      let dashesNode = members["dashArray"], let capNode = members["lineCap"]
    else { return nil }
    guard let elements = dashesNode.elements, !elements.isEmpty else {
      return refuse(dashesNode, expected: "a list of dimensions")
    }
    var dashes: [Double] = []
    for element in elements {
      guard let dash = subDimension(element) else { return nil }
      dashes.append(dash)
    }
    guard let name = string(capNode, expected: "\"round\", \"butt\" or \"square\"") else { return nil }
    guard let cap = TokenValue.StrokeStyle.LineCap(rawValue: name) else {
      return refuse(capNode, expected: "\"round\", \"butt\" or \"square\"")
    }
    return .dashes(dashes, cap)
  }

  mutating func border(_ node: SourceNode) -> TokenValue.Border? {
    guard let members = members(node, of: "border", required: ["color", "width", "style"]),
      let color = members["color"].flatMap({ subColor($0) }),
      let width = members["width"].flatMap({ subDimension($0) }),
      let style = members["style"], case .strokeStyle(let stroke)? = value(style, as: .strokeStyle)
    else { return nil }
    return .init(color: color, width: width, style: stroke)
  }

  mutating func transition(_ node: SourceNode) -> TokenValue.Transition? {
    guard let members = members(node, of: "transition", required: ["duration", "delay", "timingFunction"]),
      let durationNode = members["duration"], case .duration(let duration)? = value(durationNode, as: .duration),
      let delayNode = members["delay"], case .duration(let delay)? = value(delayNode, as: .duration),
      let timingNode = members["timingFunction"],
      case .cubicBezier(let timing)? = value(timingNode, as: .cubicBezier)
    else { return nil }
    return .init(duration: duration, delay: delay, timing: timing)
  }

  mutating func shadow(_ node: SourceNode) -> [TokenValue.ShadowLayer]? {
    guard let elements = node.elements else { return shadowLayer(node).map { [$0] } }
    guard !elements.isEmpty else { return refuse(node, expected: "a shadow or a list of shadows") }
    var layers: [TokenValue.ShadowLayer] = []
    for element in elements {
      // Lists are never flattened: a reference must lead to a single shadow.
      guard case .shadow(let layer)? = value(element, as: .shadow) else { return nil }
      guard layer.count == 1 else { return refuse(element, expected: "a single shadow") }
      layers += layer
    }
    return layers
  }

  private mutating func shadowLayer(_ node: SourceNode) -> TokenValue.ShadowLayer? {
    let required = ["color", "offsetX", "offsetY", "blur", "spread"]
    guard let members = members(node, of: "shadow", required: required, optional: ["inset"]),
      let color = members["color"].flatMap({ subColor($0) }),
      let x = members["offsetX"].flatMap({ subDimension($0) }),
      let y = members["offsetY"].flatMap({ subDimension($0) }),
      let blurNode = members["blur"], let blur = subDimension(blurNode),
      let spread = members["spread"].flatMap({ subDimension($0) })
    else { return nil }
    guard blur >= 0 else {
      report(.outOfRange(what: "blur", range: "0…", found: "\(blur)"), at: blurNode.place)
      return nil
    }
    var isInset = false
    if let inset = members["inset"] {
      guard case .flag(let flag) = inset.content else { return refuse(inset, expected: "true or false") }
      isInset = flag
    }
    return .init(shadow: Shadow(offset: Point(x: x, y: y), blur: blur, spread: spread, color: color), isInset: isInset)
  }

  mutating func gradient(_ node: SourceNode) -> [LinearGradient.Stop]? {
    guard let elements = node.elements, !elements.isEmpty else {
      let hint = node.string.map { "of one color: [{\"color\": \"\($0)\", \"position\": 0}]" }
      return refuse(node, expected: "a list of gradient stops", hint: hint)
    }
    var stops: [LinearGradient.Stop] = []
    for element in elements {
      guard let stop = gradientStop(element) else { return nil }
      stops.append(stop)
    }
    return stops.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
  }

  /// A stop object, or a gradient token with one stop.
  private mutating func gradientStop(_ node: SourceNode) -> LinearGradient.Stop? {
    guard node.members != nil, node["$ref"] == nil else {
      guard case .gradient(let stops)? = value(node, as: .gradient) else { return nil }
      return stops.count == 1 ? stops[0] : refuse(node, expected: "a single gradient stop")
    }
    guard let members = members(node, of: "gradient stop", required: ["color", "position"]),
      let color = members["color"].flatMap({ subColor($0) }),
      let position = members["position"].flatMap({ number($0) })
    else { return nil }
    // Positions outside are clamped, as the format requires.
    return .init(offset: min(max(position, 0), 1), color: color)
  }

  mutating func typography(_ node: SourceNode) -> TokenValue.Typography? {
    let required = ["fontFamily", "fontSize", "fontWeight", "lineHeight"]
    guard let members = members(node, of: "typography", required: required, optional: ["letterSpacing"]),
      let familyNode = members["fontFamily"], case .fontFamily(let families)? = value(familyNode, as: .fontFamily),
      let sizeNode = members["fontSize"], let size = subDimension(sizeNode),
      let weightNode = members["fontWeight"], case .fontWeight(let weight)? = value(weightNode, as: .fontWeight),
      let lineHeightNode = members["lineHeight"], let lineHeight = number(lineHeightNode)
    else { return nil }
    var letterSpacing = 0.0
    if let spacingNode = members["letterSpacing"] {
      guard let spacing = subDimension(spacingNode) else { return nil }
      letterSpacing = spacing
    }
    for (what, number, node) in [("a font size", size, sizeNode), ("a line height", lineHeight, lineHeightNode)]
    where number <= 0 {
      report(.outOfRange(what: what, range: "0…", found: "\(number)"), at: node.place)
      return nil
    }
    return .init(
      families: families, size: size, weight: weight, letterSpacing: letterSpacing, lineHeight: lineHeight)
  }
}

/// Colors (color module): an object with a color space, or, leniently, a CSS hex string.
extension TokenResolver {
  private static let colorSpaces = [
    "srgb", "srgb-linear", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "display-p3", "a98-rgb", "prophoto-rgb",
    "rec2020", "xyz-d65", "xyz-d50",
  ]

  mutating func color(_ node: SourceNode) -> Color? {
    if let text = node.string { return hexadecimal(text) ?? refuse(node, expected: "a color like \"#528BCC\"") }
    guard
      let members = members(
        node, of: "color", required: ["colorSpace", "components"], optional: ["alpha", "hex"],
        hint: "write {\"colorSpace\": \"srgb\", \"components\": [0.32, 0.55, 0.8]} or \"#528BCC\""),
      let spaceNode = members["colorSpace"], let componentsNode = members["components"],
      let space = string(spaceNode, expected: "a color space"), let alpha = alpha(members["alpha"])
    else { return nil }
    guard space == "srgb" else {
      return fallback(
        space: space, at: spaceNode, components: componentsNode, hex: members["hex"], alpha: alpha,
        hasAlpha: members["alpha"] != nil)
    }
    guard let components = components(componentsNode) else { return nil }
    let color = Color(red: components[0], green: components[1], blue: components[2], alpha: alpha)
    if let hex = members["hex"] { return agreeing(color, with: hex, hasAlpha: members["alpha"] != nil) }
    return color
  }

  /// Returns the color, or nil after reporting that its `hex` is a different color.
  ///
  /// - Parameter hasAlpha: Whether the token has an `alpha` member.
  private mutating func agreeing(_ color: Color, with node: SourceNode, hasAlpha: Bool) -> Color? {
    guard let text = string(node, expected: "a hex color") else { return nil }
    guard let hex = hexadecimal(text) else { return refuse(node, expected: "a hex color like \"#528BCC\"") }
    let channels = [(color.red, hex.red), (color.green, hex.green), (color.blue, hex.blue)]
    guard ColorRounding.agree(channels.map(\.0), channels.map(\.1)) else {
      let numbers = channels.map { "\($0.0)" }.joined(separator: ", ")
      var opaque = color
      opaque.alpha = 1
      report(.hexDiffers(hex: text, components: "\(numbers) (\(opaque.hex))"), at: node.place)
      return nil
    }
    return agreeing(color.alpha, hasAlpha: hasAlpha, with: text, hex, at: node) ? color : nil
  }

  /// Reports a hex text whose alpha digits differ from `alpha`.
  private mutating func agreeing(
    _ alpha: Double, hasAlpha: Bool, with text: String, _ hex: Color, at node: SourceNode
  ) -> Bool {
    guard [4, 8].contains(text.count { $0 != "#" }), !ColorRounding.agree([alpha], [hex.alpha]) else { return true }
    let written = hasAlpha ? "\(alpha)" : "missing, which counts as 1"
    report(.hexAlphaDiffers(hex: text, hexAlpha: hex.alpha, alpha: written), at: node.place)
    return false
  }

  private mutating func alpha(_ node: SourceNode?) -> Double? {
    guard let node else { return 1 }
    guard let alpha = number(node) else { return nil }
    guard (0...1).contains(alpha) else {
      report(.outOfRange(what: "alpha", range: "0…1", found: node.inWords), at: node.place)
      return nil
    }
    return alpha
  }

  /// Returns three numbers, which may be an alias to another color's components as a whole.
  ///
  /// - Parameter range: The numbers allowed; nil for a color space whose numbers have other ranges.
  private mutating func components(_ node: SourceNode, range: ClosedRange<Double>? = 0...1) -> [Double]? {
    let elements = part(node, token: { _ in nil }) { resolver, node in
      node.elements ?? resolver.refuse(node, expected: "a list of 3 numbers")
    }
    guard let elements else { return nil }
    guard elements.count == 3 else { return refuse(node, expected: "a list of 3 numbers") }
    var components: [Double] = []
    for element in elements {
      // "none" is a missing component, which counts as 0 outside interpolation (CSS Color 4).
      if element.string == "none" {
        components.append(0)
        continue
      }
      guard let number = number(element) else { return nil }
      guard range?.contains(number) ?? number.isFinite else {
        report(.outOfRange(what: "an srgb component", range: "0…1", found: element.inWords), at: element.place)
        return nil
      }
      components.append(number)
    }
    return components
  }

  /// The sRGB color that `hex` spells for tools that don't know the color space.
  private mutating func fallback(
    space: String, at node: SourceNode, components: SourceNode, hex: SourceNode?, alpha: Double, hasAlpha: Bool
  ) -> Color? {
    guard Self.colorSpaces.contains(space), let hex, let text = string(hex, expected: "a hex color"),
      var color = hexadecimal(text)
    else {
      report(.unsupportedColorSpace(space), at: node.place)
      return nil
    }
    guard let numbers = self.components(components, range: nil) else { return nil }
    guard agreeing(alpha, hasAlpha: hasAlpha, with: text, color, at: hex) else { return nil }
    if let converted = ColorSpaceConversion.sRGB(numbers, in: space),
      !zip(converted, [color.red, color.green, color.blue]).allSatisfy({ ColorRounding.agree(converted: $0, $1) })
    {
      let shown = numbers.map { "\($0)" }.joined(separator: ", ")
      let spelled = Color(red: converted[0], green: converted[1], blue: converted[2], alpha: 1).hex
      report(.hexDiffers(hex: text, components: "\(space) \(shown) (\(spelled))"), at: hex.place)
      return nil
    }
    color.alpha = alpha
    return color
  }

  /// `RGB`, `RGBA`, `RRGGBB` or `RRGGBBAA`, with or without `#`.
  private func hexadecimal(_ text: String) -> Color? {
    let digits = text.drop { $0 == "#" }
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard values.count == digits.count, [3, 4, 6, 8].contains(values.count) else { return nil }
    let wide = values.count > 4 ? values : values.flatMap { [$0, $0] }
    let bytes = stride(from: 0, to: wide.count, by: 2).map { index -> Double in
      let byte: Int = wide[index] * 16 + wide[index + 1]
      return Double(byte) / 255
    }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 1)
  }
}
