import Diagnostics
import Drawing

/// Why a token can't be had as what is asked for.
package enum TokenLookupIssue: Issue, Error, Hashable {
  case unknown(String, suggestion: String?)
  case wrongType(String, expected: [TokenType], found: TokenType)
  /// The token is of the right type, but what it says can't be drawn.
  case notDrawable(String, reason: String)
  /// No face of the family is locked; where the token files let it stand in for another, that one's name too.
  case noFamily(String, insteadOf: String?, locked: [String])
  case noWeight(family: String, weight: Int, locked: [Int], nearest: Int)

  package var text: IssueText {
    switch self {
    case .unknown(let name, let suggestion):
      .error("token.unknown", "no token is called \"\(name)\"", hint: suggestion.map { "did you mean \"{\($0)}\"?" })
    case .wrongType(let name, let expected, let found):
      .error("token.wrong-type", "the token \(name) is a \(found.rawValue), but a \(Self.list(expected)) belongs here")
    case .notDrawable(let name, let reason):
      .error("token.not-drawable", "the token \(name) can't be drawn: \(reason)")
    case .noFamily(let family, let other, let locked):
      .error(
        "font.no-family",
        "the font lock has no \"\(family)\"\(other.map { ", which stands in for \"\($0)\"" } ?? ""); it has "
          + Self.brief(locked),
        hint: nearest(to: family, among: locked).map { "did you mean \"\($0)\"?" }
          ?? "\(Self.adding(family)), or say in the token file what stands in for it: "
          + Self.standIn("\"\(family)\": \"\(locked.first ?? "Inter")\""))
    case .noWeight(let family, let weight, let locked, let nearest):
      .error(
        "font.no-weight",
        "the font lock has no \"\(family)\" of weight \(weight), only \(locked.map(String.init).joined(separator: ", "))",
        hint: "the nearest is \(nearest); say so in the token file: "
          + Self.standIn("\"\(family) \(weight)\": \"\(family) \(nearest)\"") + ", or \(Self.adding(family))")
    }
  }
}

extension TokenLookupIssue {
  /// Whether it is about what the token's own file says, not about the place that names the token.
  package var isAboutToken: Bool {
    switch self {
    case .unknown, .wrongType, .notDrawable: false
    case .noFamily, .noWeight: true
    }
  }

  private static func adding(_ family: String) -> String { "add it: feedproof fonts --add \"\(family)\"" }

  private static func standIn(_ pair: String) -> String {
    "\"$extensions\": {\"feedproof\": {\"fonts\": {\(pair)}}}"
  }

  private static func brief(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more (feedproof fonts lists them)" : shown
  }

  private static func list(_ types: [TokenType]) -> String { types.map(\.rawValue).joined(separator: " or ") }
}

/// Tokens by path, as what is drawn.
extension TokenSet {
  package func token(_ path: String) throws(TokenLookupIssue) -> Token {
    guard let token = tokens[path] else {
      throw .unknown(path, suggestion: nearest(to: path, among: tokens.keys.sorted()))
    }
    return token
  }

  package func color(_ path: String) throws(TokenLookupIssue) -> Color {
    let value = try token(path).value
    guard case .color(let color) = value else { throw .wrongType(path, expected: [.color], found: value.type) }
    return color
  }

  /// A colour, or a gradient from top to bottom.
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

  /// The one drop shadow that a box can have.
  package func shadow(_ path: String) throws(TokenLookupIssue) -> Shadow {
    let value = try token(path).value
    guard case .shadow(let layers) = value else { throw .wrongType(path, expected: [.shadow], found: value.type) }
    guard layers.count == 1 else { throw .notDrawable(path, reason: "a box has one shadow, this has \(layers.count)") }
    guard !layers[0].isInset else { throw .notDrawable(path, reason: "an inner shadow") }
    return layers[0].shadow
  }

  /// A solid border's width in points and its colour.
  package func border(_ path: String) throws(TokenLookupIssue) -> (width: Double, color: Color) {
    let value = try token(path).value
    guard case .border(let border) = value else { throw .wrongType(path, expected: [.border], found: value.type) }
    guard border.style == .keyword(.solid) else { throw .notDrawable(path, reason: "its style is not solid") }
    return (border.width, border.color)
  }

  /// The line height in points is the multiple of the size, rounded to a millionth of a point, so that 22 written as
  /// 1.4666666667 × 15 is 22. Weights are clamped to the 100…900 that fonts come in.
  ///
  /// - Parameter typefaces: What there is to set a text in; nil takes the token's first family as it stands.
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

  /// Seconds.
  package func duration(_ path: String) throws(TokenLookupIssue) -> Double {
    let value = try token(path).value
    guard case .duration(let seconds) = value else { throw .wrongType(path, expected: [.duration], found: value.type) }
    return seconds
  }
}
