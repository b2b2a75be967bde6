@testable import Timeline

extension ChatLayoutList {
  struct Path: Equatable, Sendable {
    let section, item: Int

    init(_ section: Int, _ item: Int) { (self.section, self.item) = (section, item) }
  }

  /// Source places count before the batch, target places after it.
  enum Update: Equatable, Sendable {
    /// The item keeps its id.
    case reload(Path, height: Double, gap: Double)
    case delete(Path)
    case insert(Item, to: Path)
    case move(Path, to: Path)
    /// Items keep the ids of the items in their places; additional ones have their own.
    case reloadSection(Int, with: Section)
    case deleteSection(Int)
    case insertSection(Section, to: Int)
    case moveSection(Int, to: Int)
  }

  /// The effects of a batch on the list and on the screen.
  struct Outcome: Equatable, Sendable {
    let after: ChatLayoutList
    /// The anchor, and how far it ended below the bottom of the visible area; rounded (the first behavior not to copy).
    let anchor: (id: ItemID, distance: Double)?
    /// The intended change of the offset, and the offset within its range.
    let compensation: Double
    let motion: [Motion]
    /// The largest movement on the screen of an item that was visible and still exists.
    let keptShift: Double

    static func == (one: Outcome, other: Outcome) -> Bool {
      one.after == other.after && one.anchor?.id == other.anchor?.id && one.anchor?.distance == other.anchor?.distance
        && one.compensation == other.compensation && one.motion == other.motion && one.keptShift == other.keptShift
    }
  }

  /// The movement of an item on the screen, from the first frame of the animation to the last.
  struct Motion: Equatable, Sendable {
    enum Kind: String, Equatable, Sendable { case kept, inserted, deleted }

    struct Place: Equatable, Sendable {
      let y, height, alpha: Double
    }

    let id: ItemID
    let kind: Kind
    let from, to: Place
  }

  /// Applies a batch.
  func applying(_ updates: [Update]) -> Outcome {
    var edit = ChatLayoutEdit(self)
    if settings.keepsOffsetAtBottom {
      let frames = frames
      if let index = frames.lastIndex(where: { $0.y < visibleBottom && $0.bottom > visibleTop }) {
        edit.anchor = (index, (frames[index].bottom - visibleBottom).rounded())
      }
    }
    edit.apply(updates)
    var after = self
    after.sections = edit.sections
    let frames = after.frames
    // If the index is past the end, use the last item.
    let anchor = (settings.keepsOffsetAtBottom && !frames.isEmpty ? edit.anchor : nil)
      .map { (index: min($0.index, frames.count - 1), distance: $0.distance) }
    var compensation = 0.0
    if let anchor, isTaller(after.contentHeight) {
      compensation = frames[anchor.index].bottom - anchor.distance - visibleBottom
    }
    after.offset = after.offsets.clamp(offset + compensation)
    let motion = motion(to: after, frames, compensation)
    let seen = Set(visible.map(\.id))
    let shifts = motion.filter { $0.kind == .kept && seen.contains($0.id) }.map { abs($0.to.y - $0.from.y) }
    return Outcome(
      after: after, anchor: anchor.map { (frames[$0.index].id, $0.distance) }, compensation: compensation,
      motion: motion, keptShift: shifts.max() ?? 0)
  }

  private func motion(to after: ChatLayoutList, _ frames: [ItemFrame], _ compensation: Double) -> [Motion] {
    let old = Dictionary(self.frames.map { ($0.id, $0) }) { first, _ in first }
    let kept = Set(frames.map(\.id))
    let sinks = settings.keepsOffsetAtBottom && isTaller(after.contentHeight)
    func place(_ frame: ItemFrame, _ offset: Double, _ alpha: Double) -> Motion.Place {
      Motion.Place(y: frame.y - offset, height: frame.height, alpha: alpha)
    }
    let staying = frames.map { frame in
      let to = place(frame, after.offset, 1)
      guard let from = old[frame.id] else {
        return Motion(id: frame.id, kind: .inserted, from: place(frame, offset + compensation, 0), to: to)
      }
      return Motion(id: frame.id, kind: .kept, from: place(from, offset, 1), to: to)
    }
    let going = self.frames.filter { !kept.contains($0.id) }.map { frame in
      let end = frame.y + compensation + (sinks ? 0.2 * frame.height : 0) - after.offset
      return Motion(
        id: frame.id, kind: .deleted, from: place(frame, offset, 1),
        to: Motion.Place(y: end, height: frame.height, alpha: 0))
    }
    return staying + going
  }
}

/// Applies a batch to a list's sections in ChatLayout's order. The anchor is an index among all items, which is
/// adjusted by counting, not by identity.
struct ChatLayoutEdit {
  private let before: [ChatLayoutList.Section]
  var sections: [ChatLayoutList.Section]
  var anchor: (index: Int, distance: Double)?

