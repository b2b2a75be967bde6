import Drawing

extension PostCard {
  /// What a page that a post leads to says of itself.
  package struct Link: Hashable, Codable, Sendable {
    package var title: RichText
    package var text: RichText?
    /// "example.org"
    package var host: String?
    package var image: ImageReference?
    /// Height ÷ width of the picture over the card's whole width; nil where it stands small beside the words.
    package var ratio: Double?
    package var target: String?

    package init(
      title: RichText, text: RichText? = nil, host: String? = nil, image: ImageReference? = nil, ratio: Double? = nil,
      target: String? = nil
    ) {
      self.title = title
      self.text = text
      self.host = host
      self.image = image
      self.ratio = ratio
      self.target = target
    }
  }
}

extension PostCard.Link {
  static let schema: CardSchema = .record(
    [
      "title": .text, "text": .text, "host": .text, "image": .image, "ratio": .number, "target": .text,
    ], item: .row(target: "target"))

  /// - Parameter blurs: Whether its picture is hidden.
  func value(blurs: Bool) -> CardValue {
    var fields: CardFields = ["title": .text(title)]
    fields["text"] = text.map(CardValue.text)
    fields["host"] = host.map(CardValue.string)
    fields["image"] = image.map { .image(blurs ? $0.blurred : $0) }
    fields["ratio"] = ratio.map(CardValue.number)
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}
