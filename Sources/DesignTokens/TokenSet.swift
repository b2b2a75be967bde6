import DataFormats
import Diagnostics
import Drawing

/// The design tokens of one theme, with every alias resolved and every type checked.
///
/// Read from files in W3C Design Tokens Format Module 2025.10.
package struct TokenSet: Sendable {
  package struct Token: Hashable, Sendable {
    package var value: TokenValue
    package var description: String?
    /// The reason, empty if none is given; nil if the token is not deprecated.
    package var deprecation: String?
    /// The place of the token's definition.
    package var place: Place

    package init(value: TokenValue, description: String? = nil, deprecation: String? = nil, place: Place) {
      (self.value, self.description, self.deprecation, self.place) = (value, description, deprecation, place)
    }
  }

  /// By path, e.g. `color.card`.
  package let tokens: [String: Token]
  /// The substitutes for missing typefaces.
  let standIns: [Typeface: Typeface]

  package init(tokens: [String: Token], standIns: [Typeface: Typeface] = [:]) {
    self.tokens = tokens
    self.standIns = standIns
  }

  /// Merges the files in order; a theme is an overlay, and adds no tokens to those of the layers.
  ///
  /// Groups are merged; for a token in both, the upper file replaces the properties that it gives. Aliases are resolved
  /// last, so that a base token that refers to a themed one changes with it.
  /// - Returns: No token set if a diagnostic is an error. Diagnostics are in the order of the files.
  package static func load(layers: [TokenFile], overlays: [TokenFile] = []) -> (TokenSet?, [Diagnostic]) {
    load(stack: layers.map { ($0, isTheme: false) } + overlays.map { ($0, isTheme: true) })
  }

  /// Like `load(layers:overlays:)`, but themes may be between layers; files are given in order of application.
  package static func load(stack: [(file: TokenFile, isTheme: Bool)]) -> (TokenSet?, [Diagnostic]) {
    var documents: [SourceNode] = []
    var diagnostics: [Diagnostic] = []
    for (file, _) in stack {
      do {
        documents.append(try JSONSource.read(file.contents, file: file.name))
      } catch {
        diagnostics.append(Diagnostic(TokenIssue.source(error.fact), at: error.place))
      }
    }
    guard diagnostics.isEmpty, let first = documents.first else { return (nil, diagnostics) }
    let merged = documents.dropFirst().reduce(first) { TokenMerging.merge($0, with: $1, tokens: .mergeProperties) }
    let (resolved, problems) = resolve(merged)
    let standIns = TypefaceSubstitutes(documents)
    let overlays = Set(stack.indices.filter { stack[$0].isTheme })
    diagnostics += problems + overlayOnly(documents, overlays) + standIns.diagnostics
    let order = stack.map(\.file.name)
    diagnostics.sort { $0.sortKey(order) < $1.sortKey(order) }
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    return (TokenSet(tokens: resolved, standIns: standIns.faces), diagnostics)
  }

  private static func resolve(_ document: SourceNode) -> ([String: Token], [Diagnostic]) {
    var expansion = GroupExpansion(root: document)
    let root = expansion.expanded()
    let collection = TokenCollection(root: root)
    var resolver = TokenResolver(root: root, tokens: collection.tokens)
    var tokens: [String: Token] = [:]
    for raw in collection.tokens {
      guard let value = resolver.resolve(raw.path, from: raw.node.place) else { continue }
      tokens[raw.path] = Token(
        value: value, description: raw.description, deprecation: raw.deprecation, place: raw.node.place)
    }
    return (tokens, expansion.diagnostics + collection.diagnostics + resolver.diagnostics)
  }

  /// Tokens that a theme has but the base lacks: templates checked against another theme would miss them.
  private static func overlayOnly(_ documents: [SourceNode], _ overlays: Set<Int>) -> [Diagnostic] {
    let layers = documents.indices.filter { !overlays.contains($0) }.map { documents[$0] }
    guard let first = layers.first, !overlays.isEmpty else { return [] }
    var base = GroupExpansion(
      root: layers.dropFirst().reduce(first) { TokenMerging.merge($0, with: $1, tokens: .mergeProperties) })
    let known = Set(TokenCollection(root: base.expanded()).tokens.map(\.path))
    return overlays.sorted().flatMap { index in
      TokenCollection(root: documents[index]).tokens.filter { !known.contains($0.path) }
        .map { Diagnostic(.overlayOnly($0.path) as TokenIssue, at: $0.node.place) }
    }
  }
}

