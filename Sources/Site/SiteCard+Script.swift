import Drawing

// The forms below are read by the feed's scripts; Templates/Site/feed/types.js describes them as types.

extension SiteCard {
  var story: ScriptValue {
    let page = permalink.flatMap(LinkScheme.checked)
    return .record(
      [
        ("i", .text(id)), ("a", .text(author)), ("t", time.map(ScriptValue.text) ?? .null),
        ("w", .counts(load.counts)), ("p", .list(elements.map(\.script))),
      ] + (page.map { [("u", .text($0))] } ?? []) + (fullDate.map { [("d", .text($0))] } ?? []))
  }
}

extension SiteCard.Element {
  fileprivate var script: ScriptValue {
    switch content {
    case .name(let name): ["name", .text(name)]
    case .date(let date): ["date", .text(date)]
    case .text(let text, let links): ["text", .text(text), .list(links.map(\.script))]
    case .photo(let description):
      .list(["photo", .text(description)] + originals.compactMap { $0.map(ScriptValue.text) })
    case .pages(let first, let descriptions):
      .list(["pages", .count(first), .texts(descriptions)] + (originals.isEmpty ? [] : [.list(originalScripts)]))
    case .count(let count): ["count", .text(count)]
    case .row(let elements, let target):
      ["row", .count(elements), target.flatMap(LinkScheme.checked).map(ScriptValue.text) ?? .null]
    case .answer(let elements, let spoken): ["answer", .count(elements), .text(spoken)]
    case .quote(let elements, let target):
      .list(["quote", .count(elements)] + (target.flatMap(LinkScheme.checked).map { [.text($0)] } ?? []))
    }
  }
}

extension SiteCard.Element {
  fileprivate var originalScripts: [ScriptValue] { originals.map { $0.map(ScriptValue.text) ?? .null } }
}

extension SiteCard.Link {
  /// A link that leads nowhere good keeps its place in the list, so that the others keep their numbers.
  fileprivate var script: ScriptValue {
    [
      .count(range.lowerBound), .count(range.upperBound),
      target.flatMap(LinkScheme.checked).map(ScriptValue.text) ?? .null,
    ]
  }
}

extension SiteCard.WidthLayout {
  var layout: ScriptValue { [expanded.script, collapsed?.script ?? .null] }
  var boxes: ScriptValue { [expanded.boxesScript, collapsed?.boxesScript ?? .null] }
}

extension SiteCard.StateLayout {
  fileprivate var script: ScriptValue {
    // Nearly no card has more than one.
    let further = showMore.dropFirst().map(Self.script)
    return .list(
      [
        .list(places.map { $0?.script ?? .null }), textEnd.map(ScriptValue.number) ?? .null,
        showMore.first.map(Self.script) ?? .null,
      ] + further)
  }

  private static func script(_ more: (frame: Rect, label: String?)) -> ScriptValue {
    .list(more.frame.numbers + (more.label.map { [.text($0)] } ?? []))
  }

  fileprivate var boxesScript: ScriptValue {
    .list(boxes.map { .list([.text($0.path)] + $0.frame.numbers) })
  }
}

extension SiteCard.Place {
  fileprivate var script: ScriptValue {
    switch self {
    case .box(let frame): .list(frame.numbers)
    case .text(let place): place.script
    case .pages(let place): place.script
    }
  }
}

extension SiteCard.TextPlace {
  fileprivate var script: ScriptValue {
    .list(
      frame.numbers + [
        .number(style.size), .number(style.lineHeight), .count(style.weight), .number(style.letterSpacing),
        .counts(lines.flatMap { [$0.lowerBound, $0.upperBound] }),
        .list(links.map { .list([.count($0.link)] + $0.frame.numbers) }),
      ])
  }
}

extension SiteCard.PagesPlace {
  fileprivate var script: ScriptValue {
    .list(
      page.numbers + [
        .number(pitch), .number(clip),
        control.map { .list($0.row.numbers + $0.first.numbers + [.number($0.second.minX - $0.first.minX)]) } ?? .null,
      ])
  }
}
