import Cards
import FeedReading
import Testing

@Suite struct CardValueTests {
  private let card = builder().card(
    for: post("Привет", attachments: [.photo(photo(2, 1)), item("note", .note, title: "З")], reposts: [post("р")]))

  /// Returns whether every value has the place and the type of the schema.
  private func matches(_ value: CardValue, _ schema: CardSchema) -> Bool {
    switch (value, schema.form) {
    case (.text, .text), (.number, .number), (.flag, .flag), (.image, .image), (.icon, .icon): true
    case (.list(let values), .list(let element)): values.allSatisfy { matches($0, element) }
    case (.record(let fields), .record(let types)):
      fields.names.allSatisfy { name in
        fields[name].flatMap { value in types[name].map { matches(value, $0) } } ?? false
      }
    default: false
    }
  }

  @Test("a card has the values of its schema", arguments: [CardState.collapsed, .expanded])
  func schema(state: CardState) {
    #expect(matches(card.value(in: state), PostCard.schema))
    for draft in ["", "Да"] { #expect(matches(builder().composer(draft: draft).value(in: state), Composer.schema)) }
    #expect(matches(builder().footer(count: 3).value(in: state), FeedFooter.schema))
    #expect(matches(builder(viewer: "me.jpg").screenHeader.value(in: state), ScreenHeader.schema))
  }

  @Test("a collapsed body is cut, an expanded one has no limit")
  func states() {
    let collapsed = card.value(in: .collapsed)
    #expect(collapsed.value(at: ["body", "visibleLines"]) == .number(6))
    #expect(collapsed.value(at: ["body", "showMore"]) == .text(RichText("Показать полностью…")))
    let expanded = card.value(in: .expanded)
    #expect(expanded.value(at: ["body", "visibleLines"]) == nil)
    #expect(expanded.value(at: ["body", "isCut"]) == .flag(false))
  }

  @Test("a collapsed card cuts the texts that are too long, and no others")
  func cutTexts() {
    let card = builder().card(for: post("a", reposts: [post("b"), post("c")]))
    let value = card.value(in: .collapsed, cutting: [.repost(1)])
    #expect(value.value(at: ["body", "isCut"]) == .flag(false))
    guard case .list(let reposts)? = value.value(at: ["reposts"]) else {
      Issue.record("no reposts")
      return
    }
    #expect(reposts.map { $0.value(at: ["body", "isCut"]) } == [.flag(false), .flag(true)])
    #expect(reposts.map { $0.value(at: ["body", "visibleLines"]) } == [nil, .number(6)])
  }

  @Test("the order of fields does not count, and nil takes one away")
  func fields() {
    var fields: CardFields = ["a": .number(1), "b": .flag(true)]
    #expect(fields == ["b": .flag(true), "a": .number(1)])
    #expect(fields.hashValue == (["b": .flag(true), "a": .number(1)] as CardFields).hashValue)
    fields["a"] = .number(2)
    #expect(fields != ["a": .number(1), "b": .flag(true)])
    fields["a"] = nil
    #expect(fields == ["b": .flag(true)] && fields.names == ["b"] && fields["a"] == nil)
  }

  @Test("missing values of a card are absent")
  func absent() {
    let value = builder().card(for: post()).value(in: .expanded)
    for name in ["body", "photo", "carousel", "rows", "reposts"] { #expect(value.value(at: [name]) == nil) }
    #expect(value.value(at: ["counters", "trailing"]) == nil)
    #expect(value.value(at: ["counters", "trailing", "x"]) == nil)
  }
}
