import Basics

/// A change of a post's text or content, independent of its effect on the design.
package struct ContentEdit: Hashable, Sendable {
  package var kind: Cause.Kind
  /// The box that shows it.
  package var path: String
  /// The change as text, without the name of the box.
  package var text: String
  /// The old and new value: another edit of the same text is a different cause.
  package var identity: String
  package var fact: CauseFact

  package var cause: Cause { Cause(kind, title: "\(path.withoutNumbers): \(text)", identity: identity, fact: fact) }
}

/// Finds content changes of a post that explain the changes of its card: texts, images and icons of boxes on both
/// sides, and boxes on only one side.
package struct ContentComparison {
  private let pairs: [BoxPair]
  private let items: [String: String]
  private let order: ItemOrder
  /// Whether both sides record the links of their texts.
  private let tellsLinks: Bool

  package init(reference: LayoutRecord, actual: LayoutRecord, masks: [CaseMask] = []) {
    let (reference, actual) = masks.hiding(reference, actual)
    let known = (reference.boxes + actual.boxes).compactMap { box in box.item.map { (box.path, $0) } }
    items = Dictionary(known, uniquingKeysWith: { first, _ in first })
    order = ItemOrder(reference: reference.boxes, actual: actual.boxes)
    tellsLinks = reference.links == true && actual.links == true
    let moved = order.moved
    pairs = BoxPair.matching(reference.boxes, actual.boxes).filter { pair in
      moved.isEmpty || !moved.contains { pair.path.isWithin($0) }
    }
  }

  /// The edits in drawing order, without duplicates. Images or rows that only changed places are one edit, as are all
  /// changes in one row.
  package var edits: [ContentEdit] {
    var edits = order.edits
    let changed = pairs.filter { edit(of: $0) != nil }
    // A rename also changes the initials.
    let told = changed.filter { pair in !changed.contains { pair.isInitials(of: $0) } }
    for (item, boxes) in grouped(told) {
      let own = boxes.compactMap(edit)
      guard let first = own.first(where: { $0.kind == .text }) ?? own.first else { continue }
      if own.count == 1 {
        edits.append(named(first))
      } else {
        let text = own.map(\.text).prefix(3).joined(separator: ", ")
        edits.append(
          ContentEdit(
            kind: .content, path: item ?? first.path, text: text,
            identity: own.map(\.identity).joined(separator: "\n"), fact: .several(box: item ?? first.path)))
      }
    }
    return edits + lone
  }

  // MARK: Boxes on both sides

  private func edit(of pair: BoxPair) -> ContentEdit? {
    guard let old = pair.reference, let new = pair.actual else { return nil }
    if let before = old.wording, let after = new.wording, before != after {
      let words = WordDifference(from: old.shownText, to: new.shownText)
      let text = old.shownText == new.shownText ? "different text in the cut-off part" : words.message
      let lines = CauseFact.Lines((new.lineCount ?? 0) - (old.lineCount ?? 0))
      return ContentEdit(
        kind: .text, path: pair.path, text: text, identity: "\(before) \(after)",
        fact: .text(box: pair.path, words, lines: lines))
    }
    // A changed text has different links anyway; that isn't a second edit.
    if tellsLinks, old.links != new.links, let change = LinkDifference(from: old.links ?? [], to: new.links ?? []) {
      return ContentEdit(
        kind: .text, path: pair.path, text: change.message, identity: change.identity, fact: .links(box: pair.path))
    }
    if let before = old.image, let after = new.image, before != after {
      return ContentEdit(
        kind: .photo, path: pair.path, text: BoxChange.picture.message, identity: "\(before) \(after)",
        fact: .photo(box: pair.path))
    }
    if let before = old.icon, let after = new.icon, before != after {
      return ContentEdit(
        kind: .content, path: pair.path, text: "the icon \(before) → \(after)", identity: "\(before) \(after)",
        fact: .otherIcon(box: pair.path, old: before, new: after))
    }
    return nil
  }

  /// Adds the name of the box: the same number occurs in many posts, and 12 likes are not 12 comments.
  private func named(_ edit: ContentEdit) -> ContentEdit {
    guard let counter = items.keys.filter({ edit.path.isWithin($0) }).max(by: { $0.count < $1.count }),
      items[counter] == "counter"
    else { return edit }
    var edit = edit
    edit.identity += " \(counter.withoutNumbers)"
    return edit
  }

  /// Groups pairs by the row, page or counter around them; other pairs form groups of their own.
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

  // MARK: Boxes on one side

  /// Edits for boxes on one side, including their contents. An image that is added or removed rearranges all of them,
  /// so it is one edit.
  private var lone: [ContentEdit] {
    let alone = pairs.filter { $0.reference == nil || $0.actual == nil }
    let paths = Set(alone.map(\.path))
    let outer = alone.filter { pair in !pair.path.ancestors.contains { paths.contains($0) } }
    let found = outer.map { pair -> (edit: ContentEdit, shows: Bool) in
      let inside = alone.filter { $0.path.isWithin(pair.path) }
      let contents = inside.map { "\($0.path.withoutNumbers) \(($0.reference ?? $0.actual)?.content ?? "")" }
      let edit = ContentEdit(
        kind: .content, path: pair.path, text: pair.reference == nil ? "not in the reference" : "missing",
        identity: "\(pair.reference == nil)\n\(contents.joined(separator: "\n"))",
        fact: pair.reference == nil ? .came(box: pair.path) : .gone(box: pair.path))
      return (edit, inside.contains { ($0.reference ?? $0.actual)?.wording != nil })
    }
    let pictures = found.filter { !$0.shows }.map(\.edit)
    let others = found.filter(\.shows).map(\.edit)
    guard let first = pictures.first, pictures.count > 1 else { return pictures + others }
    let text = pictures.map { "\($0.path) \($0.text)" }.dropFirst().prefix(2).joined(separator: ", ")
    return [
      ContentEdit(
        kind: .content, path: first.path, text: "\(first.text), \(text)",
        identity: pictures.map(\.identity).joined(separator: "\n"), fact: first.fact)
    ] + others
  }
}

