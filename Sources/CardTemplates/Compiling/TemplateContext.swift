import Cards
import DesignTokens

/// What templates are checked against.
package struct TemplateContext: Sendable {
  /// `card: none`: a template without data.
  package static let noModel = "none"

  package var tokens: TokenSet
  package var icons: IconSet
  /// What texts can be set in; nil takes any family and weight.
  package var typefaces: Typefaces?
  /// The view models by the name that `card:` gives.
  package var schemas: [String: CardSchema]
  /// The text of an included file by its name as written; nil where it can't be read.
  package var include: @Sendable (String) -> String?

  package init(
    tokens: TokenSet, icons: IconSet, typefaces: Typefaces? = nil,
    schemas: [String: CardSchema] = TemplateContext.allSchemas,
    include: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.tokens = tokens
    self.icons = icons
    self.typefaces = typefaces
    self.schemas = schemas
    self.include = include
  }

  /// Every view model of the Cards module.
  package static let allSchemas: [String: CardSchema] = [
    PostCard.modelName: PostCard.schema, EventCard.modelName: EventCard.schema,
    MessageCard.modelName: MessageCard.schema, NoticeCard.modelName: NoticeCard.schema,
    ScreenHeader.modelName: ScreenHeader.schema, FeedFooter.modelName: FeedFooter.schema,
  ]
}
