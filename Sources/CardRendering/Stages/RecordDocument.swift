import Basics
import FeedReading

/// The fields that `show --stage post --json` adds to an entry of the project's own data.
struct RecordDocument: Encodable {
  var type: String
  @NullEncoded var title: String?
  var fields: Fields

  /// Returns nil for other posts.
  init?(_ post: Post) {
    guard case .record(let record) = post.kind else { return nil }
    (type, title, fields) = (record.type, record.title, Fields(fields: record.fields))
  }

  /// Missing fields are null.
  struct Fields: Encodable {
    let fields: [Record.Field]

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Name.self)
      for field in fields { try members.encode(field.value.map(Value.init), forKey: Name(stringValue: field.name)) }
    }
  }

  struct Value: Encodable {
    let value: RecordValue

    private struct Money: Encodable {
      var amount: String
      var currency: String
    }

    private struct Link: Encodable {
      var url: String
      @NullEncoded var words: String?
    }

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .text(let text): try text.encode(to: encoder)
      case .number(let number, _): try number.text.encode(to: encoder)
      case .share(let share): try share.encode(to: encoder)
      case .money(let amount, let currency, _):
        try Money(amount: amount.text, currency: currency).encode(to: encoder)
      case .date(.instant(let seconds), _): try ISO8601Moment.utc(seconds).encode(to: encoder)
      case .date(.local(let moment), _): try moment.iso.encode(to: encoder)
      case .duration(let seconds): try seconds.encode(to: encoder)
      case .picture(let photo): try PostDocument.PhotoDocument(photo).encode(to: encoder)
      case .link(let address, let words): try Link(url: address.text, words: words).encode(to: encoder)
      case .choice(let choice): try choice.value.encode(to: encoder)
      case .flag(let flag): try flag.encode(to: encoder)
      case .list(let values): try values.map(Value.init).encode(to: encoder)
      case .group(let fields): try Fields(fields: fields).encode(to: encoder)
      }
    }
  }
}
