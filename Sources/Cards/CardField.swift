import Drawing
import Names

/// What templates can show: its fields are declared once, and names, types and values follow from that.
package protocol CardRecord: Sendable {
  static var fields: FieldList<Self> { get }
  /// What a box stands for that is repeated over a list of such records; its words are the names of the record's own texts.
  static var item: BoxRole.Item? { get }
}

extension CardRecord {
  package static var item: BoxRole.Item? { nil }

  package static var schema: CardSchema { .record(fields.schemas, item: item) }

  func value(_ view: CardView) -> CardValue { value(of: Self.fields, view) }

  func value(of fields: FieldList<Self>, _ view: CardView) -> CardValue {
    var values: [CardValue?] = []
    values.reserveCapacity(fields.names.count)
    fields.append(self, view, to: &values)
    return .record(CardFields(names: fields.names, values: values))
  }
}

/// The fields of a kind of record.
package struct FieldList<Record>: ExpressibleByArrayLiteral, Sendable {
  /// One array for the values of all records.
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

  /// A value for each name, in their order; nil of what is absent.
  func append(_ record: Record, _ view: CardView, to values: inout [CardValue?]) {
    for field in fields { field.append(record, view, &values) }
  }
}

/// A view model that templates can show.
package protocol CardModel: CardRecord {
  /// What a template's `card:` calls it.
  static var modelName: String { get }
}

extension CardModel {
  package func value(in state: CardState) -> CardValue { value(CardView(state: state)) }
}

/// How much of a card is shown.
struct CardView: Sendable {
  var state: CardState
  /// Texts that a collapsed card cuts; nil cuts all of them.
  var cutPlaces: Set<BodyPlace>?
  /// Which of the card's texts is looked at.
  var place = BodyPlace.own
  /// The word on pictures that are hidden; nil where they are shown.
  var veil: String?

  var isCut: Bool { state == .collapsed && cutPlaces?.contains(place) ?? true }
}

/// A field of a record, or several that another record brings along. A value that is absent is an absent field, and so is a
/// list without elements.
package struct CardField<Record>: Sendable {
  let members: [(name: String, schema: CardSchema)]
  let append: @Sendable (Record, CardView, inout [CardValue?]) -> Void

  init(_ name: String, _ schema: CardSchema, _ value: @escaping @Sendable (Record, CardView) -> CardValue?) {
    members = [(name, schema)]
    append = { record, view, values in values.append(value(record, view)) }
  }

  /// All fields of a part of the record, as its own.
  ///
  /// - Parameter part: The part, and how much of it is shown; nil shows nothing of it.
  init<Part: CardRecord>(
    fieldsOf fields: FieldList<Part>, _ part: @escaping @Sendable (Record, CardView) -> (Part, CardView)?
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

  static func text<Text: CardText>(
    _ name: String, as content: BoxRole.Content = .text, _ get: @escaping @Sendable (Record) -> Text
  ) -> CardField {
    CardField(name, .text(content)) { record, _ in get(record).cardText.map(CardValue.text) }
  }

  /// Where what the record stands for leads (`CardRecord.item`).
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

  /// - Parameter isHideable: Whether it is one of the pictures that are hidden in some states.
  static func image(
    _ name: String, as content: BoxRole.Content = .picture, isHideable: Bool = false,
    _ get: @escaping @Sendable (Record) -> ImageReference?
  ) -> CardField {
    CardField(name, .image(content)) { record, view in
      get(record).map { .image(isHideable && view.veil != nil ? $0.blurred : $0) }
    }
  }

  /// What lies over a picture that is hidden, and shows it.
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

  /// - Parameter fields: Those that are shown of it.
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

/// What a text's field can be made of.
protocol CardText: Sendable {
  var cardText: RichText? { get }
}

extension RichText: CardText {
  var cardText: RichText? { self }
}

extension String: CardText {
  var cardText: RichText? { RichText(self) }
}

extension Optional: CardText where Wrapped: CardText {
  var cardText: RichText? { flatMap(\.cardText) }
}
