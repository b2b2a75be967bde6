import Diagnostics
import Drawing

/// Why a token can't be had as what is asked for.
package enum TokenLookupIssue: Issue, Error, Hashable {
  case unknown(String, suggestion: String?)
  case wrongType(String, expected: [TokenType], found: TokenType)
  /// The token is of the right type, but what it says can't be drawn.
  case notDrawable(String, reason: String)
}

extension TokenLookupIssue {
  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .unknown: "token.unknown"
    case .wrongType: "token.wrong-type"
    case .notDrawable: "token.not-drawable"
    }
  }

  package var message: String {
    switch self {
    case .unknown(let name, _): "no token is called \"\(name)\""
    case .wrongType(let name, let expected, let found):
      "the token \(name) is a \(found.rawValue), but a \(Self.list(expected)) belongs here"
    case .notDrawable(let name, let reason): "the token \(name) can't be drawn: \(reason)"
    }
  }

  package var hint: String? {
    if case .unknown(_, let suggestion?) = self { "did you mean \"{\(suggestion)}\"?" } else { nil }
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
  package func textStyle(
    _ path: String, color: Color = .black, alignment: TextStyle.Alignment = .start
  ) throws(TokenLookupIssue) -> TextStyle {
    let value = try token(path).value
    guard case .typography(let type) = value else {
      throw .wrongType(path, expected: [.typography], found: value.type)
    }
    return TextStyle(
      family: type.families.first ?? "", size: type.size, weight: Int(min(max(type.weight, 100), 900).rounded()),
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