extension Diagnostic {
  fileprivate func sortKey(_ files: [String]) -> (Int, Int, Int) {
    guard case .line(let line, let column)? = place?.position else { return (0, 0, 0) }
    return (place?.file.flatMap(files.firstIndex) ?? 0, line, column ?? 0)
  }
}

/// Why a token can't be used as requested.
package enum TokenLookupIssue: Issue, Error, Hashable {
  case unknown(String, suggestion: String?)
  case wrongType(String, expected: [TokenType], found: TokenType)
  /// The token has the right type, but its value can't be drawn.
  case notDrawable(String, reason: String)
  /// The font lock has no font of the family; if the token files name a substitute, `insteadOf` is the original family.
  case noFamily(String, insteadOf: String?, locked: [String])
  case noWeight(family: String, weight: Int, locked: [Int], nearest: Int)

  package var text: IssueText {
    switch self {
    case .unknown(let name, let suggestion):
      .error("token.unknown", "there is no token \"\(name)\"", hint: suggestion.map { "did you mean \"{\($0)}\"?" })
    case .wrongType(let name, let expected, let found):
      .error("token.wrong-type", "the token \(name) is a \(found.rawValue), but must be a \(Self.list(expected))")
    case .notDrawable(let name, let reason):
      .error("token.not-drawable", "the token \(name) can't be drawn: \(reason)")
    case .noFamily(let family, let other, let locked):
      .error(
        "font.no-family",
        "the font lock does not contain \"\(family)\"\(other.map { ", the substitute for \"\($0)\"" } ?? ""); it contains "
          + Self.brief(locked),
        hint: nearest(to: family, among: locked).map { "did you mean \"\($0)\"?" }
          ?? "\(Self.adding(family)), or name a substitute in the token file: "
          + Self.standIn("\"\(family)\": \"\(locked.first ?? "Inter")\""))
    case .noWeight(let family, let weight, let locked, let nearest):
      .error(
        "font.no-weight",
        "the font lock does not contain \"\(family)\" in weight \(weight), only \(locked.map(String.init).joined(separator: ", "))",
        hint: "name the nearest, \(nearest), as its substitute in the token file: "
          + Self.standIn("\"\(family) \(weight)\": \"\(family) \(nearest)\"") + ", or \(Self.adding(family))")
    }
  }
}

extension TokenLookupIssue {
  /// Whether the problem is in the token's own file, and not at the place that uses the token.
  package var isAboutToken: Bool {
    switch self {
    case .unknown, .wrongType, .notDrawable: false
    case .noFamily, .noWeight: true
    }
  }

  private static func adding(_ family: String) -> String {
    "add it, by its name or its file: feedproof fonts --add \(ShellWord.quoted(family))"
  }

  private static func standIn(_ pair: String) -> String {
    "\"$extensions\": {\"feedproof\": {\"fonts\": {\(pair)}}}"
  }

  private static func brief(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more (feedproof fonts lists them)" : shown
  }

  private static func list(_ types: [TokenType]) -> String { types.map(\.rawValue).joined(separator: " or ") }
}

/// Tokens by path, as drawing values.
extension TokenSet {
  package func has(_ path: String) -> Bool { tokens[path] != nil }

  package func token(_ path: String) throws(TokenLookupIssue) -> Token {
    guard let token = tokens[path] else {
      // With many more tokens, the search would take longer than everything else.
      throw .unknown(path, suggestion: tokens.count > 5_000 ? nil : nearest(to: path, among: tokens.keys))
    }
    return token
  }

