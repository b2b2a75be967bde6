import Drawing

/// The view model of an event.
package struct EventCard: Hashable, Encodable, Sendable {
  package struct Dates: Hashable, Encodable, Sendable {
    /// "24 ноя", "24–26 ноя"
    package var days: String
    /// "19:00", "19:00–22:00"; nil if only days are known, and for events of several days.
    package var time: String?

    package init(days: String, time: String? = nil) {
      (self.days, self.time) = (days, time)
    }
  }

  package var id: String
  package var title: RichText
  package var dates: Dates?
  package var cover: ImageReference?
  package var description: RichText?
  /// The badges' labels; nil if the event doesn't have the badge.
  package var recommended: String?
  package var giftCertificate: String?

  package init(
    id: String, title: RichText, dates: Dates? = nil, cover: ImageReference? = nil, description: RichText? = nil,
    recommended: String? = nil, giftCertificate: String? = nil
  ) {
    (self.id, self.title, self.dates, self.cover, self.description) = (id, title, dates, cover, description)
    (self.recommended, self.giftCertificate) = (recommended, giftCertificate)
  }
}

extension EventCard: CardModel {
  package static let modelName = "event"

  /// An event has one state: its description is cut by the card's height, not by lines.
  package static let fields: FieldList<EventCard> = [
    .text("title", \.title), .record("dates", \.dates), .image("cover", \.cover), .text("description", \.description),
    .text("recommended", \.recommended), .text("giftCertificate", \.giftCertificate),
  ]
}

extension EventCard.Dates: CardRecord {
  package static let fields: FieldList<Self> = [.text("days", \.days), .text("time", \.time)]
}