extension BoxRecord {
  /// The displayed text with its lines joined.
  fileprivate var shownText: String { (lineTexts ?? []).joined(separator: " ") }

  /// The full text, regardless of line breaks; nil if unknown.
  package var wording: String? { wholeText ?? (isTruncated == true ? nil : lineTexts.map(Self.wording)) }

  /// The content of the box itself.
  var content: String? { wording ?? image ?? icon }

  /// Returns a short digest of a text that doesn't depend on line breaks.
  package static func wording(_ lines: [String]) -> String {
    var hash = FNV1a64()
    for line in lines {
      for scalar in line.unicodeScalars where !scalar.properties.isWhitespace { hash.append(String(scalar)) }
    }
    return hash.hex
  }
}

extension BoxPair {
  /// Whether both sides show the initials of the other box's words.
  fileprivate func isInitials(of other: BoxPair) -> Bool {
    guard path != other.path, let old = reference?.shownText, let new = actual?.shownText,
      let name = other.reference?.shownText, let newName = other.actual?.shownText
    else { return false }
    return old.isInitials(of: name) && new.isInitials(of: newName)
  }
}

extension String {
  /// Whether it consists of the initials of at most three words, in order.
  fileprivate func isInitials(of name: String) -> Bool {
    guard (1...3).contains(count), name.count > count else { return false }
    var words = WordDifference.words(of: name)[...]
    return uppercased().allSatisfy { letter in
      guard let place = words.firstIndex(where: { $0.uppercased().first == letter }) else { return false }
      words = words[(place + 1)...]
      return true
    }
  }

  func isWithin(_ path: String) -> Bool { self == path || hasPrefix("\(path)/") }

  /// The paths of enclosing boxes.
  fileprivate var ancestors: [String] {
    indices.filter { self[$0] == "/" }.map { String(self[..<$0]) }
  }
}

/// Rows, pages and quotes of a post with unchanged content at another position in their list.
struct ItemOrder {
  private struct Item {
    var path: String
    /// The content of each box in the item.
    var contents: [String]
  }

  /// The paths of items that changed places, and of those that took their places.
  private(set) var moved: Set<String> = []
  private(set) var edits: [ContentEdit] = []

  init(reference: [BoxRecord], actual: [BoxRecord]) {
    let (before, after) = (Self.lists(of: reference), Self.lists(of: actual))
    for list in before.keys.sorted() {
      // If their number changed, later items moved because of that.
      guard let old = before[list], let new = after[list], old.count == new.count, old.count > 1 else { continue }
      compare(old, new, list)
    }
  }

