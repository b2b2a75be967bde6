import Drawing

/// Everything that an event's card shows, ready to be arranged.
package struct EventCard: Hashable, Codable, Sendable {
  package struct Dates: Hashable, Codable, Sendable {
    /// "24 ноя", "24–26 ноя"
    package var days: String
    /// "19:00", "19:00–22:00"; nil where only days are known, and for events of several days.
    package var time: String?

    package init(days: String, time: String? = nil) {
      self.days = days
      self.time = time
    }
  }

  package var id: String
  package var title: RichText
  package var dates: Dates?
  package var cover: ImageReference?
  package var description: RichText?
  /// The badges' words; nil where the event does not have the badge.
  package var recommended: String?
  package var giftCertificate: String?

  package init(
    id: String, title: RichText, dates: Dates? = nil, cover: ImageReference? = nil, description: RichText? = nil,
    recommended: String? = nil, giftCertificate: String? = nil
  ) {
    self.id = id
    self.title = title
    self.dates = dates
    self.cover = cover
    self.description = description
    self.recommended = recommended
    self.giftCertificate = giftCertificate
  }
}

extension EventCard: CardModel {
  package static let modelName = "event"

  package static let schema: CardSchema = .record([
    "title": .text, "dates": .record(["days": .text, "time": .text]), "cover": .image, "description": .text,
    "recommended": .text, "giftCertificate": .text,
  ])

  /// One state: a description is cut by the card's height, not by lines.
  package func value(in state: CardState) -> CardValue {
    var fields: CardFields = ["title": .text(title)]
    fields["dates"] = dates?.value
    fields["cover"] = cover.map(CardValue.image)
    fields["description"] = description.map(CardValue.text)
    fields["recommended"] = recommended.map(CardValue.string)
    fields["giftCertificate"] = giftCertificate.map(CardValue.string)
    return .record(fields)
  }
}

extension EventCard.Dates {
  fileprivate var value: CardValue {
    var fields: CardFields = ["days": .string(days)]
    fields["time"] = time.map(CardValue.string)
    return .record(fields)
  }
}
