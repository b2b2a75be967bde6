@testable import Timeline

/// The point that keeps its place on the screen while the content changes.
enum Anchor: Equatable {
  /// An end of the content, so that new items there are shown.
  case edge(Edge)
  /// An edge of an item, with its downward distance from the same edge of the visible area.
  case item(ItemID, edge: Edge, distance: Double)
}

/// The anchor of airbnb's MagazineLayout, a list with a direction. At its end, it keeps the end, so that new items
/// there are shown. Elsewhere, it keeps the top of the first visible item or the bottom of the last.
enum MagazineAnchor {
  enum Direction: Equatable, Sendable { case topToBottom, bottomToTop }

  /// The vertical extent of an item in the content.
  struct Span: Equatable, Sendable {
    let id: ItemID
    let y, height: Double

    init(_ id: ItemID, y: Double, height: Double) { (self.id, self.y, self.height) = (id, y, height) }
  }

  /// Returns the anchor at an offset.
  static func find(
    _ direction: Direction, offset: Double, viewport: Viewport, contentHeight: Double, first: Span, last: Span
  ) -> Anchor {
    let offsets = viewport.offsets(contentHeight: contentHeight, shortContent: .top)
    switch direction {
    case .topToBottom:
      if offset <= offsets.lowerBound { return .edge(.top) }
      return .item(first.id, edge: .top, distance: first.y - offset - viewport.visible.lowerBound)
    case .bottomToTop:
      if offset >= offsets.upperBound { return .edge(.bottom) }
      return .item(last.id, edge: .bottom, distance: last.y + last.height - offset - viewport.visible.upperBound)
    }
  }

  /// Returns the offset that keeps an anchor, within the content.
  static func offset(keeping anchor: Anchor, at span: Span, viewport: Viewport, contentHeight: Double) -> Double {
    let offsets = viewport.offsets(contentHeight: contentHeight, shortContent: .top)
    switch anchor {
    case .edge(.top): return offsets.lowerBound
    case .edge(.bottom): return offsets.upperBound
    case .item(_, .top, let distance): return offsets.clamp(span.y - distance - viewport.visible.lowerBound)
    case .item(_, .bottom, let distance):
      return offsets.clamp(span.y + span.height - distance - viewport.visible.upperBound)
    }
  }
}
