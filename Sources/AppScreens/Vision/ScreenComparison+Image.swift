import Drawing

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
