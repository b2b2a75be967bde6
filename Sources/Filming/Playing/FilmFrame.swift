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

    package init(item: ItemID, y: Double, alpha: Double) {
      (self.item, self.y, self.alpha) = (item, y, alpha)
    }
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
  package func inDrawingOrder(of feed: FilmFeed) -> [Item] {
    guard feed.isChat else { return items }
    // A pinned day header isn't also drawn in its regular position.
    return items.filter(\.item.isLeaving) + items.filter { !$0.item.isLeaving && $0.item.id != day?.item }
  }
}

// MARK: - Frames

extension FilmRecord.Frame {
  package init(_ shown: FilmFrame, of feed: FilmFeed, on screen: FilmScreen) {
    let (frame, round, names) = (shown.frame, FilmNumber.rounded, feed.name)
    let leaving = shown.items.filter(\.item.isLeaving).map { FilmRecord.Item($0, of: feed) }
    let blank = round(frame.blankAbove + frame.blankBelow)
    self.init(
      time: (frame.time * 1e6).rounded() / 1e6, offset: round(frame.offset), phase: frame.phase.name,
      anchor: frame.anchor.map {
        FilmRecord.Anchor(item: names($0.id), edge: $0.edge == .top ? "top" : "bottom", y: round($0.y))
      },
      scrolled: round(frame.scrolled), jump: shown.jump == 0 ? nil : round(shown.jump), blank: blank == 0 ? nil : blank,
      placeholders: shown.placeholders == 0 ? nil : shown.placeholders,
      items: shown.items.filter { !$0.item.isLeaving }.map { FilmRecord.Item($0, of: feed) },
      leaving: leaving.isEmpty ? nil : leaving, finger: shown.finger.map(round),
      spinner: shown.spinner.map {
        FilmRecord.Mark(y: round($0.y), alpha: $0.alpha == 1 ? nil : round($0.alpha), turn: $0.turn)
      },
      footer: shown.footer.map { FilmRecord.Mark(y: round($0.y), alpha: nil, turn: $0.turn) },
      day: shown.day.map {
        FilmRecord.Day(item: names($0.item), y: round($0.y), alpha: $0.alpha == 1 ? nil : round($0.alpha))
      },
      composer: shown.composer.map {
        FilmRecord.Composer(y: round($0.y), draft: $0.draft.isEmpty ? nil : $0.draft)
      },
      keyboard: shown.keyboard > 0 && feed.isChat ? round(Double(screen.height) - shown.keyboard) : nil)
  }
}

extension FilmRecord.Item {
  fileprivate init(_ shown: FilmFrame.Item, of feed: FilmFeed) {
    let (item, round) = (shown.item, FilmNumber.rounded)
    let (cutTop, cutEnd) = (round(shown.cutTop(in: feed)), round(shown.cutEnd(in: feed)))
    let isWhole = feed.isChat && item.isLeaving
    self.init(
      item: feed.name(of: item.id), top: round(isWhole ? item.y : item.top),
      bottom: round(isWhole ? item.y + item.height : item.bottom))
    switch shown.showing {
    case .expanded: text = .open
    case .revealing: text = feed.post(item.id).collapsed == nil ? nil : feed.isChat ? .resizing : .moving
    case .collapsed: break
    }
    waits = shown.isWaiting ? true : nil
    ends = shown.isEnd ? true : nil
    self.cutTop = cutTop > 0 ? cutTop : nil
    self.cutEnd = cutEnd > 0 && text != .moving && text != .resizing ? cutEnd : nil
    alpha = item.alpha == 1 ? nil : round(item.alpha)
  }
}

extension FilmRecord.Judgement {
  /// - Parameters:
  ///   - list: The faults in the movement of cards over all frames.
  ///   - pushedEnds: The times at which the last message was pushed out of view.
  ///   - names: Returns the name of a card.
  init(_ list: FilmStability, _ pushedEnds: [PushedEnd], _ frames: [FilmFrame], names: (ItemID) -> String) {
    let round = FilmNumber.rounded
    let most = frames.max { $0.placeholders < $1.placeholders }
    let waiting = zip(frames, frames.dropFirst()).reduce(0) { sum, pair in
      sum + Double(pair.1.placeholders) * (pair.1.frame.time - pair.0.frame.time)
    }
    self.init(
      jumps: list.jumps.map {
        FilmRecord.Jump(
          time: $0.time, item: names($0.item), distance: round($0.distance), cause: $0.cause.rawValue,
          score: round($0.score))
      },
      pushedEnds: pushedEnds.isEmpty
        ? nil
        : pushedEnds.map {
          FilmRecord.PushedEnd(
            time: $0.time, item: names($0.item), distance: round($0.distance), cause: $0.cause.rawValue)
        },
      jumpSum: round(list.jumpSum), score: round(list.score), blankPoints: round(list.largestBlank.points),
      blankTime: round(list.largestBlank.time), blankArea: round(list.blankArea),
      placeholders: most?.placeholders ?? 0, placeholderTime: round(most?.frame.time ?? 0),
      placeholderSeconds: round(waiting))
  }
}

extension ScrollPhase {
  fileprivate var name: String {
    switch self {
    case .resting: "resting"
    case .dragging: "dragging"
    case .decelerating: "decelerating"
    case .bouncing: "bouncing"
    case .animating(.scrollTo): "scrolling"
    case .animating(.follow): "following"
    case .animating(.settle): "settling"
    case .animating(.inset): "insets"
    }
  }
}
