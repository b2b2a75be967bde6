import Drawing

extension PostCard {
  /// A video or an animation: its poster over the card's width, and what it is called.
  package struct Video: Hashable, Codable, Sendable {
    package var poster: ImageReference
    /// Height ÷ width of the poster, bounded as a photo's.
    package var ratio: Double
    /// In the poster's corner: "10:14", "прямой эфир"; nil where nobody knows how long it is.
    package var badge: String?
    /// Nil where the feed gives none.
    package var title: RichText?
    package var subtitle: RichText?
    /// Where a tap leads.
    package var target: String?

    package init(
      poster: ImageReference, ratio: Double, badge: String? = nil, title: RichText? = nil, subtitle: RichText? = nil,
      target: String? = nil
    ) {
      self.poster = poster
      self.ratio = ratio
      self.badge = badge
      self.title = title
      self.subtitle = subtitle
      self.target = target
    }
  }
}

extension PostCard.Video {
  static let schema: CardSchema = .record(
    [
      "image": .image, "ratio": .number, "badge": .text, "title": .text, "subtitle": .text, "target": .text,
      "veils": PostCard.veilSchema,
    ], item: .row(target: "target"))

  /// - Parameter veil: The word on a poster that is hidden; nil where it is not.
  func value(veil: String?) -> CardValue {
    var fields: CardFields = ["image": .image(poster, veil), "ratio": .number(ratio)]
    fields["veils"] = CardValue.veils(veil)
    fields["badge"] = badge.map(CardValue.string)
    fields["title"] = title.map(CardValue.text)
    fields["subtitle"] = subtitle.map(CardValue.text)
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}