  init(_ list: ChatLayoutList) { (before, sections) = (list.sections, list.sections) }

  mutating func apply(_ updates: [ChatLayoutList.Update]) {
    reloadSections(updates)
    deleteSections(updates)
    insertSections(updates)
    deleteItems(updates)
    insertItems(updates)
    reloadItems(updates)
  }

  private mutating func reloadSections(_ updates: [ChatLayoutList.Update]) {
    for case .reloadSection(let number, let new) in updates where before.indices.contains(number) {
      var section = new
      section.id = before[number].id
      for (place, item) in before[number].items.enumerated() where place < section.items.count {
        section.items[place].id = item.id
      }
      sections[number] = section
    }
  }

  private mutating func deleteSections(_ updates: [ChatLayoutList.Update]) {
    let numbers = updates.compactMap { update in
      switch update {
      case .deleteSection(let number), .moveSection(let number, _): number
      default: nil
      }
    }
    for number in numbers.sorted(by: >) where sections.indices.contains(number) {
      let first = start(of: number)
      let count = sections[number].items.count
      if let index = anchor?.index {
        if index >= first + count {
          anchor?.index -= count
        } else if index >= first {
          if number > 0, first > 0 { anchor?.index = first - 1 } else { anchor = nil }
        }
      }
      sections.remove(at: number)
    }
  }

  private mutating func insertSections(_ updates: [ChatLayoutList.Update]) {
    let added = updates.compactMap { update -> (ChatLayoutList.Section, Int)? in
      switch update {
      case .insertSection(let section, let place): (section, place)
      // A reloaded section may also be moved, but it is a new section then.
      case .moveSection(let number, let place): before.indices.contains(number) ? (before[number], place) : nil
      default: nil
      }
    }
    for (section, place) in added.sorted(by: { $0.1 < $1.1 }) {
      sections.insert(section, at: min(place, sections.count))
      guard !section.items.isEmpty else { continue }
      // The count is added wherever the section is, even far below the anchor.
      anchor = ((anchor?.index ?? -1) + section.items.count, anchor?.distance ?? 0)
    }
  }

  private mutating func deleteItems(_ updates: [ChatLayoutList.Update]) {
    let paths = updates.compactMap { update in
      switch update {
      case .delete(let path), .move(let path, _): path
      default: nil
      }
    }
    for path in paths.sorted(by: { ($0.section, $0.item) > ($1.section, $1.item) }) {
      guard let id = item(at: path)?.id, let found = place(of: id) else { continue }
      let index = start(of: found.section) + found.item
      sections[found.section].items.remove(at: found.item)
      guard let anchored = anchor?.index, index <= anchored else { continue }
      if anchored > 0 { anchor?.index -= 1 } else { anchor = nil }
    }
  }

  private mutating func insertItems(_ updates: [ChatLayoutList.Update]) {
    let added = updates.compactMap { update -> (ChatLayoutList.Item, ChatLayoutList.Path)? in
      switch update {
      case .insert(let item, let path): (item, path)
      case .move(let from, let path): item(at: from).map { ($0, path) }
      default: nil
      }
    }
    // If two items go to the same place, the later one comes first.
    let ordered = added.enumerated().sorted {
      let (one, other) = ($0.element.1, $1.element.1)
      return (one.section, one.item, $0.offset) < (other.section, other.item, $1.offset)
    }
    for (item, path) in ordered.map(\.element) where sections.indices.contains(path.section) {
      let place = min(path.item, sections[path.section].items.count)
      sections[path.section].items.insert(item, at: place)
      let index = start(of: path.section) + place
      guard let anchored = anchor?.index else {
        anchor = (index, 0)
        continue
      }
      if index <= anchored + 1 { anchor?.index += 1 }
    }
  }

  private mutating func reloadItems(_ updates: [ChatLayoutList.Update]) {
    for case .reload(let path, let height, let gap) in updates {
      guard let id = item(at: path)?.id, let found = place(of: id) else { continue }
      sections[found.section].items[found.item].height = height
      sections[found.section].items[found.item].gap = gap
    }
  }

  /// Returns the item at a path before the batch.
  private func item(at path: ChatLayoutList.Path) -> ChatLayoutList.Item? {
    guard before.indices.contains(path.section), before[path.section].items.indices.contains(path.item) else {
      return nil
    }
    return before[path.section].items[path.item]
  }

  /// Returns the current place of an item.
  private func place(of id: ItemID) -> (section: Int, item: Int)? {
    for (number, section) in sections.enumerated() {
      if let item = section.items.firstIndex(where: { $0.id == id }) { return (number, item) }
    }
    return nil
  }

  /// Returns the number of items in the sections above.
  private func start(of section: Int) -> Int { sections[..<section].reduce(0) { $0 + $1.items.count } }
}
