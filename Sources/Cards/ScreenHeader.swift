import Drawing

/// The header of the screen, above the first card.
package struct ScreenHeader: Hashable, Encodable, Sendable, CardModel {
  /// "Поиск", or the search query.
  package var search: RichText
  package var avatar: ImageReference?

  package static let modelName = "screen-header"
  package static let fields: FieldList<ScreenHeader> = [.text("search", \.search), .image("avatar", \.avatar)]
}

/// The message composer: a placeholder, or the text typed so far.
package struct Composer: Hashable, Encodable, Sendable, CardModel {
  package var placeholder: String?
  package var draft: String?

  package static let modelName = "composer"
  package static let fields: FieldList<Composer> = [.text("placeholder", \.placeholder), .text("draft", \.draft)]
}

/// The footer below the last card: "24 записи".
package struct FeedFooter: Hashable, Encodable, Sendable, CardModel {
  package var count: String

  package static let modelName = "feed-footer"
  package static let fields: FieldList<FeedFooter> = [.text("count", \.count)]
}
