import Drawing

extension PostCard: CardModel {
  package static let modelName = "post"

  private static let counterSchema: CardSchema = .record(
    ["kind": .text, "icon": .icon, "label": .text, "spoken": .text, "isLast": .flag],
    item: .counter(kind: "kind", spoken: "spoken"))

  /// What lies over a blurred picture and shows it.
  static let veilSchema: CardSchema = .list(.record(["label": .text], item: .reveal(label: "label")))

  package static let schema: CardSchema = .record(
    Content.schema.merging([
      "boost": Line.schema,
      "author": Header.schema,
      "reply": Line.schema,
      "summary": .text,
      "thumbnail": .image,
      "quotes": .list(Quote.schema),
      "reposts": .list(repostSchema),
      "counters": .record(["leading": .list(counterSchema), "trailing": .list(counterSchema), "isFull": .flag]),
    ]) { $1 })

  private static let repostSchema: CardSchema = .record(
    Content.schema.merging(["author": Header.schema, "text": .text, "steps": .list(.record([:])), "target": .text]) {
      $1
    },
    item: .quote(target: "target"))

  package func value(in state: CardState) -> CardValue { value(in: state, cutting: nil) }

  /// - Parameter places: Texts that a collapsed card cuts; nil cuts all of them.
  package func value(in state: CardState, cutting places: Set<BodyPlace>?) -> CardValue {
    func isCut(_ place: BodyPlace) -> Bool { state == .collapsed && places?.contains(place) ?? true }
    var fields = content.fields(in: state, isCut: isCut(.own))
    if content.isOpen(in: state) {
      let blurs = content.veil(in: state) != nil
      fields["quotes"] = CardValue.presentList(quotes.map { $0.value(blurs: blurs) })
      fields["reposts"] = CardValue.presentList(
        reposts.enumerated().map { index, repost in repost.value(in: state, isCut: isCut(.repost(index))) })
    }
    fields["author"] = header.value
    if let boost { fields["boost"] = boost.value }
    if let reply { fields["reply"] = reply.value }
    fields["counters"] = Self.countersValue(counters)
    fields["summary"] = summary.map(CardValue.text)
    fields["thumbnail"] = thumbnail.map(CardValue.image)
    return .record(fields)
  }
}

extension CardValue {
  /// Absent where it is empty, so that `if` can test it.
  static func presentList(_ values: [CardValue]) -> CardValue? { values.isEmpty ? nil : .list(values) }

  static func string(_ string: String) -> CardValue { .text(RichText(string)) }

  static func image(_ image: ImageReference, _ veil: String?) -> CardValue {
    .image(veil == nil ? image : image.blurred)
  }

  /// What lies over a picture that is hidden; nil over any other.
  static func veils(_ label: String?) -> CardValue? { label.map { .list([.record(["label": .string($0)])]) } }
}

extension PostCard.Header {
  static let schema: CardSchema = .record([
    "name": .text(.name), "handle": .text, "date": .text(.date), "avatar": .image(.avatar), "initials": .text,
    "isPinned": .flag,
  ])

  var value: CardValue {
    var fields: CardFields = ["name": .text(name), "isPinned": .flag(isPinned)]
    if !date.isEmpty { fields["date"] = .string(date) }
    fields["handle"] = handle.map(CardValue.string)
    fields["avatar"] = avatar.map(CardValue.image)
    fields["initials"] = initials.map(CardValue.string)
    return .record(fields)
  }
}

extension PostCard.Repost {
  fileprivate func value(in state: CardState, isCut: Bool) -> CardValue {
    var fields = content.fields(in: state, isCut: isCut)
    if content.isOpen(in: state) { fields["text"] = content.body.map { .text($0.text) } }
    fields["author"] = header.value
    fields["target"] = target.map(CardValue.string)
    fields["steps"] = CardValue.presentList(Array(repeating: .record([:]), count: max(0, steps)))
    return .record(fields)
  }
}

extension PostCard {
  /// As many counters as stand at distances of their own on the narrowest screen. More of them share the row.
  private static let mostApart = 4

  /// In two groups; nil where there are no counters at all.
  fileprivate static func countersValue(_ counters: [Counter]) -> CardValue? {
    guard !counters.isEmpty else { return nil }
    var fields: CardFields = ["isFull": .flag(counters.count > mostApart)]
    for (name, group) in [("leading", Counter.Group.leading), ("trailing", .trailing)] {
      let members = counters.filter { $0.group == group }
      fields[name] = CardValue.presentList(
        members.enumerated().map { index, counter in counter.value(isLast: index == members.count - 1) })
    }
    return .record(fields)
  }
}

extension PostCard.Counter {
  fileprivate func value(isLast: Bool) -> CardValue {
    var fields: CardFields = ["kind": .string(kind), "icon": .icon(icon), "isLast": .flag(isLast)]
    fields["label"] = label.map(CardValue.string)
    fields["spoken"] = spoken.map(CardValue.string)
    return .record(fields)
  }
}
