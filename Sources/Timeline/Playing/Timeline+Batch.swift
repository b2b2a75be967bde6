extension Timeline {
  mutating func apply(_ batch: Batch) throws(TimelineIssue) {
    try change(
      .batch, mayFollow: batch.mayFollow, isCompensated: !rules.faults.contains(.batchesNotCompensated)
    ) { timeline throws(TimelineIssue) in
      let screen = timeline.screen
      var edited = timeline.column
      var made = Made()
      for change in batch.changes { try made.apply(change, to: &edited) }
      var edit = Edit()
      edit.displaced = made.displaced
      edit.heir = timeline.heir(among: screen, in: edited, made.displaced)
      edit.isNewAtRestingEdge = timeline.isNewAtRestingEdge(in: edited)
      if batch.isAnimated {
        edit.transitions = made.transitions(from: timeline.column, to: edited, screen, at: timeline.now)
      }
      timeline.transitions = timeline.transitions.map { $0.reattached(from: timeline.column, to: edited) }
      timeline.column = edited
      return edit
    }
  }

  private func isNewAtRestingEdge(in edited: Column) -> Bool {
    guard edited.count > 0 else { return false }
    return !column.contains(edited.id(at: rules.restingEdge == .top ? 0 : edited.count - 1))
  }

  /// Where nothing of what was on the screen is left: what follows takes the anchor's place, or else what was before it.
  private func heir(among screen: Screen, in edited: Column, _ displaced: Set<ItemID>) -> FrameAnchor? {
    let anchors = anchors(of: screen)
    let isLeft = { (id: ItemID) in edited.contains(id) && !displaced.contains(id) }
    guard let anchor = anchors.first, !anchors.contains(where: { isLeft($0.id) }),
      let index = column.index(of: anchor.id)
    else { return nil }
    let after = (index..<column.count).lazy.map { column.id(at: $0) }.first(where: isLeft)
    let before = (0..<index).reversed().lazy.map { column.id(at: $0) }.first(where: isLeft)
    let heir = rules.restingEdge == .top ? after ?? before : before ?? after
    return heir.map { FrameAnchor(id: $0, edge: anchor.edge, y: anchor.y) }
  }
}

/// What the changes of a batch have done to a column so far.
private struct Made {
  /// The first and last of each run that came, in the order they came.
  var inserted: [(first: ItemID, last: ItemID)] = []
  var deleted: Set<ItemID> = []
  /// Items that are elsewhere than they were.
  var displaced: Set<ItemID> = []
  /// Items that got another height, with the one they had.
  var reloaded: [ItemID: (height: Double, gap: Double)] = [:]

  mutating func apply(_ change: Batch.Change, to column: inout Column) throws(TimelineIssue) {
    switch change {
    case .insert(let items, let place):
      try column.insert(items, at: index(of: place, in: column))
      if let first = items.first, let last = items.last { inserted.append((first.id, last.id)) }
      // Deleted and put elsewhere is moved.
      for item in items where deleted.contains(item.id) { displaced.insert(item.id) }
    case .delete(let ids):
      for id in ids {
        guard column.remove(id) else { throw .noSuchItem(id) }
        deleted.insert(id)
      }
    case .reload(let id, let height, let gap):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      let old = column.item(at: index)
      try column.setHeight(of: id, to: height, gap: gap)
      if reloaded[id] == nil { reloaded[id] = (old.height, old.gap) }
    case .move(let id, let place):
      guard let from = column.index(of: id) else { throw .noSuchItem(id) }
      // An item before or after itself stays.
      if place == .before(id) || place == .after(id) { return }
      let item = column.item(at: from)
      column.remove(id)
      try column.insert([item], at: index(of: place, in: column))
      deleted.insert(id)
      displaced.insert(id)
      inserted.append((id, id))
    }
  }

  private func index(of place: Batch.Place, in column: Column) throws(TimelineIssue) -> Int {
    switch place {
    case .start: return 0
    case .end: return column.count
    case .before(let id):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      return index
    case .after(let id):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      return index + 1
    }
  }

  /// What of it is on its way on the screen.
  func transitions(from old: Column, to new: Column, _ screen: Screen, at now: Double) -> [Transition] {
    var found = goings(from: old, to: new, screen, at: now)
    for (first, last) in inserted {
      guard let start = new.index(of: first), let end = new.index(of: last), start <= end else { continue }
      let growth = new.top(at: end + 1) - new.top(at: start)
      // Where nothing lies beyond, what comes needs no window to come through.
      let isOutermost = start == 0 || end == new.count - 1
      let subject: Transition.Subject =
        isOutermost ? .appeared(first: first, last: last) : .inserted(first: first, last: last)
      found.append(Transition(subject: subject, growth: growth, isAbove: false, start: now))
    }
    for (id, was) in reloaded.sorted(by: { $0.key < $1.key }) where !deleted.contains(id) {
      guard let index = new.index(of: id) else { continue }
      let growth = new.itemHeight(at: index) - was.height
      if growth != 0 { found.append(Transition(subject: .height(id), growth: growth, isAbove: false, start: now)) }
    }
    return found
  }

  /// Runs of items that went, those that the screen showed a part of.
  private func goings(from old: Column, to new: Column, _ screen: Screen, at now: Double) -> [Transition] {
    let gone = screen.items.filter { !$0.isLeaving && deleted.contains($0.id) }.compactMap { old.index(of: $0.id) }
    var (found, passed): ([Transition], Int) = ([], -1)
    for index in gone where index > passed {
      var (first, end) = (index, index + 1)
      while first > 0, deleted.contains(old.id(at: first - 1)) { first -= 1 }
      while end < old.count, deleted.contains(old.id(at: end)) { end += 1 }
      passed = end - 1
      let top = old.top(at: first)
      let ghosts = gone.filter { (first..<end).contains($0) }.map { index in
        Transition.Ghost(id: old.id(at: index), top: old.top(at: index) - top, height: old.itemHeight(at: index))
      }
      let before = (end..<old.count).lazy.map { old.id(at: $0) }.first { new.contains($0) && !deleted.contains($0) }
      let growth = top - old.top(at: end)
      found.append(Transition(subject: .deleted(ghosts, before: before), growth: growth, isAbove: false, start: now))
    }
    return found
  }
}

extension Transition {
  /// The same, hung to the next item that is left where the one it was above goes.
  fileprivate func reattached(from old: Column, to new: Column) -> Transition {
    guard case .deleted(let ghosts, let before?) = subject, !new.contains(before), let index = old.index(of: before)
    else {
      return self
    }
    var transition = self
    let next = (index..<old.count).lazy.map { old.id(at: $0) }.first { new.contains($0) }
    transition.subject = .deleted(ghosts, before: next)
    return transition
  }
}
