import Timeline

/// The visible state at one moment.
package struct FilmFrame: Sendable {
  /// The version of a card that an item shows.
  package enum CardVersion: Equatable, Sendable {
    case collapsed, expanded
    /// During the change from one to the other.
    case revealing
  }

  package struct Item: Equatable, Sendable {
    package let item: FrameItem
    package let showing: CardVersion
    /// Whether its photos haven't loaded yet.
    package let isWaiting: Bool
    /// Whether it is the last message so far of a conversation that continues.
    package var isEnd = false

    /// Returns the points cut off at the top of its bitmap. A message that disappears stays whole while others move
    /// over it.
    func cutTop(in feed: FilmFeed) -> Double { feed.isChat && item.isLeaving ? 0 : item.clipTop }

    /// Returns the points cut off at the end of its bitmap. A card with an estimated height is limited to that.
    func cutEnd(in feed: FilmFeed) -> Double {
      if feed.isChat, item.isLeaving { return 0 }
      let post = feed.post(item.id)
      let whole = showing == .expanded ? post.expanded : post.height
      return max(item.clipBottom, item.isExact ? 0 : whole - item.height)
    }
  }

  package struct Day: Equatable, Sendable {
    package let item: ItemID
    /// The top in points from the screen's top.
    package let y: Double
    package let alpha: Double
  }

  package let frame: Frame
  package let items: [Item]
  /// The finger's position in points from the screen's top.
  package let finger: Double?
  /// The spinner above the feed: its center, visibility and rotation in twelfths.
  package let spinner: (y: Double, alpha: Double, turn: Int)?
  /// The top of the footer if it is visible, and the rotation of its spinner if more posts will load.
  package let footer: (y: Double, turn: Int?)?
  /// The covered height at the screen's bottom, in points.
  package let keyboard: Double
  /// The top of the message composer, and its draft; nil if there is none.
  package let composer: (y: Double, draft: String)?
  /// The pinned day header; nil if none is visible, or if it is in its regular position.
  package let day: Day?
  /// The unrequested movement of the anchor since the previous frame, in points, downward.
  package let jump: Double
  /// The number of visible photos that haven't loaded yet.
  package let placeholders: Int
}

extension FilmFrame {
  /// Returns items from back to front: a removed item is drawn above those that close its gap, but a message below
  /// those that move there.
  func inDrawingOrder(of feed: FilmFeed) -> [Item] {
    guard feed.isChat else { return items }
    // A pinned day header isn't also drawn in its regular position.
    return items.filter(\.item.isLeaving) + items.filter { !$0.item.isLeaving && $0.item.id != day?.item }
  }
}
