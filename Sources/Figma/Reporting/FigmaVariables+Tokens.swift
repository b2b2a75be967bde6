extension FigmaVariables {
  /// The token for a variable.
  package enum TokenValue: Hashable, Sendable {
    /// The type is a guess if nothing states the purpose of the number.
    case token(FigmaToken, isGuessed: Bool)
    /// The format can't express it: a text or a Boolean.
    case raw(Value)
    case unresolved(ResolvedValue)
  }

  private static let lengths: Set = [
    "WIDTH_HEIGHT", "GAP", "CORNER_RADIUS", "FONT_SIZE", "LINE_HEIGHT", "LETTER_SPACING", "PARAGRAPH_SPACING",
    "PARAGRAPH_INDENT", "STROKE_FLOAT", "EFFECT_FLOAT",
  ]

  /// A user's statement of a variable's meaning, which Figma lacks.
  package enum Meaning: String, CaseIterable, Sendable {
    case dimension, number, percent, fontWeight, fontFamily, duration
  }

  /// - Parameters:
  ///   - value: The value with aliases resolved; its type is that of the requested variable.
  ///   - meaning: Takes precedence over the variable's scopes.
  package static func token(for variable: Variable, _ value: ResolvedValue, as meaning: Meaning? = nil) -> TokenValue {
    guard case .value(let value) = value else { return .unresolved(value) }
    if let meaning, let token = token(value, as: meaning) { return .token(token, isGuessed: false) }
    let scopes = Set(variable.scopes)
    func isFor(_ known: Set<String>) -> Bool { !scopes.isEmpty && scopes.isSubset(of: known) }
    switch (variable.type, value) {
    case ("COLOR", .color(let color)): return .token(.color(color), isGuessed: false)
    case ("FLOAT", .number(let number)):
      if isFor(["FONT_WEIGHT", "FONT_STYLE"]) { return .token(.fontWeight(.number(number)), isGuessed: false) }
      // Figma's opacity is in percent.
      if isFor(["OPACITY"]) { return .token(.number(number / 100), isGuessed: false) }
      return .token(.dimension(number), isGuessed: !isFor(lengths))
    case ("STRING", .text(let text)):
      if isFor(["FONT_FAMILY"]) { return .token(.fontFamily(text), isGuessed: false) }
      if isFor(["FONT_STYLE"]), let weight = weightName(text) {
        return .token(.fontWeight(.text(weight)), isGuessed: false)
      }
      return .raw(value)
    default: return .raw(value)
    }
  }

  private static func token(_ value: Value, as meaning: Meaning) -> FigmaToken? {
    switch (value, meaning) {
    case (.number(let number), .dimension): .dimension(number)
    case (.number(let number), .number): .number(number)
    case (.number(let number), .percent): .number(number / 100)
    case (.number(let number), .fontWeight): .fontWeight(.number(number))
    case (.number(let number), .duration): .duration(number)
    case (.text(let text), .fontFamily): .fontFamily(text)
    case (.text(let text), .fontWeight): weightName(text).map { .fontWeight(.text($0)) }
    default: nil
    }
  }

  /// Returns the format's keyword for a font weight; Figma calls it "Semi Bold".
  private static func weightName(_ text: String) -> String? {
    let names = [
      "thin", "hairline", "extra-light", "ultra-light", "light", "normal", "regular", "book", "medium", "semi-bold",
      "demi-bold", "bold", "extra-bold", "ultra-bold", "black", "heavy", "extra-black", "ultra-black",
    ]
    let letters = text.lowercased().filter(\.isLetter)
    return names.first { $0.filter(\.isLetter) == letters }
  }

  /// Returns the groups around tokens with these paths.
  static func groups(_ paths: [[String]]) -> Set<[String]> {
    Set(paths.flatMap { path in path.indices.dropFirst().map { Array(path[..<$0]) } })
  }

  /// Returns the token path for a variable's name; invalid characters are dropped or replaced.
  package static func path(_ name: String) -> [String] {
    let steps = name.split(separator: "/").map { step in
      let safe = step.filter { $0 != "{" && $0 != "}" }.map { $0 == "." ? "_" : String($0) }.joined()
      return String(safe.drop { $0 == "$" })
    }.filter { !$0.isEmpty }
    return steps.isEmpty ? ["_"] : steps
  }
}

extension FigmaVariables.Value {
  var json: JSONOutput {
    switch self {
    case .color(let color): .text(color.fullHex)
    case .number(let number): .rounded(number, .six)
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    case .alias(let id): ["alias": .text(id)]
    }
  }
}

extension FigmaVariables.TokenValue {
  var json: JSONOutput {
    switch self {
    case .token(let token, let isGuessed):
      ["$type": .text(token.type), "$value": token.value(), "guessed": isGuessed ? true : nil]
    case .raw(let value): ["raw": value.json]
    case .unresolved(.dangling(let id)): ["unresolved": ["dangling": .text(id)]]
    case .unresolved(.cycle(let id)): ["unresolved": ["cycle": .text(id)]]
    case .unresolved(.missing(let id)): ["unresolved": ["missing": .text(id)]]
    case .unresolved(.value(let value)): ["raw": value.json]
    }
  }
}
