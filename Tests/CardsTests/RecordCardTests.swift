import Basics
import Cards
import DataFormats
import Drawing
import FeedReading
import Support
import Testing

@Suite("Cards of a project's own data")
struct RecordCardTests {
  private func text(_ value: RecordValue, _ language: Language) -> String? {
    let builder = CardBuilder(
      rules: newsfeedRules, strings: language.strings,
      clock: CardClock(now: 1_741_942_800, timeZone: .gmt, writesOut: false))
    let post = Post(
      id: "a", kind: .record(Record(type: "thing", template: "thing.yml", fields: [.init("v", value)])),
      author: Author(id: "a", name: "A"))
    guard case .text(let text)? = builder.feedCard(for: post).value(in: .expanded).value(at: ["v"]) else { return nil }
    return text.string
  }

  @Test("an image's ratio is that of its data, else of its file, else the design's")
  func ratios() throws {
    func ratio(_ source: Photo.Source) -> Double? {
      let builder = CardBuilder(
        rules: newsfeedRules, strings: Language.en.strings,
        clock: CardClock(now: 1_741_942_800, timeZone: .gmt, writesOut: false),
        aspectOfFile: { $0 == "there.jpg" ? 1.25 : nil })
      let field = Record.Field("v", .picture(Photo(sources: [source])))
      let post = Post(
        id: "a", kind: .record(Record(type: "thing", template: "thing.yml", fields: [field])),
        author: Author(id: "a", name: "A"))
      let value = builder.feedCard(for: post).value(in: .expanded).value(at: ["v", "ratio"])
      guard case .number(let ratio)? = value else { return nil }
      return ratio
    }
    #expect(ratio(.init(url: "there.jpg", width: 100, height: 110)) == 1.1)
    #expect(ratio(.init(url: "there.jpg")) == 0.8)
    #expect(ratio(.init(url: "gone.jpg")) == newsfeedRules.ratio(ofAspect: nil))
  }

  @Test("a date without a time gets no midnight")
  func dayAlone() throws {
    let day = EventDates.Moment(year: 2025, month: 3, day: 8)
    var post = Post(
      id: "a", kind: .record(Record(type: "thing", template: "thing.yml", day: day, fields: [])),
      author: Author(id: "a", name: "A"), date: 1_741_392_000)
    guard case .record(let card) = builder(.en).feedCard(for: post) else { return }
    #expect(card.time == "Mar\u{A0}8, 2025")
    post.kind = .record(Record(type: "thing", template: "thing.yml", fields: []))
    guard case .record(let timed) = builder(.en).feedCard(for: post) else { return }
    #expect(timed.time == "Mar 8, 2025")
  }

