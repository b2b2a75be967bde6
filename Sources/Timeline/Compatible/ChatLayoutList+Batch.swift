extension ChatLayoutList {
  package struct Path: Equatable, Sendable {
    package let section, item: Int

    package init(_ section: Int, _ item: Int) { (self.section, self.item) = (section, item) }
  }

  /// Places that items and sections come from count before the batch, those they go to after it.
  package enum Update: Equatable, Sendable {
    /// The item keeps its id.
    case reload(Path, height: Double, gap: Double)
    case delete(Path)
    case insert(Item, to: Path)
    case move(Path, to: Path)
    /// Items keep the ids of those in their places; further ones have their own.
    case reloadSection(Int, with: Section)
    case deleteSection(Int)
    case insertSection(Section, to: Int)
    case moveSection(Int, to: Int)
  }

  /// What a batch does to the list and to what is seen of it.
  package struct Outcome: Equatable, Sendable {
    package let after: ChatLayoutList
    /// By which item, and how far under the visible area's bottom it ended; rounded (the first thing not to copy).
    package let anchor: (id: ItemID, distance: Double)?
    /// What the offset was to change by, and the offset as far as its range allows.
    package let compensation: Double
    package let motion: [Motion]
    /// The largest movement on the screen of an item that was visible and still exists.
    package let keptShift: Double

    package static func == (one: Outcome, other: Outcome) -> Bool {
      one.after == other.after && one.anchor?.id == other.anchor?.id && one.anchor?.distance == other.anchor?.distance
        && one.compensation == other.compensation && one.motion == other.motion && one.keptShift == other.keptShift
    }
  }

  /// How an item moves on the screen, from the first frame of the animation to the last.
  package struct Motion: Equatable, Sendable {
    package enum Kind: String, Equatable, Sendable { case kept, inserted, deleted }

    package struct Place: Equatable, Sendable {
      package let y, height, alpha: Double
    }

    package let id: ItemID
    package let kind: Kind
    package let from, to: Place
  }

  /// Plays a batch.
  package func applying(_ updates: [Update]) -> Outcome {
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
    // Past the end it is looked for in the last section once more.
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
