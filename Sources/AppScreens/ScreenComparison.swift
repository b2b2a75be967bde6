import Drawing
import ImageComparison

/// Compares a screen with the cards that it should show.
package struct ScreenComparison: Sendable {
  package var cards: [ScreenCard]
  package var map: ScreenMap
  package var judge: ScreenJudge

  package init(cards: [ScreenCard], map: ScreenMap = ScreenMap(), judge: ScreenJudge = ScreenJudge()) {
    (self.cards, self.map, self.judge) = (cards, map, judge)
  }

  package func compare(_ screen: AppScreen) -> ScreenReport {
    var points = screen.pointsPerUnit
    var matches = ScreenMatching(screen: screen, pointsPerUnit: points, map: map).matches(cards)
    guard !matches.isEmpty else { return ScreenReport(cards: [], unknown: [.noCard]) }
    if points == nil, let found = ScaleEstimate(matches).pointsPerUnit {
      points = found
      matches = ScreenMatching(screen: screen, pointsPerUnit: points, map: map).matches(cards)
    }
    guard let points else { return ScreenReport(cards: [], unknown: [.noScale]) }
    return ScreenReport(
      cards: matches.map { judge.judge($0, on: screen, points: points) }, pointsPerUnit: points)
  }
}

/// The result for a screen.
package struct ScreenReport: Sendable {
  package enum UnknownScreenReason: Hashable, Sendable {
    case noCard
    case noScale
    /// For an image without a hierarchy: nothing in it looks like a card; `unlike` has the best match in percent.
    case noPicture
    case otherFont(String)
    case unlike(String, percent: Int)

    package var text: String {
      switch self {
      case .noCard: "no text on the screen matches a card's text, so the cards can't be identified"
      case .noScale: "the scale is unknown: too few parts of a card were found by name or text"
      case .noPicture:
        "nothing in the screenshot looks like a card; save the view hierarchy under the same name for a more exact comparison"
      case .otherFont(let family):
        "the app's font is \(family), so pixels can't be compared; save the view hierarchy under the same name"
      case .unlike(let card, let percent):
        "\(card): only \(percent) % of the card was found in the screenshot, too little to compare it"
      }
    }
  }

  /// The cards on the screen, from top to bottom.
  package var cards: [ScreenJudgement]
  package var unknown: [UnknownScreenReason] = []
  package var pointsPerUnit: Double?

  package init(cards: [ScreenJudgement], unknown: [UnknownScreenReason] = [], pointsPerUnit: Double? = nil) {
    (self.cards, self.unknown, self.pointsPerUnit) = (cards, unknown, pointsPerUnit)
  }

  /// The number of matched parts.
  package var pairCount: Int { cards.reduce(0) { $0 + $1.pairs.count } }

  package var isSame: Bool { cards.allSatisfy(\.findings.isEmpty) }
}

/// Estimates the scale as the most common ratio of distances between parts of a card.
struct ScaleEstimate {
  private var ratios: [Double] = []

  init(_ matches: [CardMatch]) {
    for match in matches {
      let pairs = match.pairs.filter { $0.evidence != .place }
      for (index, one) in pairs.enumerated() {
        for other in pairs[..<index] {
          add(one.part.frame.center.y - other.part.frame.center.y, one.leaf.frame.center.y - other.leaf.frame.center.y)
          add(one.part.frame.minX - other.part.frame.minX, one.leaf.frame.minX - other.leaf.frame.minX)
        }
        if !one.part.isText {
          add(one.part.frame.width, one.leaf.frame.width)
          add(one.part.frame.height, one.leaf.frame.height)
        }
      }
    }
    ratios.sort()
  }

  private mutating func add(_ points: Double, _ pixels: Double) {
    if abs(points) >= 16, pixels / points > 0.3 { ratios.append(pixels / points) }
  }

  /// The densities of Android devices, to which a close estimate is rounded.
  private static let densities = [0.75, 1, 4.0 / 3, 1.5, 2, 2.625, 2.75, 3, 3.5, 4]

  /// Nil if fewer than two distances, or fewer than half of them, agree.
  var pointsPerUnit: Double? {
    guard ratios.count > 1 else { return nil }
    let middle = ratios[ratios.count / 2]
    guard ratios.count(where: { abs($0 / middle - 1) < 0.03 }) * 2 >= ratios.count else { return nil }
    return 1 / (Self.densities.first { abs($0 / middle - 1) < 0.015 } ?? middle)
  }
}

// MARK: - Image

extension ScreenComparison {
  /// Compares an image without a hierarchy with rendered cards, by pixels alone.
  ///
  /// - Parameter drawn: Replaces `cards`; a post may occur in several states.
  /// - Returns: The report with the screen derived from the image, and the indices in `drawn` of the report's cards.
  package func compare(
    _ picture: VisualScreen, _ drawn: [VisualCard]
  ) -> (screen: AppScreen, report: ScreenReport, chosen: [Int]) {
    let screen = AppScreen(seen: picture)
    if let family = judge.otherFont { return (screen, ScreenReport(cards: [], unknown: [.otherFont(family)]), []) }
    let matching = ShapeMatching(seen: picture.shapes, size: picture.size, cards: drawn)
    let all = matching.found()
    let found = all.filter { $0.share >= ShapeMatching.leastShare }
    var unknown = all.filter { $0.share < ShapeMatching.leastShare }.map { one in
      ScreenReport.UnknownScreenReason.unlike(drawn[one.card].card.name, percent: Int(one.share * 100))
    }
    if all.isEmpty { unknown = [.noPicture] }
    let taken = Set(found.flatMap(\.pairs.values))
    var free = Set(picture.shapes.indices).subtracting(taken)
    let judgements = found.map { one in
      let card = drawn[one.card]
      if let rival = one.rival {
        var judgement = ScreenJudgement(card: card.card.name)
        judgement.unknown = ["it matches \(rival) equally well"]
        return judgement
      }
      let parts = VisualParts(picture: picture, card: card, found: one).result(taking: &free)
      var judgement = judge.judge(parts.match, on: screen, points: 1)
      judgement.unknown += parts.unknown
      return judgement
    }
    return (screen, ScreenReport(cards: judgements, unknown: unknown, pointsPerUnit: 1), found.map(\.card))
  }
}

extension AppScreen {
  /// Creates a screen with nothing but a size, in points.
  package init(pictureOf size: Size) {
    self.init(.picture, .px, isInPixels: false)
    bounds = Rect(origin: .zero, size: size)
  }

  fileprivate init(seen picture: VisualScreen) {
    self.init(pictureOf: picture.size)
    scale = 1 / picture.pixel
    nodes = picture.shapes.map { shape in
      var node = ScreenNode("image or text", parent: nil)
      node.frame = shape.frame
      return node
    }
  }
}
