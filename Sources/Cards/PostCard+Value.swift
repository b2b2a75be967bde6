import Drawing

extension PostCard: CardModel {
  package static let modelName = "post"

  private static let photoSchema: CardSchema = .record([
    "image": .image(.photo), "ratio": .number, "maxWidth": .number, "veils": veilSchema,
  ])
  private static let carouselSchema: CardSchema = .record([
    "ratio": .number, "isLong": .flag,
    "pages": .list(
      .record(
        ["image": .image(.photo), "isCurrent": .flag, "small": photoSchema, "veils": veilSchema], item: .page)),
  ])
  private static let rowSchema: CardSchema = .record(
    [
      "type": .text, "icon": .icon, "title": .text, "subtitle": .text, "preview": .image, "target": .text,
    ], item: .row(target: "target"))
  private static let counterSchema: CardSchema = .record(
    ["kind": .text, "icon": .icon, "label": .text, "spoken": .text, "isLast": .flag],
    item: .counter(kind: "kind", spoken: "spoken"))

  private static let bodySchema: CardSchema = .record([
    "text": .text(.body), "visibleLines": .number, "isCut": .flag, "showMore": .text(.showMore),
  ])

  /// What lies over a blurred picture and shows it.
  static let veilSchema: CardSchema = .list(.record(["label": .text], item: .reveal(label: "label")))

  package static let schema: CardSchema = .record([
    "boost": Line.schema,
    "author": Header.schema,
    "reply": Line.schema,
    "warnings": Warning.schema,
    "summary": .text,
    "thumbnail": .image,
    "body": bodySchema,
    "photo": photoSchema,
    "carousel": carouselSchema,
    "videos": .list(Video.schema),
    "polls": .list(Poll.schema),
    "links": .list(Link.schema),
    "rows": .list(rowSchema),
    "quotes": .list(Quote.schema),
    "reposts": .list(
      .record(
        [
          "author": Header.schema, "warnings": Warning.schema, "body": bodySchema, "text": .text,
          "steps": .list(.record([:])), "photo": photoSchema, "carousel": carouselSchema,
          "videos": .list(Video.schema), "polls": .list(Poll.schema), "links": .list(Link.schema),
          "rows": .list(rowSchema), "target": .text,
        ], item: .quote(target: "target"))),
    "counters": .record(["leading": .list(counterSchema), "trailing": .list(counterSchema), "isFull": .flag]),
  ])

  /// Absent values are absent fields; an empty list is absent too, so that `if` can test it.
  package func value(in state: CardState) -> CardValue { value(in: state, cutting: nil) }

  /// - Parameter places: Texts that a collapsed card cuts; nil cuts all of them.
  package func value(in state: CardState, cutting places: Set<BodyPlace>?) -> CardValue {
    let isClosed = state == .collapsed
    func isCut(_ place: BodyPlace) -> Bool { isClosed && places?.contains(place) ?? true }
    var fields = CardFields()
    if let warning { fields["warnings"] = warning.value(isClosed: isClosed) }
    if warning == nil || !isClosed {
      let hidden = isClosed ? veil : nil
      fields.add(photo, carousel, veil: hidden)
      fields.add(videos, polls, links, rows, veil: hidden)
      if !quotes.isEmpty { fields["quotes"] = .list(quotes.map { $0.value(blurs: hidden != nil) }) }
      fields["body"] = body?.value(isCut: isCut(.own))
      fields["reposts"] = CardValue.presentList(
        reposts.enumerated().map { index, repost in
          repost.value(isCut: isCut(.repost(index)), isClosed: isClosed)
        })
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

extension CardFields {
  /// - Parameter veil: The word on pictures that are hidden; nil where they are not.
  fileprivate mutating func add(_ photo: PostCard.PhotoModel?, _ carousel: PostCard.Carousel?, veil: String?) {
    self["photo"] = photo?.value(veil: veil)
    guard let carousel else { return }
    let pages = carousel.pages.enumerated().map { index, image in
      var page: CardFields = ["image": .image(image, veil), "isCurrent": .flag(index == carousel.current)]
      page["small"] = carousel.small?[index]?.value(veil: veil)
      page["veils"] = CardValue.veils(veil)
      return CardValue.record(page)
    }
    self["carousel"] = .record([
      "ratio": .number(carousel.ratio), "pages": .list(pages), "isLong": .flag(carousel.isLong),
    ])
  }

  fileprivate mutating func add(
    _ videos: [PostCard.Video], _ polls: [PostCard.Poll], _ links: [PostCard.Link], _ rows: [PostCard.Row],
    veil: String?
  ) {
    self["videos"] = CardValue.presentList(videos.map { $0.value(veil: veil) })
    self["polls"] = CardValue.presentList(polls.map(\.value))
    if !links.isEmpty { self["links"] = .list(links.map { $0.value(blurs: veil != nil) }) }
    self["rows"] = CardValue.presentList(rows.map { $0.value(veil: veil) })
  }
}

extension CardValue {
  fileprivate static func presentList(_ values: [CardValue]) -> CardValue? { values.isEmpty ? nil : .list(values) }

  static func string(_ string: String) -> CardValue { .text(RichText(string)) }

  static func image(_ image: ImageReference, _ veil: String?) -> CardValue {
    .image(veil == nil ? image : image.blurred)
  }

  /// What lies over a picture that is hidden; nil over any other.
  static func veils(_ label: String?) -> CardValue? { label.map { .list([.record(["label": .string($0)])]) } }
}

extension PostCard.PhotoModel {
  fileprivate func value(veil: String?) -> CardValue {
    var fields: CardFields = ["image": .image(image, veil), "ratio": .number(ratio)]
    fields["maxWidth"] = maxWidth.map(CardValue.number)
    fields["veils"] = CardValue.veils(veil)
    return .record(fields)
  }
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

extension PostCard.Body {
  /// The whole text has no line limit.
  fileprivate func value(isCut: Bool) -> CardValue {
    var fields: CardFields = ["text": .text(text), "isCut": .flag(isCut)]
    if isCut {
      fields["visibleLines"] = .number(Double(collapsedLines))
      fields["showMore"] = .string(showMore)
    }
    return .record(fields)
  }
}

extension PostCard.Row {
  fileprivate func value(veil: String?) -> CardValue {
    var fields: CardFields = ["type": .string(type), "icon": .icon(icon), "title": .text(title)]
    fields["subtitle"] = subtitle.map(CardValue.text)
    fields["preview"] = preview.map { .image($0, veil) }
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}

extension PostCard.Repost {
  fileprivate func value(isCut: Bool, isClosed: Bool) -> CardValue {
    var fields = CardFields()
    if let warning { fields["warnings"] = warning.value(isClosed: isClosed) }
    if warning == nil || !isClosed {
      let hidden = isClosed ? veil : nil
      fields.add(photo, carousel, veil: hidden)
      fields.add(videos, polls, links, rows, veil: hidden)
      fields["body"] = body?.value(isCut: isCut)
      fields["text"] = body.map { .text($0.text) }
    }
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
