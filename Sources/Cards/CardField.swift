import Basics
import Drawing

/// A record that templates can show. Its fields are declared once; names, types and values follow from that.
package protocol CardRecord: Sendable {
  static var fields: FieldList<Self> { get }
  /// The meaning of a box repeated over a list of such records; its words are the names of the record's own texts.
  static var item: BoxRole.Item? { get }
}

extension CardRecord {
  package static var item: BoxRole.Item? { nil }

  package static var schema: CardSchema { .record(fields.schemas, item: item) }

  func value(_ view: CardVisibility) -> CardValue { value(of: Self.fields, view) }

  func value(of fields: FieldList<Self>, _ view: CardVisibility) -> CardValue {
    var values: [CardValue?] = []
    values.reserveCapacity(fields.names.count)
    fields.append(self, view, to: &values)
    return .record(CardFields(names: fields.names, values: values))
  }
}

/// The fields of a kind of record.
package struct FieldList<Record>: ExpressibleByArrayLiteral, Sendable {
  /// The field names, shared by the values of all records.
  let names: [String]
  let schemas: [String: CardSchema]
  private let fields: [CardField<Record>]

  package init(arrayLiteral fields: CardField<Record>...) {
    let members = fields.flatMap(\.members)
    names = members.map(\.name)
    schemas = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.schema) })
    self.fields = fields
  }

  var members: [(name: String, schema: CardSchema)] {
    fields.flatMap(\.members)
  }

  /// Appends a value for each name, in order; nil if absent.
  func append(_ record: Record, _ view: CardVisibility, to values: inout [CardValue?]) {
    for field in fields { field.append(record, view, &values) }
  }
}

/// A view model that templates can show.
package protocol CardModel: CardRecord {
  /// The model's name in a template's `card:`.
  static var modelName: String { get }
}

extension CardModel {
  package func value(in state: CardState) -> CardValue { value(CardVisibility(state: state)) }
}

/// How much of a card is shown.
struct CardVisibility: Sendable {
  var state: CardState
  /// The texts that a collapsed card truncates; nil truncates all of them.
  var cutPlaces: Set<BodyPlace>?
  /// The text of the card that is being read.
  var place = BodyPlace.own
  /// The label on hidden images; nil if images are shown.
  var veil: String?

  var isCut: Bool { state == .collapsed && cutPlaces?.contains(place) ?? true }
}

/// A field of a record, or several fields that another record contributes. An absent value is an absent field, and so
/// is an empty list.
package struct CardField<Record>: Sendable {
  let members: [(name: String, schema: CardSchema)]
  let append: @Sendable (Record, CardVisibility, inout [CardValue?]) -> Void

  init(_ name: String, _ schema: CardSchema, _ value: @escaping @Sendable (Record, CardVisibility) -> CardValue?) {
    members = [(name, schema)]
    append = { record, view, values in values.append(value(record, view)) }
  }

  /// Includes all fields of a part as the record's own.
  ///
  /// - Parameter part: The part and how much of it is shown; nil shows nothing of it.
  init<Part: CardRecord>(
    fieldsOf fields: FieldList<Part>, _ part: @escaping @Sendable (Record, CardVisibility) -> (Part, CardVisibility)?
  ) {
    members = fields.members
    append = { record, view, values in
      if let (part, view) = part(record, view) {
        fields.append(part, view, to: &values)
      } else {
        values += repeatElement(nil, count: fields.names.count)
      }
    }
  }

  static func text<Text: CardTextSource>(
    _ name: String, as content: BoxRole.Content = .text, _ get: @escaping @Sendable (Record) -> Text
  ) -> CardField {
    CardField(name, .text(content)) { record, _ in get(record).cardText.map(CardValue.text) }
  }

  /// The link target of the record (`CardRecord.item`).
  static func target(_ get: @escaping @Sendable (Record) -> LinkTarget?) -> CardField {
    CardField("target", .text) { record, _ in get(record).map(CardValue.target) }
  }

  static func number(_ name: String, _ get: @escaping @Sendable (Record) -> Double?) -> CardField {
    CardField(name, .number) { record, _ in get(record).map(CardValue.number) }
  }

  static func flag(_ name: String, _ get: @escaping @Sendable (Record) -> Bool) -> CardField {
    CardField(name, .flag) { record, _ in .flag(get(record)) }
  }

  static func icon(_ name: String, _ get: @escaping @Sendable (Record) -> String) -> CardField {
    CardField(name, .icon) { record, _ in .icon(get(record)) }
  }

  /// - Parameter isHideable: Whether the image is hidden in some states.
  static func image(
    _ name: String, as content: BoxRole.Content = .picture, isHideable: Bool = false,
    _ get: @escaping @Sendable (Record) -> ImageReference?
  ) -> CardField {
    CardField(name, .image(content)) { record, view in
      get(record).map { .image(isHideable && view.veil != nil ? $0.blurred : $0) }
    }
  }

  /// The overlay that hides an image and reveals it on tap.
  static var veils: CardField {
    CardField("veils", .list(.record(["label": .text], item: .reveal(label: "label")))) { _, view in
      view.veil.map { .list([.record(["label": .string($0)])]) }
    }
  }

  static func record<Inner: CardRecord>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Inner?
  ) -> CardField {
    record(name, of: Inner.fields, get)
  }

  /// - Parameter fields: The fields of the inner record.
  static func record<Inner: CardRecord>(
    _ name: String, of fields: FieldList<Inner>, _ get: @escaping @Sendable (Record) -> Inner?
  ) -> CardField {
    CardField(name, .record(fields.schemas)) { record, view in get(record)?.value(of: fields, view) }
  }

  static func list<Inner: CardRecord>(
    _ name: String, _ get: @escaping @Sendable (Record) -> [Inner]
  ) -> CardField {
    CardField(name, .list(Inner.schema)) { record, view in
      let items = get(record)
      return items.isEmpty ? nil : .list(items.map { $0.value(view) })
    }
  }
}

/// A value that a text field can be made of.
protocol CardTextSource: Sendable {
  var cardText: RichText? { get }
}

extension RichText: CardTextSource {
  var cardText: RichText? { self }
}

extension String: CardTextSource {
  var cardText: RichText? { RichText(self) }
}

extension Optional: CardTextSource where Wrapped: CardTextSource {
  var cardText: RichText? { flatMap(\.cardText) }
}