  private mutating func compare(_ old: [Item], _ new: [Item], _ list: String) {
    let changed = old.indices.filter { old[$0].contents != new[$0].contents }
    var waiting = changed
    var matched: [Int: Int] = [:]
    for place in changed {
      guard let found = waiting.firstIndex(where: { new[$0].contents == old[place].contents }) else { continue }
      matched[place] = waiting.remove(at: found)
    }
    guard !matched.isEmpty else { return }
    let places = matched.keys.sorted()
    let identity = places.flatMap { ["\($0) → \(matched[$0] ?? $0)"] + old[$0].contents }.joined(separator: "\n")
    edits.append(
      ContentEdit(kind: .content, path: list, text: "different order", identity: identity, fact: .order(box: list)))
    let gone = changed.filter { matched[$0] == nil }
    for (from, to) in zip(gone, waiting) where from != to {
      let contents = old[from].contents + ["→"] + new[to].contents
      edits.append(
        ContentEdit(
          kind: .content, path: new[to].path, text: "different content", identity: contents.joined(separator: "\n"),
          fact: .several(box: new[to].path)))
    }
    // An item that was replaced in place is compared as usual.
    let others = Set(zip(gone, waiting).filter { $0 == $1 }.map(\.0))
    moved.formUnion(changed.filter { !others.contains($0) }.flatMap { [old[$0].path, new[$0].path] })
  }

  /// Returns items by the path of their list with their own name.
  private static func lists(of boxes: [BoxRecord]) -> [String: [Item]] {
    var lists: [String: [Item]] = [:]
    for box in boxes where box.item != nil && box.item != "dot" {
      let inside = boxes.filter { $0.path.isWithin(box.path) }
      let contents = inside.map { "\($0.path.dropFirst(box.path.count)) \($0.content ?? "")" }
      guard inside.contains(where: { $0.content != nil }) else { continue }
      // Only the item's own number is removed; enclosing items keep theirs.
      let parent = box.path.lastIndex(of: "/").map { String(box.path[...$0]) } ?? ""
      let name = String(box.path.dropFirst(parent.count)).withoutNumbers
      lists[parent + name, default: []].append(Item(path: box.path, contents: contents))
    }
    return lists
  }
}

/// Changed links in a text that is otherwise unchanged: other linked words, or other targets.
struct LinkDifference {
  /// The links that only one side has, in the order of the text.
  private let old: [LinkRecord]
  private let new: [LinkRecord]

  /// Returns nil if both sides have the same links.
  init?(from old: [LinkRecord], to new: [LinkRecord]) {
    (self.old, self.new) = (old.without(new), new.without(old))
    if self.old.isEmpty && self.new.isEmpty { return nil }
  }

  /// The old and new links: another change of the same links is a different cause.
  var identity: String {
    // plain: a message
    (old.map { "- \($0.words) \($0.target)" } + new.map { "+ \($0.words) \($0.target)" }).joined(separator: "\n")
  }

  /// The change as text: `the link “one red cabin → red cabin”`, `the link “red cabin” leads to … now, not to …`.
  var message: String {
    var changes: [String] = []
    var rest = new
    for link in old {
      if let place = rest.firstIndex(where: { $0.words == link.words }) {
        changes.append("the link “\(link.words)” leads to \(rest.remove(at: place).target), not to \(link.target)")
      } else if let place = rest.firstIndex(where: { $0.target == link.target }) {
        changes.append("the link “\(link.words) → \(rest.remove(at: place).words)”")
      } else {
        changes.append("“\(link.words)” is no longer a link")
      }
    }
    changes += rest.map { "“\($0.words)” now links to \($0.target)" }
    let more = changes.count > 3 ? ", and \(changes.count - 3) more" : ""
    return changes.prefix(3).joined(separator: ", ") + more
  }
}

extension [LinkRecord] {
  /// Returns the multiset difference of links.
  fileprivate func without(_ others: [LinkRecord]) -> [LinkRecord] {
    var others = others
    return filter { link in
      guard let place = others.firstIndex(of: link) else { return true }
      others.remove(at: place)
      return false
    }
  }
}
