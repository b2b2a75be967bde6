import Timeline

/// What there is to draw at one moment.
package struct FilmFrame: Sendable {
  /// Which of a card's pictures an item shows.
  package enum Showing: Equatable, Sendable {
    case collapsed, expanded
    /// On its way from one to the other.
    case revealing
  }

  package struct Item: Equatable, Sendable {
    package let item: FrameItem
    package let showing: Showing
    /// Whether its photos have not come yet.
    package let isWaiting: Bool
    /// Whether it is a message below which there is none yet, though the conversation has more.
    package var isEnd = false

    /// Points that are cut off at the top of its picture. A message that goes stays whole while others move over it.
    func cutTop(in feed: FilmFeed) -> Double { feed.isChat && item.isLeaving ? 0 : item.clipTop }

    /// Points that are cut off at the end of its picture. A card whose height is only guessed has no more room than that.
    func cutEnd(in feed: FilmFeed) -> Double {
      if feed.isChat, item.isLeaving { return 0 }
      let post = feed.post(item.id)
      let whole = showing == .expanded ? post.expanded : post.height
      return max(item.clipBottom, item.isExact ? 0 : whole - item.height)
    }
  }

  package struct Day: Equatable, Sendable {
    package let item: ItemID
    /// Its top, in points from the screen's.
    package let y: Double
    package let alpha: Double
  }

  package let frame: Frame
  package let items: [Item]
  /// Points from the screen's top.
  package let finger: Double?
  /// The middle of the spinner above the feed, how much of it is to be seen and how far it has turned, in twelfths.
  package let spinner: (y: Double, alpha: Double, turn: Int)?
  /// The top of what stands under the last card, where it is on the screen; whether more is to come, and how far its
  /// spinner has turned.
  package let footer: (y: Double, turn: Int?)?
  /// How much of the screen's lower end something covers, in points.
  package let keyboard: Double
  /// The top of the line that messages are written in, and what is written; nil where there is none.
  package let composer: (y: Double, draft: String)?
  /// The day that stays over what is read; nil where none is to be seen, or where it is in its own place.
  package let day: Day?
  /// What the anchor moved by on its own since the frame before, in points, downwards.
  package let jump: Double
  /// Photos on the screen that have not come yet.
  package let placeholders: Int
}

extension FilmFrame {
  /// From the back to the front: what goes lies over what closes its room, but messages go under those that move there.
  func inDrawingOrder(of feed: FilmFeed) -> [Item] {
    guard feed.isChat else { return items }
    // A day that stays over what is read is not in its own place as well.
    return items.filter(\.item.isLeaving) + items.filter { !$0.item.isLeaving && $0.item.id != day?.item }
  }
}
