import Cards
import DesignTokens
import Diagnostics
import Drawing

/// The design's numbers that stand outside any card template: rules for texts and photos, and the screen around the cards.
struct FeedMetrics: Sendable {
  var cards: PostCardRules
  /// Points left and right of a card.
  var screenMargin: Double
  /// Points between two cards.
  var cardGap: Double
  /// Points; for the page, which rounds its own boxes.
  var cardRadius: Double
  var background: Paint

  /// - Returns: every token that is missing or of another type, when there is no result.
  static func read(_ tokens: TokenSet) -> (FeedMetrics?, [Diagnostic]) {
    var reader = Reader(tokens: tokens)
    let metrics = FeedMetrics(
      cards: PostCardRules(
        collapsesAbove: reader.count("text.collapse-above"), collapsedLines: reader.count("text.collapsed-lines"),
        minimumAspect: reader.positive("photo.min-aspect"), maximumAspect: reader.positive("photo.max-aspect"),
        fallbackAspect: reader.positive("photo.default-aspect")),
      screenMargin: reader.length("screen.margin"), cardGap: reader.length("screen.card-gap"),
      cardRadius: reader.length("radius.card"), background: reader.paint("screen.background"))
    return (reader.diagnostics.isEmpty ? metrics : nil, reader.diagnostics)
  }
}

/// Looks tokens up and collects what is wrong with them.
private struct Reader {
  let tokens: TokenSet
  var diagnostics: [Diagnostic] = []

  mutating func length(_ path: String) -> Double { value(0) { (tokens) throws(TokenLookupIssue) in try tokens.length(path) } }

  mutating func paint(_ path: String) -> Paint {
    value(.solid(.clear)) { (tokens) throws(TokenLookupIssue) in try tokens.paint(path) }
  }

  /// A whole number of lines, at least 1.
  mutating func count(_ path: String) -> Int {
    let number = value(1) { (tokens) throws(TokenLookupIssue) in try tokens.number(path) }
    guard number >= 1, number <= 10_000, number == number.rounded() else {
      report(.notDrawable(path, reason: "it is not a whole number of lines"))
      return 1
    }
    return Int(number)
  }

  mutating func positive(_ path: String) -> Double {
    let number = value(1) { (tokens) throws(TokenLookupIssue) in try tokens.number(path) }
    guard number > 0, number.isFinite else {
      report(.notDrawable(path, reason: "it is not above 0"))
      return 1
    }
    return number
  }

  private mutating func value<Value>(
    _ fallback: Value, _ look: (TokenSet) throws(TokenLookupIssue) -> Value
  ) -> Value {
    do {
      return try look(tokens)
    } catch {
      report(error)
      return fallback
    }
  }

  private mutating func report(_ issue: TokenLookupIssue) { diagnostics.append(Diagnostic(issue)) }
}
