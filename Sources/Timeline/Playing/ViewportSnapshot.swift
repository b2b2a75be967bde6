/// The visible part of a column with running transitions, at a content offset.
package struct ViewportSnapshot {
  let column: Column
  let transitions: [Transition]
  let shifts: ItemShifts
  let time: Double
  let offset: Double
  let height: Double

  init(_ column: Column, _ transitions: [Transition], at time: Double, offset: Double, height: Double) {
    self.column = column
    self.transitions = transitions.filter { time < $0.end }
    shifts = ItemShifts(self.transitions, at: time, in: column)
    (self.time, self.offset, self.height) = (time, offset, height)
  }

  /// The y coordinate of an item's top on the screen, or of the content's end for the number of items.
  func y(at index: Int) -> Double { column.top(at: index) + shifts.shift(at: index) - offset }

  /// The y coordinate of an item's edge on the screen; nil if the column doesn't contain it.
  package func y(of id: ItemID, _ edge: Edge) -> Double? {
    guard let index = column.index(of: id) else { return nil }
    return y(at: index) + (edge == .top ? 0 : column.itemHeight(at: index) - rest(of: id))
  }

  /// The part of an item's height that is still to appear.
  private func rest(of id: ItemID) -> Double {
    transitions.reduce(0) { $1.subject == .height(id) ? $0 + $1.rest(at: time) : $0 }
  }

  var items: [FrameItem] {
    let pieces = pieces
    var found: [FrameItem] = []
    for (first, end) in zip(pieces, pieces.dropFirst()) {
      let shift = shifts.shift(at: first)
      let grown = height(at: first)
      if let grown, grown.isOwn {
        let item = frameItem(column.placed(at: first), shift, rest: grown.rest, whole: grown.whole)
        if item.top < height, item.bottom > 0, item.bottom > item.top { found.append(item) }
        continue
      }
      for placed in column.items(from: offset - shift, to: offset + height - shift, within: first..<end) {
        let item = frameItem(placed, shift, rest: 0, whole: placed.height)
        if item.top < height, item.bottom > 0, item.bottom > item.top { found.append(item) }
      }
    }
    return found + ghosts
  }

  /// The share of the screen's height covered by items now, or before they all moved down by a distance.
  func share(movedBy distance: Double) -> Double {
    let spans = items.flatMap { [($0.top, $0.bottom), ($0.top - distance, $0.bottom - distance)] }
    var (covered, end) = (0.0, 0.0)
    for (top, bottom) in spans.sorted(by: { $0.0 < $1.0 }) where min(bottom, height) > max(top, end) {
      covered += min(bottom, height) - max(top, end)
      end = min(bottom, height)
    }
    return covered / height
  }

  /// The indexes at which the items' shift changes, including the first index and the end.
  private var pieces: [Int] {
    var cuts: Set<Int> = [0, column.count]
    for step in shifts.steps { cuts.insert(min(step.index, column.count)) }
    for transition in transitions {
      switch transition.subject {
      case .height(let id):
        if let index = column.index(of: id) { cuts.formUnion([index, index + 1]) }
      case .inserted(let first, let last), .appeared(let first, let last):
        if let first = column.index(of: first), let last = column.index(of: last) { cuts.formUnion([first, last + 1]) }
      case .deleted: continue
      }
    }
    return cuts.sorted()
  }

  /// For an item whose height is changing: the remaining change and its tallest extent.
  private func height(at index: Int) -> (rest: Double, whole: Double, isOwn: Bool)? {
    guard !transitions.isEmpty, index < column.count else { return nil }
    let stored = column.stored(at: index)
    var (rest, whole, isOwn) = (0.0, stored.height, false)
    for transition in transitions where transition.subject == .height(stored.id) {
      rest += transition.rest(at: time)
      whole = max(whole, stored.height - transition.growth)
      isOwn = true
    }
    return (rest, max(whole, stored.height - rest), isOwn)
  }

  private func frameItem(_ placed: Column.ItemPosition, _ shift: Double, rest: Double, whole: Double) -> FrameItem {
    let y = placed.top + shift - offset
    var (clipTop, clipBottom, alpha) = (0.0, whole - (placed.height - rest), 1.0)
    for transition in transitions {
      guard let run = run(of: transition), run.contains(placed.index) else { continue }
      alpha = min(alpha, transition.progress(at: time))
      if case .appeared = transition.subject { continue }
      let shown = transition.growth - transition.rest(at: time)
      if transition.isAbove {
        clipTop = max(clipTop, self.y(at: run.upperBound) - shown - y)
      } else {
        clipBottom = max(clipBottom, y + whole - (self.y(at: run.lowerBound) + shown))
      }
    }
    return FrameItem(
      id: placed.id, y: y, height: whole, clipTop: clipTop, clipBottom: clipBottom, alpha: alpha, isLeaving: false,
      isExact: placed.isExact, canAnchor: placed.canAnchor)
  }

  private func run(of transition: Transition) -> Range<Int>? {
    switch transition.subject {
    case .inserted(let first, let last), .appeared(let first, let last):
      guard let first = column.index(of: first), let last = column.index(of: last), first <= last else { return nil }
      return first..<(last + 1)
    case .height, .deleted: return nil
    }
  }

  /// Deleted items, in their remaining space.
  private var ghosts: [FrameItem] {
    transitions.flatMap { transition -> [FrameItem] in
      guard case .deleted(let ghosts, let before) = transition.subject else { return [] }
      let bottom = y(at: before.flatMap { column.index(of: $0) } ?? column.count)
      let room = -transition.rest(at: time)
      return ghosts.compactMap { ghost in
        let y = transition.isAbove ? bottom + transition.growth + ghost.top : bottom - room + ghost.top
        let clipTop = transition.isAbove ? max(0, bottom - room - y) : 0
        let clipBottom = transition.isAbove ? 0 : max(0, y + ghost.height - bottom)
        guard ghost.height - clipTop - clipBottom > 0, y + clipTop < height, y + ghost.height - clipBottom > 0 else {
          return nil
        }
        return FrameItem(
          id: ghost.id, y: y, height: ghost.height, clipTop: clipTop, clipBottom: clipBottom,
          alpha: 1 - transition.progress(at: time), isLeaving: true, isExact: true, canAnchor: false)
      }
    }
  }
}

