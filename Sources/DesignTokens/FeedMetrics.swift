import Diagnostics
import Drawing

/// The numbers of a feed's design that stand outside its cards: how texts collapse, how photos are cropped, the screen.
package struct FeedMetrics: Hashable, Sendable {
  /// A text of more lines than this has two states.
  package var collapseAbove: Int
  /// How many lines a collapsed text shows.
  package var collapsedLines: Int
  /// Width ÷ height that photos are clamped to.
  package var photoAspect: ClosedRange<Double>
  /// Width ÷ height where the feed does not give a photo's size.
  package var defaultPhotoAspect: Double
  /// Height ÷ width of the tallest picture, from the share of a screen that one may take; nil where the tokens state none.
  package var tallestPicture: Double?
  /// Pixels across from which a photo is enlarged to the card's width; nil where every photo is.
  package var enlargedFrom: Double?
  /// Pixels across from which a link's picture is as wide as its card; nil where every one is.
  package var largeLinkFrom: Double?
  /// Width ÷ height of the tallest picture that is.
  package var minimumLinkAspect: Double?
  /// How far reposts of reposts step in, as a number of steps; the deeper ones stand below each other.
  package var repostSteps: Int
  /// From the screen's sides to the cards, in points.
  package var screenMargin: Double
  /// Width ÷ height of a screen.
  package var screenAspect: Double
  /// Seconds between two messages of a run at most.
  package var runPause: Int
  /// Between two cards, in points.
  package var cardGap: Double
  package var background: Paint
  /// Points; for the page, which rounds its own boxes.
  package var cardRadius: Double

  /// Tokens that a design can do without: one that comes or goes changes cards though nobody names it.
  package enum SpareToken: String, CaseIterable, Sendable {
    case maxScreenShare = "photo.max-screen-share"
    case screenAspect = "screen.aspect"
    case enlargedFrom = "photo.enlarged-from"
    case largeLinkFrom = "link.large-from"
    case minimumLinkAspect = "link.min-aspect"
    case repostSteps = "repost.steps"
    case runPause = "chat.run-pause"
  }

  /// Reads the metrics by the names that the token file gives them.
  ///
  /// - Parameter file: the token file's name, for diagnostics about tokens that it lacks.
  /// - Returns: no metrics when a token is missing or of another type; every such token is reported.
  package static func read(from tokens: TokenSet, file: String) -> (FeedMetrics?, [Diagnostic]) {
    var reader = MetricsReader(tokens: tokens, file: file)
    let lines = (reader.count("text.collapse-above"), reader.count("text.collapsed-lines"))
    let aspect = (
      reader.positive("photo.min-aspect"), reader.positive("photo.max-aspect"), reader.positive("photo.default-aspect")
    )
    let share = reader.positive(ifThere: .maxScreenShare)
    let screen = share == nil ? reader.positive(ifThere: .screenAspect) : reader.positive("screen.aspect")
    let enlargedFrom = reader.positive(ifThere: .enlargedFrom)
    let link = (reader.positive(ifThere: .largeLinkFrom), reader.positive(ifThere: .minimumLinkAspect))
    let steps = reader.count(ifThere: .repostSteps) ?? defaultRepostSteps
    let pause = reader.count(ifThere: .runPause) ?? defaultRunPause
    let margin = reader.length("screen.margin")
    let gap = reader.length("screen.card-gap")
    let background = reader.read("screen.background", TokenSet.paint)
    let radius = reader.length("radius.card")
    if aspect.0 > aspect.1 { reader.report("photo.min-aspect", "is larger than photo.max-aspect") }
    guard reader.diagnostics.isEmpty, let background else { return (nil, reader.diagnostics) }
    let metrics = FeedMetrics(
      collapseAbove: lines.0, collapsedLines: lines.1, photoAspect: aspect.0...aspect.1, defaultPhotoAspect: aspect.2,
      tallestPicture: share.flatMap { share in screen.map { share / $0 } }, enlargedFrom: enlargedFrom,
      largeLinkFrom: link.0, minimumLinkAspect: link.1, repostSteps: steps, screenMargin: margin,
      screenAspect: screen ?? defaultScreenAspect, runPause: pause,
      cardGap: gap,
      background: background, cardRadius: radius)
    return (metrics, [])
  }

  /// Of tokens that say nothing of it.
  private static let defaultRepostSteps = 3
  private static let defaultRunPause = 300
  /// 9 : 16
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
          hint: tokens.tokens[name] == nil ? "add it: the feed around the cards is drawn with it" : error.hint))
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
    if number <= 0 { report(name, "is not above 0") }
    return number
  }

  /// Nil where the tokens have no such one: a design can do without.
  mutating func positive(ifThere token: FeedMetrics.SpareToken) -> Double? {
    tokens.tokens[token.rawValue] == nil ? nil : positive(token.rawValue)
  }

  mutating func count(ifThere token: FeedMetrics.SpareToken) -> Int? {
    tokens.tokens[token.rawValue] == nil ? nil : count(token.rawValue)
  }

  mutating func count(_ name: String) -> Int {
    let number = positive(name)
    if let count = Int(exactly: number) { return count }
    report(name, "is not a whole number")
    return 1
  }
}
