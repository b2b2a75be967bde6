/// Rows, pages and quotes of a post that show what they did, but stand elsewhere in their list.
struct ItemOrder {
  private struct Item {
    var path: String
    /// What is shown in it, box by box.
    var contents: [String]
  }

  /// Paths of the items that changed places, and of those that came in their place.
  private(set) var moved: Set<String> = []
  private(set) var edits: [ContentEdit] = []

  init(reference: [BoxRecord], actual: [BoxRecord]) {
    let (before, after) = (Self.lists(of: reference), Self.lists(of: actual))
    for list in before.keys.sorted() {
      // Where there are more or fewer, those after them stand elsewhere for that.
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
    edits.append(ContentEdit(kind: .content, path: list, text: "in another order", identity: identity))
    let gone = changed.filter { matched[$0] == nil }
    for (from, to) in zip(gone, waiting) where from != to {
      let contents = old[from].contents + ["→"] + new[to].contents
      edits.append(
        ContentEdit(
          kind: .content, path: new[to].path, text: "shows something else", identity: contents.joined(separator: "\n")))
    }
    // One that is another where it stands is compared as ever.
    let others = Set(zip(gone, waiting).filter { $0 == $1 }.map(\.0))
    moved.formUnion(changed.filter { !others.contains($0) }.flatMap { [old[$0].path, new[$0].path] })
  }

  /// Items by the path of their list with their own name.
  private static func lists(of boxes: [BoxRecord]) -> [String: [Item]] {
    var lists: [String: [Item]] = [:]
    for box in boxes where box.item != nil && box.item != "dot" {
      let inside = boxes.filter { $0.path.isWithin(box.path) }
      let contents = inside.map { "\($0.path.dropFirst(box.path.count)) \($0.content ?? "")" }
      guard inside.contains(where: { $0.content != nil }) else { continue }
      // The item's own name goes without its number, those of what is around it keep theirs.
      let parent = box.path.lastIndex(of: "/").map { String(box.path[...$0]) } ?? ""
      let name = String(box.path.dropFirst(parent.count)).withoutNumbers
      lists[parent + name, default: []].append(Item(path: box.path, contents: contents))
    }
    return lists
  }
}
