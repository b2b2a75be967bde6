@testable import Timeline

/// A list that follows the layout and anchoring of ChatLayout 2.4.3 for iOS: sections of items, anchored at the bottom.
///
/// A model for comparison, not the rules of `Timeline`: docs/timeline.md explains the differences. Each query takes a
/// pass over the items.
struct ChatLayoutList: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    var id: ItemID
    var height: Double
    /// The gap after the item, except after the last one in its section.
    var gap: Double
    /// nil for the full width.
    var width: Double?
    var alignment: Alignment
    /// The edge of the visible area to which the item is pinned.
    var pin: Edge?

    init(
      _ id: ItemID, height: Double, gap: Double, width: Double? = nil, alignment: Alignment = .full, pin: Edge? = nil
    ) {
      (self.id, self.height, self.gap) = (id, height, gap)
      (self.width, self.alignment, self.pin) = (width, alignment, pin)
    }
  }

  enum Alignment: Equatable, Sendable { case leading, trailing, center, full }

  struct Section: Equatable, Sendable {
    var id: ItemID
    /// The gap after the section, except after the last one.
    var gap: Double
    var items: [Item]

    init(_ id: ItemID, gap: Double, items: [Item]) { (self.id, self.gap, self.items) = (id, gap, items) }
  }

  struct Settings: Equatable, Sendable {
    /// Insets within the content.
    var insets: Insets
    /// `keepContentOffsetAtBottomOnBatchUpdates`.
    var keepsOffsetAtBottom: Bool
    /// `keepContentAtBottomOfVisibleArea`.
    var keepsContentAtBottom: Bool

    init(insets: Insets = Insets(), keepsOffsetAtBottom: Bool = true, keepsContentAtBottom: Bool = false) {
      (self.insets, self.keepsOffsetAtBottom) = (insets, keepsOffsetAtBottom)
      self.keepsContentAtBottom = keepsContentAtBottom
    }
  }

  struct Insets: Equatable, Sendable {
    var top, left, bottom, right: Double

    init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
  }

  /// The frame of an item in the content.
  struct ItemFrame: Equatable, Sendable {
    let id: ItemID
    let x, y, width, height: Double
    /// The gap after the item, and the edge to which it is pinned.
    let gap: Double
    let pin: Edge?

    var bottom: Double { y + height }
  }

  var sections: [Section]
  var viewport: Viewport
  var width: Double
  var offset: Double
  var settings: Settings

  init(_ sections: [Section], viewport: Viewport, width: Double, offset: Double, settings: Settings) {
    (self.sections, self.viewport, self.width) = (sections, viewport, width)
    (self.offset, self.settings) = (Points.snapped(offset), settings)
  }

  var contentHeight: Double { laidOut.height }

  /// The frames of all items. Content shorter than the visible area is at its bottom if the settings require it.
  var frames: [ItemFrame] { laidOut.frames }

  /// Items that overlap the visible area by more than an edge.
  var visible: [ItemFrame] { frames.filter { $0.y < visibleBottom && $0.bottom > visibleTop } }

  var offsets: ClosedRange<Double> { viewport.offsets(contentHeight: contentHeight, shortContent: .top) }

  var visibleTop: Double { offset + viewport.insetTop }
  var visibleBottom: Double { offset + viewport.height - viewport.insetBottom }
  private var visibleHeight: Double { visibleBottom - visibleTop }

  /// Returns whether content of a height scrolls; compares rounded heights.
  func isTaller(_ height: Double) -> Bool { height.rounded() > visibleHeight.rounded() }

  private var laidOut: (frames: [ItemFrame], height: Double) {
    var (y, frames): (Double, [ItemFrame]) = (settings.insets.top, [])
    for (number, section) in sections.enumerated() {
      for (index, item) in section.items.enumerated() {
        frames.append(frame(item, y: y))
        y += item.height + (index + 1 < section.items.count ? item.gap : 0)
      }
      if number + 1 < sections.count { y += section.gap }
    }
    let height = sections.isEmpty ? 0 : Points.snapped(y + settings.insets.bottom)
    let lift =
      settings.keepsContentAtBottom && !isTaller(height) ? visibleHeight.rounded() - height.rounded() : 0
    return (lift == 0 ? frames : frames.map { $0.lowered(by: lift) }, height)
  }

  private func frame(_ item: Item, y: Double) -> ItemFrame {
    let insets = settings.insets
    let room = width - insets.left - insets.right
    let itemWidth = item.alignment == .full ? room : item.width ?? room
    let x =
      switch item.alignment {
      case .leading, .full: insets.left
      case .trailing: width - insets.right - itemWidth
      case .center: insets.left + (room - itemWidth) / 2
      }
    return ItemFrame(
      id: item.id, x: x, y: Points.snapped(y), width: itemWidth, height: Points.snapped(item.height), gap: item.gap,
      pin: item.pin)
  }
}