  package func color(_ path: String) throws(TokenLookupIssue) -> Color {
    let value = try token(path).value
    guard case .color(let color) = value else { throw .wrongType(path, expected: [.color], found: value.type) }
    return color
  }

  /// A color, or a gradient from top to bottom.
  package func paint(_ path: String) throws(TokenLookupIssue) -> Paint {
    switch try token(path).value {
    case .color(let color): return .solid(color)
    case .gradient(let stops): return .linearGradient(LinearGradient(stops: stops))
    case let value: throw .wrongType(path, expected: [.color, .gradient], found: value.type)
    }
  }

  /// A dimension in points.
  package func length(_ path: String) throws(TokenLookupIssue) -> Double {
    let value = try token(path).value
    guard case .dimension(let points) = value else { throw .wrongType(path, expected: [.dimension], found: value.type) }
    return points
  }

  package func number(_ path: String) throws(TokenLookupIssue) -> Double {
    let value = try token(path).value
    guard case .number(let number) = value else { throw .wrongType(path, expected: [.number], found: value.type) }
    return number
  }

  package func gradient(_ path: String) throws(TokenLookupIssue) -> [LinearGradient.Stop] {
    let value = try token(path).value
    guard case .gradient(let stops) = value else { throw .wrongType(path, expected: [.gradient], found: value.type) }
    return stops
  }

  package func shadows(_ path: String) throws(TokenLookupIssue) -> [TokenValue.ShadowLayer] {
    let value = try token(path).value
    guard case .shadow(let layers) = value else { throw .wrongType(path, expected: [.shadow], found: value.type) }
    return layers
  }

  /// A single drop shadow.
  package func shadow(_ path: String) throws(TokenLookupIssue) -> Shadow {
    let layers = try shadows(path)
    guard layers.count == 1 else { throw .notDrawable(path, reason: "one shadow is needed, this has \(layers.count)") }
    guard !layers[0].isInset else { throw .notDrawable(path, reason: "an inner shadow") }
    return layers[0].shadow
  }

  /// A border's width in points and its color; nil dashes mean a solid line.
  package func border(
    _ path: String
  ) throws(TokenLookupIssue) -> (width: Double, color: Color, dashes: Dashes?) {
    let value = try token(path).value
    guard case .border(let border) = value else { throw .wrongType(path, expected: [.border], found: value.type) }
    switch border.style {
    case .keyword(.solid): return (border.width, border.color, nil)
    case .keyword(.dashed): return (border.width, border.color, Dashes([2 * border.width, 2 * border.width]))
    case .keyword(.dotted): return (border.width, border.color, Dashes([0, 2 * border.width], cap: .round))
    case .keyword(let style): throw .notDrawable(path, reason: "its style is \(style.rawValue)")
    case .dashes(let lengths, let cap):
      guard lengths.contains(where: { $0 > 0 }), lengths.allSatisfy({ $0 >= 0 }) else {
        throw .notDrawable(path, reason: "its dashes have no length")
      }
      return (border.width, border.color, Dashes(lengths, cap: cap.drawn))
    }
  }

  /// The line height in points is the multiple of the size, rounded to a millionth of a point, so that 22 written as
  /// 1.4666666667 × 15 is 22. Weights are clamped to 100…900, the range of fonts.
  ///
  /// - Parameter typefaces: The available typefaces; nil uses the token's first family unchecked.
  package func textStyle(
    _ path: String, color: Color = .black, alignment: TextStyle.Alignment = .start, among typefaces: Typefaces? = nil
  ) throws(TokenLookupIssue) -> TextStyle {
    let value = try token(path).value
    guard case .typography(let type) = value else {
      throw .wrongType(path, expected: [.typography], found: value.type)
    }
    var (family, weight) = (type.families.first ?? "", Self.drawnWeight(of: type))
    if let typefaces { (family, weight) = try typeface(of: type, among: typefaces) }
    return TextStyle(
      family: family, size: type.size, weight: weight,
      lineHeight: (type.lineHeight * type.size * 1e6).rounded() / 1e6, letterSpacing: type.letterSpacing, color: color,
      alignment: alignment)
  }
}

