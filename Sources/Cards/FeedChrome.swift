import Drawing

/// The header of the screen, above the first card.
package struct ScreenHeader: Hashable, Codable, Sendable, CardModel {
  /// "Поиск", or the query that the feed was searched for.
  package var search: RichText
  package var avatar: ImageReference?

  package init(search: RichText, avatar: ImageReference? = nil) {
    self.search = search
    self.avatar = avatar
  }

  package static let modelName = "screen-header"
  package static let schema: CardSchema = .record(["search": .text, "avatar": .image])

  package func value(in state: CardState) -> CardValue {
    var fields: CardFields = ["search": .text(search)]
    fields["avatar"] = avatar.map(CardValue.image)
    return .record(fields)
  }
}

/// What stands under the last card: "24 записи".
package struct FeedFooter: Hashable, Codable, Sendable, CardModel {
  package var count: String

  package init(count: String) {
    self.count = count
  }

  package static let modelName = "feed-footer"
  package static let schema: CardSchema = .record(["count": .text])

  package func value(in state: CardState) -> CardValue { .record(["count": .text(RichText(count))]) }
}