extension ChatLayoutList.ItemFrame {
  fileprivate func lowered(by lift: Double) -> Self {
    Self(id: id, x: x, y: y + lift, width: width, height: height, gap: gap, pin: pin)
  }
}

extension ChatLayoutList {
  // MARK: Self-sizing

  /// Sets the height of an item while nothing else happens. Returns the change of the offset.
  @discardableResult
  mutating func measure(_ path: Path, height: Double) -> Double {
    guard sections.indices.contains(path.section), sections[path.section].items.indices.contains(path.item) else {
      return 0
    }
    let item = sections[path.section].items[path.item]
    let difference = height - item.height
    guard difference != 0, let top = frames.first(where: { $0.id == item.id })?.y else { return 0 }
    let bottom = visibleBottom
    sections[path.section].items[path.item].height = height
    let after = contentHeight
    guard settings.keepsOffsetAtBottom, isTaller(after), top.rounded() <= bottom.rounded() else { return 0 }
    let adjustment = min(after - viewport.height + viewport.insetTop + viewport.insetBottom, difference)
    offset += adjustment
    return adjustment
  }

  // MARK: Snapshots

  /// A position to restore: the distance of an item's start or end from an edge of the visible area.
  struct Snapshot: Equatable, Sendable {
    let id: ItemID
    let edge: Edge
    let offset: Double

    init(_ id: ItemID, _ edge: Edge, offset: Double) { (self.id, self.edge, self.offset) = (id, edge, offset) }
  }

  /// Returns a snapshot of the first item that begins in the visible area, or of the last; nil if no item is within a
  /// viewport's height of it.
  func snapshot(at edge: Edge) -> Snapshot? {
    let reach = (visibleTop - viewport.height)...(max(visibleTop, visibleBottom) + viewport.height)
    let near = frames.filter { $0.bottom >= reach.lowerBound && $0.y <= reach.upperBound }
    switch edge {
    case .top:
      return near.first { $0.y >= visibleTop }
        .map { Snapshot($0.id, .top, offset: $0.y - visibleTop - settings.insets.top) }
    case .bottom:
      return near.last { $0.y <= visibleBottom }
        .map { Snapshot($0.id, .bottom, offset: visibleBottom - $0.bottom - settings.insets.bottom) }
    }
  }

  /// Returns the offset that restores a snapshot, within the content; nil if its item is gone.
  func offset(restoring snapshot: Snapshot) -> Double? {
    guard let frame = frames.first(where: { $0.id == snapshot.id }) else { return nil }
    switch snapshot.edge {
    case .top: return offsets.clamp(frame.y - snapshot.offset - viewport.insetTop - settings.insets.top)
    case .bottom:
      return offsets.clamp(
        frame.bottom + snapshot.offset - viewport.height + viewport.insetBottom + settings.insets.bottom)
    }
  }

  // MARK: Pinned items

  /// Returns the item pinned at an edge of the visible area, and the item that pushes it.
  func pinned(at edge: Edge) -> PinnedItem? {
    let pins = frames.filter { $0.pin == edge }
      .map { PinnedItem.Candidate(id: $0.id, top: $0.y, height: $0.height, gap: $0.gap) }
    return PinnedItem(edge, at: edge == .top ? visibleTop + settings.insets.top : visibleBottom, among: pins)
  }
}
