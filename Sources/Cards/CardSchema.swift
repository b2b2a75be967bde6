import Drawing

/// The names and types that a view model offers, so that a template is checked before any data is read. It also gives
/// the meaning of the values to a reader, so that a box is identified by its content.
package struct CardSchema: Hashable, Sendable {
  package indirect enum Form: Hashable, Sendable {
    case text, number, flag, image, icon
    case list(CardSchema)
    case record([String: CardSchema])
  }

  package let form: Form
  /// The content of a text or an image.
  package let content: BoxRole.Content?
  /// The meaning of a box repeated over a list of such records; its words are the names of the record's own texts.
  package let item: BoxRole.Item?

  private init(_ form: Form, content: BoxRole.Content? = nil, item: BoxRole.Item? = nil) {
    self.form = form
    self.content = content
    self.item = item
  }

  package static let text = CardSchema.text(.text)
  package static let image = CardSchema.image(.picture)
  package static let number = CardSchema(.number)
  package static let flag = CardSchema(.flag)
  package static let icon = CardSchema(.icon)

  package static func text(_ content: BoxRole.Content) -> CardSchema { CardSchema(.text, content: content) }
  package static func image(_ content: BoxRole.Content) -> CardSchema { CardSchema(.image, content: content) }
  package static func list(_ element: CardSchema) -> CardSchema { CardSchema(.list(element)) }

  package static func record(_ fields: [String: CardSchema], item: BoxRole.Item? = nil) -> CardSchema {
    CardSchema(.record(fields), item: item)
  }
}
