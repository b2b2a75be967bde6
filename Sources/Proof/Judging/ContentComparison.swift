import Digests

/// One thing that a post says or shows otherwise than it did, whatever the design makes of it.
package struct ContentEdit: Hashable, Sendable {
  package var kind: Cause.Kind
  /// The box that shows it.
  package var path: String
  /// In words, without the box.
  package var text: String
  /// Old and new value: another edit of the same text is another cause.
  package var identity: String

  package var cause: Cause { Cause(kind, title: "\(path.withoutNumbers): \(text)", identity: identity) }
}

/// Finds what a post's content has to do with how its card changed: texts, pictures and icons of boxes that both sides
/// have, and boxes that only one side has.
package struct ContentComparison {
  private let pairs: [BoxPair]
  private let items: [String: String]
  private let order: ItemOrder
  /// Whether both sides tell the links of their texts.
  private let tellsLinks: Bool

  package init(reference: LayoutRecord, actual: LayoutRecord) {
    let known = (reference.boxes + actual.boxes).compactMap { box in box.item.map { (box.path, $0) } }
    items = Dictionary(known, uniquingKeysWith: { first, _ in first })
    order = ItemOrder(reference: reference.boxes, actual: actual.boxes)
    tellsLinks = reference.links == true && actual.links == true
    let moved = order.moved
    pairs = BoxPair.matching(reference.boxes, actual.boxes).filter { pair in
      moved.isEmpty || !moved.contains { pair.path.isWithin($0) }
    }
  }

  /// Each thing once, in drawing order. Pictures or rows that only changed places are one edit; so is all that changed
  /// in one row.
  package var edits: [ContentEdit] {
    var edits = order.edits
    for (item, boxes) in grouped(pairs.filter { edit(of: $0) != nil }) {
      let own = boxes.compactMap(edit)
      guard let first = own.first(where: { $0.kind == .text }) ?? own.first else { continue }
      if own.count == 1 {
        edits.append(named(first))
      } else {
        let text = own.map(\.text).prefix(3).joined(separator: ", ")
        edits.append(
          ContentEdit(
            kind: .content, path: item ?? first.path, text: text,
            identity: own.map(\.identity).joined(separator: "\n")))
      }
    }
    return edits + lone
  }

  // MARK: What both sides have

  private func edit(of pair: BoxPair) -> ContentEdit? {
    guard let old = pair.reference, let new = pair.actual else { return nil }
    if let before = old.wording, let after = new.wording, before != after {
      let words = WordDifference(from: old.shownText, to: new.shownText)
      let text = old.shownText == new.shownText ? "another text where it is cut off" : words.message
      return ContentEdit(kind: .text, path: pair.path, text: text, identity: "\(before) \(after)")
    }
    // Another text has other links; that is no second edit.
    if tellsLinks, old.links != new.links, let change = LinkDifference(from: old.links ?? [], to: new.links ?? []) {
      return ContentEdit(kind: .text, path: pair.path, text: change.message, identity: change.identity)
    }
    if let before = old.image, let after = new.image, before != after {
      return ContentEdit(kind: .photo, path: pair.path, text: "another picture", identity: "\(before) \(after)")
    }
    if let before = old.icon, let after = new.icon, before != after {
      return ContentEdit(
        kind: .content, path: pair.path, text: "the icon \(before) → \(after)", identity: "\(before) \(after)")
    }
    return nil
  }

  /// Numbers are often the same in many posts, and 12 likes are no 12 comments.
  private func named(_ edit: ContentEdit) -> ContentEdit {
    guard let counter = items.keys.filter({ edit.path.isWithin($0) }).max(by: { $0.count < $1.count }),
      items[counter] == "counter"
    else { return edit }
    var edit = edit
    edit.identity += " \(counter.withoutNumbers)"
    return edit
  }

  /// By the row, page or counter around them; what is in none stands alone.
  private func grouped(_ pairs: [BoxPair]) -> [(item: String?, boxes: [BoxPair])] {
    var groups: [(item: String?, boxes: [BoxPair])] = []
    for pair in pairs {
      let item = item(around: pair.path)
      if let item, let known = groups.firstIndex(where: { $0.item == item }) {
        groups[known].boxes.append(pair)
      } else {
        groups.append((item, [pair]))
      }
    }
    return groups
  }

  private func item(around path: String) -> String? {
    items.filter { $0.value != "quote" && path.isWithin($0.key) }.keys.max { $0.count < $1.count }
  }

  // MARK: What only one side has

  /// A box with all that is in it. Pictures that came or went change how all of them stand: they are one edit.
  private var lone: [ContentEdit] {
    let alone = pairs.filter { $0.reference == nil || $0.actual == nil }
    let paths = Set(alone.map(\.path))
    let outer = alone.filter { pair in !pair.path.ancestors.contains { paths.contains($0) } }
    let found = outer.map { pair -> (edit: ContentEdit, shows: Bool) in
      let inside = alone.filter { $0.path.isWithin(pair.path) }
      let contents = inside.map { "\($0.path.withoutNumbers) \(($0.reference ?? $0.actual)?.content ?? "")" }
      let edit = ContentEdit(
        kind: .content, path: pair.path, text: pair.reference == nil ? "not in the reference" : "missing",
        identity: "\(pair.reference == nil)\n\(contents.joined(separator: "\n"))")
      return (edit, inside.contains { ($0.reference ?? $0.actual)?.wording != nil })
    }
    let pictures = found.filter { !$0.shows }.map(\.edit)
    let others = found.filter(\.shows).map(\.edit)
    guard let first = pictures.first, pictures.count > 1 else { return pictures + others }
    let text = pictures.map { "\($0.path) \($0.text)" }.dropFirst().prefix(2).joined(separator: ", ")
    return [
      ContentEdit(
        kind: .content, path: first.path, text: "\(first.text), \(text)",
        identity: pictures.map(\.identity).joined(separator: "\n"))
    ] + others
  }
}

extension BoxRecord {
  /// The text as it is shown, lines joined.
  fileprivate var shownText: String { (lineTexts ?? []).joined(separator: " ") }

  /// What the whole text says, wherever its lines break; nil where nothing tells.
  package var wording: String? { wholeText ?? (isTruncated == true ? nil : lineTexts.map(Self.wording)) }

  /// What the box shows itself.
  var content: String? { wording ?? image ?? icon }

  /// A short name for a text: the same however it is broken into lines.
  package static func wording(_ lines: [String]) -> String {
    var hash = FNV1a64()
    for line in lines {
      for scalar in line.unicodeScalars where !scalar.properties.isWhitespace { hash.append(String(scalar)) }
    }
    return hash.hex
  }
}

extension String {
  func isWithin(_ path: String) -> Bool { self == path || hasPrefix("\(path)/") }

  /// Paths of the boxes around.
  fileprivate var ancestors: [String] {
    indices.filter { self[$0] == "/" }.map { String(self[..<$0]) }
  }
}
