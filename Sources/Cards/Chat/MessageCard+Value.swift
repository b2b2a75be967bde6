import Drawing

extension MessageCard: CardModel {
  package static let modelName = "message"

  private static let tints: CardSchema = .record(
    Dictionary(uniqueKeysWithValues: Tint.allCases.map { ($0.rawValue, CardSchema.flag) }))
  private static let photo: CardSchema = .record(["image": .image(.photo), "ratio": .number, "maxWidth": .number])
  private static let row: CardSchema = .record(
    ["type": .text, "icon": .icon, "title": .text, "subtitle": .text, "preview": .image, "target": .text],
    item: .row(target: "target"))
  private static let bubble: CardSchema = .record([
    "isOutgoing": .flag, "isBare": .flag, "isPicture": .flag, "time": .text(.date), "forward": .text,
    "replies": .list(
      .record(["name": .text, "text": .text, "tints": tints, "target": .text], item: .row(target: "target"))),
    "text": .text(.body), "emoji": .text(.body), "sticker": photo, "photo": photo,
    "album": .record([
      "rows": .list(
        .record(["ratio": .number, "cells": .list(.record(["image": .image(.photo), "share": .number]))]))
    ]),
    "videos": .list(PostCard.Video.schema),
    "voice": .record(["duration": .text, "title": .text, "levels": .list(.record(["level": .number]))]),
    "polls": .list(PostCard.Poll.schema), "links": .list(PostCard.Link.schema), "rows": .list(row),
    "previews": .record(["rows": .list(row)]), "absence": .text,
  ])

  package static let schema: CardSchema = .record([
    "isOutgoing": .flag, "isFirst": .flag, "isLast": .flag, "name": .text(.name), "tints": tints, "hasFaces": .flag,
    "face": .record(["initials": .text(.avatar), "tints": tints]), "bubble": bubble,
    "reactions": .list(
      .record(
        ["kind": .text, "symbol": .text, "count": .text, "spoken": .text],
        item: .counter(kind: "kind", spoken: "spoken"))),
  ])

  /// One state: a message is shown whole.
  package func value(in state: CardState) -> CardValue {
    var fields: CardFields = [
      "isOutgoing": .flag(isOutgoing), "isFirst": .flag(isFirst), "isLast": .flag(isLast), "tints": tint.value,
      "hasFaces": .flag(hasFaces), "bubble": bubble.value(isOutgoing: isOutgoing),
    ]
    fields["name"] = name.map(CardValue.text)
    fields["face"] = face?.value
    if !reactions.isEmpty { fields["reactions"] = .list(reactions.map(\.value)) }
    return .record(fields)
  }
}

extension MessageCard.Tint {
  /// A flag of its name, since colours are the template's.
  fileprivate var value: CardValue { .record([rawValue: .flag(true)]) }
}

extension MessageCard.Face {
  fileprivate var value: CardValue {
    var fields: CardFields = ["tints": tint.value]
    fields["initials"] = initials.map(CardValue.string)
    return .record(fields)
  }
}

extension MessageCard.Reaction {
  fileprivate var value: CardValue {
    var fields: CardFields = ["kind": .string("reaction"), "symbol": .string(symbol), "spoken": .string(spoken)]
    fields["count"] = count.map(CardValue.string)
    return .record(fields)
  }
}

extension MessageCard.Bubble {
  fileprivate func value(isOutgoing: Bool) -> CardValue {
    var fields: CardFields = [
      "isOutgoing": .flag(isOutgoing), "isBare": .flag(isBare), "isPicture": .flag(isPicture),
    ]
    if !time.isEmpty { fields["time"] = .string(time) }
    fields["forward"] = forward.map(CardValue.string)
    if let reply { fields["replies"] = .list([reply.value]) }
    fields["text"] = body.map(CardValue.text)
    fields["emoji"] = emoji.map(CardValue.string)
    fields["sticker"] = sticker?.shown
    fields["photo"] = photo?.shown
    fields["album"] = album?.value
    fields["voice"] = voice?.value
    fields["absence"] = absence.map(CardValue.string)
    if !videos.isEmpty { fields["videos"] = .list(videos.map { $0.value(veil: nil) }) }
    if !polls.isEmpty { fields["polls"] = .list(polls.map(\.value)) }
    if !links.isEmpty { fields["links"] = .list(links.map { $0.value(blurs: false) }) }
    if !rows.isEmpty { fields["rows"] = .list(rows.map(\.shown)) }
    if !previews.isEmpty { fields["previews"] = .record(["rows": .list(previews.map(\.shown))]) }
    return .record(fields)
  }
}

extension MessageCard.Reply {
  fileprivate var value: CardValue {
    var fields: CardFields = ["text": .string(text), "tints": tint.value]
    fields["name"] = name.map(CardValue.string)
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}

extension MessageCard.Album {
  fileprivate var value: CardValue {
    .record([
      "rows": .list(
        rows.map { row in
          .record([
            "ratio": .number(row.ratio),
            "cells": .list(row.cells.map { .record(["image": .image($0.image), "share": .number($0.share)]) }),
          ])
        })
    ])
  }
}

extension MessageCard.Voice {
  fileprivate var value: CardValue {
    var fields: CardFields = [
      "title": .string(title), "levels": .list(levels.map { .record(["level": .number($0)]) }),
    ]
    fields["duration"] = duration.map(CardValue.string)
    return .record(fields)
  }
}

extension PostCard.PhotoModel {
  fileprivate var shown: CardValue {
    var fields: CardFields = ["image": .image(image), "ratio": .number(ratio)]
    fields["maxWidth"] = maxWidth.map(CardValue.number)
    return .record(fields)
  }
}

extension PostCard.Row {
  fileprivate var shown: CardValue {
    var fields: CardFields = ["type": .string(type), "icon": .icon(icon), "title": .text(title)]
    fields["subtitle"] = subtitle.map(CardValue.text)
    fields["preview"] = preview.map(CardValue.image)
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}

extension NoticeCard: CardModel {
  package static let modelName = "notice"

  package static let schema: CardSchema = .record([
    "lines": .list(.record(["text": .text, "target": .text], item: .row(target: "target")))
  ])

  package func value(in state: CardState) -> CardValue {
    var line: CardFields = ["text": .text(text)]
    line["target"] = target.map(CardValue.string)
    return .record(["lines": .list([.record(line)])])
  }
}