/// The content of the screen at a moment. Lengths in points, from the viewport's top.
public struct Frame: Equatable, Sendable {
  /// Seconds.
  public let time: Double
  /// The position in the content at the viewport's top.
  public let offset: Double
  /// The range of resting offsets.
  public let offsets: ClosedRange<Double>
  /// What moves the content.
  public let phase: ScrollPhase
  /// Top to bottom, disappearing items last.
  public let items: [FrameItem]
  /// The anchor that stays in place during changes; nil if nothing is visible.
  public let anchor: FrameAnchor?
  /// The header pinned to the visible area's top; its position is from the viewport's top.
  public let pinned: PinnedItem?
  /// The total distance scrolled by the reader, or as declared by the rules, since the start. Between two frames the
  /// anchor moves up by exactly the difference, unless it jumps.
  public let scrolled: Double
  /// Blank points of the visible area above the content, beyond those explained by short content or a pull.
  public let blankAbove: Double
  /// Likewise below the content.
  public let blankBelow: Double
  /// The distance that the content is pulled beyond its end: negative at the top, positive at the bottom.
  public let overscroll: Double
  /// The height of the space for the spinner above the content; 0 if nothing is being refreshed.
  public let refreshHeight: Double
}

/// An item on the screen.
public struct FrameItem: Equatable, Sendable {
  /// The id in the column.
  public let id: ItemID
  /// The top of its full extent.
  public let y: Double
  /// The height of its full extent, including the parts clipped by `clipTop` and `clipBottom`.
  public let height: Double
  /// Points clipped at its top, while it appears, disappears or changes its height.
  public let clipTop: Double
  /// Points clipped at its bottom.
  public let clipBottom: Double
  /// From 0 to 1.
  public let alpha: Double
  /// Whether it was deleted and is disappearing.
  public let isLeaving: Bool
  /// Whether its height is measured.
  public let isExact: Bool
  let canAnchor: Bool

  /// The top of the visible part.
  public var top: Double { y + clipTop }
  /// The bottom of the visible part.
  public var bottom: Double { y + height - clipBottom }
}

/// An item's edge that stays at its position on the screen.
public struct FrameAnchor: Equatable, Sendable {
  /// The id in the column.
  public let id: ItemID
  /// The edge that stays.
  public let edge: Edge
  /// The position of that edge, from the viewport's top.
  public let y: Double
}

/// An unexplained movement of the anchor on the screen.
public struct Jump: Equatable, Sendable {
  /// Seconds.
  public let time: Double
  /// The anchor that moved.
  public let item: ItemID
  /// Points, positive is down.
  public let distance: Double
  /// The event at that time.
  public let cause: EventKind
  /// The share of the viewport that moves, times the distance as a share of its height; from 0 to 1.
  public let score: Double

  /// The minimum distance of a jump: a thousandth of a point is far below any screen's pixels.
  package static let least = 0.001
}

/// The faults of a film: jumps, and blank areas in place of content.
package struct FilmStability: Sendable {
  package private(set) var frames = 0
  /// In order of time.
  package private(set) var jumps: [Jump] = []
  /// The largest simultaneously blank extent of the visible area in points, and its first time.
  package private(set) var largestBlank: (points: Double, time: Double) = (0, 0)
  /// Points times seconds; a frame's blank extent counts for the time since the previous one.
  package private(set) var blankArea = 0.0
  private var lastTime = 0.0

  package init() {}

  /// Adds the next frame, and the jumps up to it.
  package mutating func add(_ frame: Frame, jumps: [Jump]) {
    frames += 1
    self.jumps = jumps
    let blank = frame.blankAbove + frame.blankBelow
    if blank > largestBlank.points { largestBlank = (blank, frame.time) }
    blankArea += blank * (frame.time - lastTime)
    lastTime = frame.time
  }

  /// The jump with the largest distance, or the first of several.
  package var largestJump: Jump? {
    jumps.reduce(nil) { largest, jump in abs(jump.distance) > abs(largest?.distance ?? 0) ? jump : largest }
  }

  /// The total distance of all jumps in points, regardless of direction.
  package var jumpSum: Double { jumps.reduce(0) { $0 + abs($1.distance) } }

  /// A sum as in Cumulative Layout Shift: for each jump, the share of the viewport that moves, times the distance as a
  /// share of its height.
  package var score: Double { jumps.reduce(0) { $0 + $1.score } }
}
