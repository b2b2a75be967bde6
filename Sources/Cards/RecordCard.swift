import Basics
import FeedReading

/// The view model of a custom record. Its values are the type's fields, formatted.
package struct RecordCard: Hashable, Encodable, Sendable {
  package var id: String
  package var type: String
  package var template: String
  package var title: RichText?
  package var time: String?
  package var link: LinkTarget?
  /// A record with the fields' names.
  package var values: CardValue

  func value() -> CardValue {
    var fields = CardFields()
    if case .record(let own) = values { fields = own }
    fields["title"] = title.map(CardValue.text)
    fields["time"] = time.map(CardValue.string)
    fields["link"] = link.map(CardValue.target)
    return .record(fields)
  }
}

extension RecordType {
  /// The names that templates can use: the fields, and the entry's own `title`, `time` and `link`.
  package var schema: CardSchema {
    var members = fields.schemas
    if title != nil { members["title"] = .text }
    if time != nil { members["time"] = .text }
    if link != nil { members["link"] = .text }
    return .record(members)
  }

  /// Field names reserved for the entry itself.
  package static let ownNames = ["title", "time", "link"]
}

extension RecordTypes {
  /// The schemas that templates are checked against, by the value of their `card:`.
  package var schemas: [String: CardSchema] {
    Dictionary(types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
  }

  package var roles: [CardRole] { types.map { .record(type: $0.name, template: $0.template) } }
}

extension [RecordField] {
  fileprivate var schemas: [String: CardSchema] {
    Dictionary(map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
  }
}

// The cases here must match those of the field's schema below.

extension RecordField {
  fileprivate var schema: CardSchema {
    let one: CardSchema =
      switch form {
      case .text, .number, .money, .date, .duration, .link: .text
      case .flag: .flag
      case .share: .number
      case .picture: .record(["image": .image(.photo), "ratio": .number])
      case .choice(let choices):
        .record([
          "label": .text, "icon": .icon,
          "is": .record(
            Dictionary(choices.map { ($0.name, CardSchema.flag) }, uniquingKeysWith: { first, _ in first })),
        ])
      case .group(let fields): .record(fields.schemas)
      }
    return isList ? .list(one) : one
  }
}

extension CardBuilder {
  func recordCard(for record: Record, of post: Post) -> RecordCard {
    let time = record.day.map { strings.date(.local($0), .day, by: clock) } ?? strings.date(post.date, by: clock)
    let title = record.title.map { RichText(CleanText.line($0)) }
    return RecordCard(
      id: post.id, type: record.type, template: record.template,
      title: title.map { highlighter?.highlighting($0) ?? $0 }, time: time.isEmpty ? nil : time,
      link: post.permalink.map(LinkTarget.init), values: value(of: record.fields))
  }

  private func value(of fields: [Record.Field]) -> CardValue {
    .record(CardFields(names: fields.map(\.name), values: fields.map { $0.value.flatMap(value) }))
  }

  /// Returns nil if there is nothing to show.
  private func value(of value: RecordValue) -> CardValue? {
    switch value {
    case .text(let words):
      let text = RichText(block: words)
      return text.isEmpty ? nil : .text(highlighter?.highlighting(text) ?? text)
    case .number(let number, let style): return .string(strings.number(number, style))
    case .money(let amount, let currency, let decimals):
      return .string(strings.money(amount, currency: currency, decimals: decimals))
    case .date(let moment, let style): return .string(strings.date(moment, style, by: clock))
    case .duration(let seconds): return durationText(seconds: seconds).map(CardValue.string)
    case .share(let share): return .number(share)
    case .flag(let flag): return .flag(flag)
    case .link(let address, let words):
      let shown = words.flatMap { $0.isEmpty ? nil : $0 } ?? address.host ?? address.text
      let span = RichText.Span(range: 0..<shown.utf8.count, role: .link, target: LinkTarget(address))
      return .text(RichText(shown, spans: [span]))
    case .picture(let photo):
      let aspect = photo.aspect ?? photo.sources.first.flatMap { aspectOfFile($0.url) }
      return .record(["image": .image(Self.image(photo)), "ratio": .number(rules.ratio(ofAspect: aspect))])
    case .choice(let choice):
      var fields: CardFields = ["label": .string(choice.label), "is": .record([choice.name: .flag(true)])]
      fields["icon"] = choice.icon.map(CardValue.icon)
      return .record(fields)
    case .list(let values):
      let shown = values.compactMap(self.value)
      return shown.isEmpty ? nil : .list(shown)
    case .group(let fields): return self.value(of: fields)
    }
  }
}

extension CardValue: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes plain JSON values, without a trace of the enum.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text): try text.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .flag(let flag): try flag.encode(to: encoder)
    case .image(let image): try image.encode(to: encoder)
    case .icon(let name): try name.encode(to: encoder)
    case .list(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    case .record(let fields):
      var members = encoder.container(keyedBy: Name.self)
      for name in fields.names { try members.encodeIfPresent(fields[name], forKey: Name(stringValue: name)) }
    }
  }
}
