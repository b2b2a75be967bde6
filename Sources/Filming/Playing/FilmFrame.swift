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

    /// Points that are cut off at the end of its picture. A card whose height is only guessed has no more room than that.
    func cutEnd(in feed: FilmFeed) -> Double {
      let post = feed.post(item.id)
      let whole = showing == .expanded ? post.expanded : post.height
      return max(item.clipBottom, item.isExact ? 0 : whole - item.height)
    }
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
  /// What the anchor moved by on its own since the frame before, in points, downwards.
  package let jump: Double
  /// Photos on the screen that have not come yet.
  package let placeholders: Int
}
