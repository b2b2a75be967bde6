import Cards
import DesignTokens
import Diagnostics
import Drawing

/// The design values of a feed outside templates.
package struct FeedMetrics: Hashable, Sendable {
  /// The rules for building view models: how texts collapse, how photos are cropped.
  package var rules: PostCardRules
  /// The distance from the screen's sides to the cards, in points.
  package var screenMargin: Double
  /// Width ÷ height of a screen.
  package var screenAspect: Double
  /// The distance between two cards, in points.
  package var cardGap: Double
  package var background: Paint
  /// In points; for the page, which rounds its own boxes.
  package var cardRadius: Double

  /// Optional tokens: adding or removing one changes cards even though nothing references it.
  package enum OptionalToken: String, CaseIterable, Sendable {
    case maxScreenShare = "photo.max-screen-share"
    case screenAspect = "screen.aspect"
    case enlargedFrom = "photo.enlarged-from"
    case largeLinkFrom = "link.large-from"
    case minimumLinkAspect = "link.min-aspect"
    case repostSteps = "repost.steps"
    case runPause = "chat.run-pause"
    case separatesDays = "feed.separates-days"
    case hidesSchemes = "link.hides-scheme"
    case hidesAnsweredNames = "reply.hides-names"
  }

  /// Reads the metrics by their token names.
  ///
  /// - Parameter file: The token file's name, for diagnostics about missing tokens.
  /// - Returns: No metrics if a token is missing or has the wrong type; every such token is reported.
  package static func read(from tokens: TokenSet, file: String) -> (FeedMetrics?, [Diagnostic]) {
    var reader = MetricsReader(tokens: tokens, file: file)
    var rules = PostCardRules(
      collapsesAbove: reader.count("text.collapse-above"), collapsedLines: reader.count("text.collapsed-lines"),
      minimumAspect: reader.positive("photo.min-aspect"), maximumAspect: reader.positive("photo.max-aspect"),
      fallbackAspect: reader.positive("photo.default-aspect"))
    let share = reader.positive(ifThere: .maxScreenShare)
    let screen = share == nil ? reader.positive(ifThere: .screenAspect) : reader.positive("screen.aspect")
    rules.maximumRatio = share.flatMap { share in screen.map { share / $0 } }
    rules.enlargedFrom = reader.positive(ifThere: .enlargedFrom)
    rules.largeLinkFrom = reader.positive(ifThere: .largeLinkFrom)
    rules.minimumLinkAspect = reader.positive(ifThere: .minimumLinkAspect)
    if let steps = reader.count(ifThere: .repostSteps) { rules.repostSteps = steps }
    if let pause = reader.count(ifThere: .runPause) { rules.runPause = pause }
    rules.separatesDays = reader.isSet(.separatesDays)
    rules.hidesSchemes = reader.isSet(.hidesSchemes)
    rules.hidesAnsweredNames = reader.isSet(.hidesAnsweredNames)
    let margin = reader.length("screen.margin")
    let gap = reader.length("screen.card-gap")
    let background = reader.read("screen.background", TokenSet.paint)
    let radius = reader.length("radius.card")
    if rules.minimumAspect > rules.maximumAspect {
      reader.report("photo.min-aspect", "is larger than photo.max-aspect")
    }
    guard reader.diagnostics.isEmpty, let background else { return (nil, reader.diagnostics) }
    let metrics = FeedMetrics(
      rules: rules, screenMargin: margin, screenAspect: screen ?? defaultScreenAspect, cardGap: gap,
      background: background, cardRadius: radius)
    return (metrics, [])
  }

  /// The aspect if the tokens don't set it: 9 : 16.
  private static let defaultScreenAspect = 0.5625
}

private struct MetricsReader {
  let tokens: TokenSet
  let file: String
  var diagnostics: [Diagnostic] = []

  mutating func read<Value>(
    _ name: String, _ get: (TokenSet) -> (String) throws(TokenLookupIssue) -> Value
  ) -> Value? {
    do {
      return try get(tokens)(name)
    } catch {
      let place = tokens.tokens[name]?.place ?? Place(file: file)
      diagnostics.append(
        Diagnostic(
          severity: error.severity, code: error.code, message: error.message, place: place,
          hint: tokens.tokens[name] == nil ? "add it; the feed around the cards uses it" : error.hint))
      return nil
    }
  }

  mutating func report(_ name: String, _ problem: String) {
    diagnostics.append(Diagnostic(TokenIssue.badMetric(name, problem), at: tokens.tokens[name]?.place))
  }

  /// Points, at least 0.
  mutating func length(_ name: String) -> Double {
    guard let length = read(name, TokenSet.length) else { return 0 }
    if length < 0 { report(name, "is less than 0") }
    return length
  }

  mutating func positive(_ name: String) -> Double {
    guard let number = read(name, TokenSet.number) else { return 1 }
    if number <= 0 { report(name, "is not greater than 0") }
    return number
  }

  /// Nil if the optional token is missing.
  mutating func positive(ifThere token: FeedMetrics.OptionalToken) -> Double? {
    tokens.tokens[token.rawValue] == nil ? nil : positive(token.rawValue)
  }

  /// Whether a switch is on: a number other than 0.
  mutating func isSet(_ token: FeedMetrics.OptionalToken) -> Bool {
    guard tokens.tokens[token.rawValue] != nil, let number = read(token.rawValue, TokenSet.number) else { return false }
    return number != 0
  }

  mutating func count(ifThere token: FeedMetrics.OptionalToken) -> Int? {
    tokens.tokens[token.rawValue] == nil ? nil : count(token.rawValue)
  }

  mutating func count(_ name: String) -> Int {
    let number = positive(name)
    if let count = Int(exactly: number) { return count }
    report(name, "is not a whole number")
    return 1
  }
}
