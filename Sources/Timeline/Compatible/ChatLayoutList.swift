/// A list as ChatLayout 2.4.3 for iOS lays it out and keeps it in place: sections of items, anchored at the bottom.
///
/// A rule set to compare with, not the one of `Timeline`: docs/timeline.md says where the two differ and why. Each question
/// costs a pass over the items.
package struct ChatLayoutList: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    package var id: ItemID
    package var height: Double
    /// After it, unless it is the last of its section.
    package var gap: Double
    /// Nil for all the width there is.
    package var width: Double?
    package var alignment: Alignment
    /// The edge of the visible area it stays at.
    package var pin: Edge?

    package init(
      _ id: ItemID, height: Double, gap: Double, width: Double? = nil, alignment: Alignment = .full, pin: Edge? = nil
    ) {
      (self.id, self.height, self.gap) = (id, height, gap)
      (self.width, self.alignment, self.pin) = (width, alignment, pin)
    }
  }

  package enum Alignment: Equatable, Sendable { case leading, trailing, center, full }

  package struct Section: Equatable, Sendable {
    package var id: ItemID
    /// After it, unless it is the last one.
    package var gap: Double
    package var items: [Item]

    package init(_ id: ItemID, gap: Double, items: [Item]) { (self.id, self.gap, self.items) = (id, gap, items) }
  }

  package struct Settings: Equatable, Sendable {
    /// Inside the content.
    package var insets: Insets
    /// `keepContentOffsetAtBottomOnBatchUpdates`.
    package var keepsOffsetAtBottom: Bool
    /// `keepContentAtBottomOfVisibleArea`.
    package var keepsContentAtBottom: Bool

    package init(insets: Insets = Insets(), keepsOffsetAtBottom: Bool = true, keepsContentAtBottom: Bool = false) {
      (self.insets, self.keepsOffsetAtBottom) = (insets, keepsOffsetAtBottom)
      self.keepsContentAtBottom = keepsContentAtBottom
    }
  }

  package struct Insets: Equatable, Sendable {
    package var top, left, bottom, right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
  }

  /// Where an item is in the content.
  package struct ItemFrame: Equatable, Sendable {
    package let id: ItemID
    package let x, y, width, height: Double
    /// The gap after the item, and the edge it stays at.
    let gap: Double
    let pin: Edge?

    package var bottom: Double { y + height }
  }

  package var sections: [Section]
  package var viewport: Viewport
  package var width: Double
  package var offset: Double
  package var settings: Settings

  package init(_ sections: [Section], viewport: Viewport, width: Double, offset: Double, settings: Settings) {
    (self.sections, self.viewport, self.width) = (sections, viewport, width)
    (self.offset, self.settings) = (Points.snapped(offset), settings)
  }

  package var contentHeight: Double { laidOut.height }

  /// Content that is lower than the visible area lies at its bottom where the settings say so.
  package var frames: [ItemFrame] { laidOut.frames }

  /// Items that share more than an edge with the visible area.
  package var visible: [ItemFrame] { frames.filter { $0.y < visibleBottom && $0.bottom > visibleTop } }

  package var offsets: ClosedRange<Double> { viewport.offsets(contentHeight: contentHeight, shortContent: .top) }

  var visibleTop: Double { offset + viewport.insetTop }
  var visibleBottom: Double { offset + viewport.height - viewport.insetBottom }
  private var visibleHeight: Double { visibleBottom - visibleTop }

  /// Whether content of a height is scrolled at all, both heights rounded.
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
