import Drawing

extension PostCard: CardModel {
  package static let modelName = "post"

  private static let headerSchema: CardSchema = .record([
    "name": .text(.name), "date": .text(.date), "avatar": .image(.avatar), "initials": .text, "isPinned": .flag,
  ])
  private static let photoSchema: CardSchema = .record([
    "image": .image(.photo), "ratio": .number, "maxWidth": .number,
  ])
  private static let carouselSchema: CardSchema = .record([
    "ratio": .number,
    "pages": .list(.record(["image": .image(.photo), "isCurrent": .flag, "small": photoSchema], item: .page)),
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

  package static let schema: CardSchema = .record([
    "author": headerSchema,
    "summary": .text,
    "thumbnail": .image,
    "body": bodySchema,
    "photo": photoSchema,
    "carousel": carouselSchema,
    "videos": .list(Video.schema),
    "polls": .list(Poll.schema),
    "rows": .list(rowSchema),
    "reposts": .list(
      .record(
        [
          "author": headerSchema, "body": bodySchema, "text": .text, "steps": .list(.record([:])),
          "photo": photoSchema, "carousel": carouselSchema, "videos": .list(Video.schema),
          "polls": .list(Poll.schema), "rows": .list(rowSchema),
        ], item: .quote)),
    "counters": .record(["leading": .list(counterSchema), "trailing": .list(counterSchema)]),
  ])

  /// Absent values are absent fields; an empty list is absent too, so that `if` can test it.
  package func value(in state: CardState) -> CardValue { value(in: state, cutting: nil) }

  /// - Parameter places: Texts that a collapsed card cuts; nil cuts all of them.
  package func value(in state: CardState, cutting places: Set<BodyPlace>?) -> CardValue {
    func isCut(_ place: BodyPlace) -> Bool { state == .collapsed && places?.contains(place) ?? true }
    var fields = Self.mediaFields(photo: photo, carousel: carousel, videos: videos, polls: polls, rows: rows)
    fields["author"] = header.value
    fields["body"] = body?.value(isCut: isCut(.own))
    fields["reposts"] = CardValue.presentList(
      reposts.enumerated().map { index, repost in repost.value(isCut: isCut(.repost(index))) })
    fields["counters"] = Self.countersValue(counters)
    fields["summary"] = summary.map(CardValue.text)
    fields["thumbnail"] = thumbnail.map(CardValue.image)
    return .record(fields)
  }

  fileprivate static func mediaFields(
    photo: PhotoModel?, carousel: Carousel?, videos: [Video], polls: [Poll], rows: [Row]
  ) -> CardFields {
    var fields = CardFields()
    fields["photo"] = photo.map(\.value)
    fields["carousel"] = carousel.map { carousel in
      let pages = carousel.pages.enumerated().map { index, image in
        var page: CardFields = ["image": .image(image), "isCurrent": .flag(index == carousel.current)]
        page["small"] = carousel.small?[index].map(\.value)
        return CardValue.record(page)
      }
      return .record(["ratio": .number(carousel.ratio), "pages": .list(pages)])
    }
    fields["videos"] = CardValue.presentList(videos.map(\.value))
    fields["polls"] = CardValue.presentList(polls.map(\.value))
    fields["rows"] = CardValue.presentList(rows.map(\.value))
    return fields
  }
}

extension CardValue {
  fileprivate static func presentList(_ values: [CardValue]) -> CardValue? { values.isEmpty ? nil : .list(values) }

  static func string(_ string: String) -> CardValue { .text(RichText(string)) }
}

extension PostCard.PhotoModel {
  fileprivate var value: CardValue {
    var fields: CardFields = ["image": .image(image), "ratio": .number(ratio)]
    fields["maxWidth"] = maxWidth.map(CardValue.number)
    return .record(fields)
  }
}

extension PostCard.Header {
  fileprivate var value: CardValue {
    var fields: CardFields = ["name": .text(name), "date": .string(date), "isPinned": .flag(isPinned)]
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
  fileprivate var value: CardValue {
    var fields: CardFields = ["type": .string(type), "icon": .icon(icon), "title": .text(title)]
    fields["subtitle"] = subtitle.map(CardValue.text)
    fields["preview"] = preview.map(CardValue.image)
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}

extension PostCard.Repost {
  fileprivate func value(isCut: Bool) -> CardValue {
    var fields = PostCard.mediaFields(
      photo: photo, carousel: carousel, videos: videos, polls: polls, rows: rows)
    fields["author"] = header.value
    fields["body"] = body?.value(isCut: isCut)
    fields["text"] = body.map { .text($0.text) }
    fields["steps"] = CardValue.presentList(Array(repeating: .record([:]), count: max(0, steps)))
    return .record(fields)
  }
}

extension PostCard {
  /// In two groups; nil where there are no counters at all.
  fileprivate static func countersValue(_ counters: [Counter]) -> CardValue? {
    guard !counters.isEmpty else { return nil }
    var fields = CardFields()
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