  private func number(_ text: String) throws -> DecimalNumber { try #require(DecimalNumber(text)) }

  /// The positions of currency signs are those of CLDR's currency formats.
  @Test(
    "the sign of money is where the language has it",
    arguments: [
      ("de", "1.234,50\u{A0}€"), ("es", "1234,50\u{A0}€"), ("fr", "1\u{202F}234,50\u{A0}€"), ("ja", "€1,234.50"),
      ("pl", "1234,50\u{A0}€"), ("pt", "€\u{A0}1.234,50"), ("tr", "€1.234,50"), ("uk", "1\u{A0}234,50\u{A0}€"),
    ])
  func signs(code: String, expected: String) throws {
    let value = RecordValue.money(try number("1234.5"), currency: "EUR", decimals: nil)
    #expect(text(value, try #require(Language(code: code))) == expected)
  }

  @Test(
    "money is written as the language writes it",
    arguments: [
      ("12.5", "EUR", "€12.50", "12,50\u{A0}€"), ("1299", "RUB", "₽1,299.00", "1\u{A0}299,00\u{A0}₽"),
      ("-5", "USD", "−$5.00", "−5,00\u{A0}$"), ("1500", "JPY", "¥1,500", "1\u{A0}500\u{A0}¥"),
      ("3", "CHF", "CHF\u{A0}3.00", "3,00\u{A0}CHF"),
    ])
  func money(amount: String, currency: String, english: String, russian: String) throws {
    let value = RecordValue.money(try number(amount), currency: currency, decimals: nil)
    #expect(text(value, .en) == english)
    #expect(text(value, .ru) == russian)
  }

  @Test(
    "anything that is behind a number is of the form that the language counts it with",
    arguments: [
      ("1", "1 отзыв"), ("3", "3 отзыва"), ("5", "5 отзывов"), ("21", "21 отзыв"), ("1.5", "1,5 отзыва"),
    ])
  func counted(written: String, expected: String) throws {
    var style = RecordField.NumberStyle()
    style.countedUnits = ["one": " отзыв", "few": " отзыва", "many": " отзывов", "other": " отзыва"]
    #expect(text(.number(try number(written), style), .ru) == expected)
  }

  @Test("numbers have the language's signs, and what their field says")
  func numbers() throws {
    var style = RecordField.NumberStyle()
    #expect(text(.number(try number("1234567.8912"), style), .en) == "1,234,567.891")
    #expect(text(.number(try number("-0.5"), style), .ru) == "−0,5")
    style.decimals = 1
    #expect(text(.number(try number("4"), style), .en) == "4.0")
    (style.saysSign, style.unit) = (true, "°")
    #expect(text(.number(try number("3"), style), .ru) == "+3,0°")
    #expect(text(.number(try number("0"), style), .ru) == "0,0°")
    style = .init()
    style.isPercent = true
    #expect(text(.number(try number("-20"), style), .ru) == "−20\u{A0}%")
    style = .init()
    style.isCompact = true
    #expect(text(.number(try number("12345"), style), .en) == "12K")
  }

  @Test("a local day is the same in every time zone, and shows a year that differs")
  func dates() {
    let day = EventDates.Moment(year: 2025, month: 11, day: 24)
    #expect(text(.date(.local(day), nil), .en) == "Nov\u{A0}24")
    #expect(text(.date(.local(.init(year: 2024, month: 11, day: 24)), .day), .en) == "Nov\u{A0}24, 2024")
    #expect(text(.date(.instant(1_741_942_800), nil), .en) == "today at 9:00 AM")
    #expect(text(.date(.instant(1_741_942_800), .time), .ru) == "9:00")
  }

  @Test("a link shows its words, else the host, and leads there")
  func links() {
    let address: WebAddress = "https://www.example.org/a"
    #expect(text(.link(address, words: nil), .en) == "example.org")
    #expect(text(.link(address, words: "Buy"), .en) == "Buy")
  }

  @Test("a card has the values of its type's schema in every form")
  func schema() throws {
    var type = RecordType(name: "thing", template: "thing.yml")
    let path = try JSONQuery("$.a")
    let choice = RecordField.Choice(value: "few", name: "few", label: "Few", icon: "star")
    let samples: [(String, RecordField.Form, RecordValue)] = [
      ("text", .text, .text("a")), ("flag", .flag, .flag(true)), ("share", .share(from: 0, to: 1), .share(0.5)),
      ("choice", .choice([choice]), .choice(choice)), ("duration", .duration(.seconds), .duration(5)),
      ("picture", .picture(.init()), .picture(Photo(sources: [.init(url: "a.jpg", width: 4, height: 3)]))),
      ("group", .group([RecordField(name: "of", path: path, form: .text)]), .group([.init("of", .text("b"))])),
    ]
    type.fields = samples.map { RecordField(name: $0.0, path: path, form: $0.1) }
    type.title = path
    var list = RecordField(name: "list", path: try JSONQuery("$.a[*]"), form: .text)
    list.isOptional = true
    type.fields.append(list)
    let record = Record(
      type: "thing", template: "thing.yml", title: "T",
      fields: samples.map { .init($0.0, $0.2) } + [.init("list", .list([.text("x")]))])
    let builder = CardBuilder(
      rules: newsfeedRules, strings: Language.en.strings, clock: CardClock(now: 0, timeZone: .gmt, writesOut: false))
    let post = Post(id: "a", kind: .record(record), author: Author(id: "a", name: "A"))
    let value = builder.feedCard(for: post).value(in: .expanded)
    #expect(Self.mismatches(value, type.schema, "card") == [])
  }

  /// Returns the paths of values that don't have their schema's form.
  private static func mismatches(_ value: CardValue, _ schema: CardSchema, _ path: String) -> [String] {
    switch (value, schema.form) {
    case (.text, .text), (.number, .number), (.flag, .flag), (.image, .image), (.icon, .icon): []
    case (.list(let values), .list(let element)):
      values.flatMap { mismatches($0, element, path + "[]") }
    case (.record(let fields), .record(let members)):
      fields.names.flatMap { name -> [String] in
        guard let member = members[name], let value = fields[name] else { return ["\(path).\(name)"] }
        return mismatches(value, member, "\(path).\(name)")
      }
    default: [path]
    }
  }
}