extension TokenSet {
  /// The first of a token's families that is available, or else its substitute from the token files.
  ///
  /// - Parameter typefaces: The available typefaces; nil uses the first family unchecked.
  package func family(_ path: String, among typefaces: Typefaces?) throws(TokenLookupIssue) -> String {
    let value = try token(path).value
    guard case .fontFamily(let families) = value else {
      throw .wrongType(path, expected: [.fontFamily], found: value.type)
    }
    let first = families.first ?? ""
    guard let typefaces else { return first }
    for family in families {
      let known = typefaces.family(family) ?? typefaces.family(standIns(for: Typeface(family), typefaces).family)
      if let known { return known.name }
    }
    throw .noFamily(first, insteadOf: nil, locked: typefaces.families.map(\.name))
  }

  /// The font of `typefaces` for a typography token: the first of its families that is available at its weight, or else
  /// its substitute from the token files.
  ///
  /// - Throws: `TokenLookupIssue.noFamily` or `noWeight` if none is available.
  func typeface(
    of type: TokenValue.Typography, among typefaces: Typefaces
  ) throws(TokenLookupIssue) -> (family: String, weight: Int) {
    let weight = Self.drawnWeight(of: type)
    for family in type.families {
      if let found = locked(Typeface(family, weight: weight), typefaces) { return found }
    }
    // Report the first known family, which lacks the weight.
    let known = type.families.compactMap { family in
      typefaces.family(standIns(for: Typeface(family, weight: weight), typefaces).family)
    }
    if let family = known.first {
      throw .noWeight(
        family: family.name, weight: weight, locked: family.weights,
        nearest: Self.nearestWeight(to: weight, family.weights))
    }
    let first = type.families.first ?? ""
    let last = standIns(for: Typeface(first, weight: weight), typefaces).family
    throw .noFamily(last, insteadOf: last == first ? nil : first, locked: typefaces.families.map(\.name))
  }

  private func locked(_ wanted: Typeface, _ typefaces: Typefaces) -> (family: String, weight: Int)? {
    let face = standIns(for: wanted, typefaces)
    guard let family = typefaces.family(face.family), let weight = face.weight, family.weights.contains(weight) else {
      return nil
    }
    return (family.name, weight)
  }

  /// Follows substitutes from a missing typeface to an available one, or to the end of the chain.
  private func standIns(for wanted: Typeface, _ typefaces: Typefaces) -> Typeface {
    var face = wanted
    // The loop also ends if substitutes form a cycle.
    for _ in 0...standIns.count {
      let family = typefaces.family(face.family)
      if let weight = face.weight, family?.weights.contains(weight) == true { return face }
      // A substitute for a whole family only applies if the family is missing.
      guard let next = standIns[face] ?? (family == nil ? standIns[Typeface(face.family)] : nil) else { return face }
      face = Typeface(next.family, weight: next.weight ?? face.weight)
    }
    return face
  }

  /// As in CSS: of two equally near weights, the bolder one from 500 on, otherwise the lighter one.
  private static func nearestWeight(to weight: Int, _ weights: [Int]) -> Int {
    weights.min { left, right in
      let (a, b) = (abs(left - weight), abs(right - weight))
      return a == b ? (weight > 500) == (left > right) : a < b
    } ?? weight
  }

  /// Clamped to 100…900, the range of fonts.
  static func drawnWeight(of type: TokenValue.Typography) -> Int { Int(min(max(type.weight, 100), 900).rounded()) }
}

extension TokenValue.StrokeStyle.LineCap {
  fileprivate var drawn: Dashes.Cap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}
