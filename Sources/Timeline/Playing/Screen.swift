/// What a viewport shows of a column whose transitions are on their way, with the content at an offset.
struct Screen {
  let column: Column
  let transitions: [Transition]
  let shifts: Shifts
  let time: Double
  let offset: Double
  let height: Double

  init(_ column: Column, _ transitions: [Transition], at time: Double, offset: Double, height: Double) {
    self.column = column
    self.transitions = transitions.filter { time < $0.end }
    shifts = Shifts(self.transitions, at: time, in: column)
    (self.time, self.offset, self.height) = (time, offset, height)
  }

  /// Where an index's top is on the screen, or the end of the content for the number of items.
  func y(at index: Int) -> Double { column.top(at: index) + shifts.shift(at: index) - offset }

  /// Where an item's edge is on the screen; nil for one that isn't in the column.
  func y(of id: ItemID, _ edge: Edge) -> Double? {
    guard let index = column.index(of: id) else { return nil }
    return y(at: index) + (edge == .top ? 0 : column.itemHeight(at: index) - rest(of: id))
  }

  /// How much of an item's height is not there yet.
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

  /// The share of the screen's height that items cover, or covered before they all moved down by a distance.
  func share(movedBy distance: Double) -> Double {
    let spans = items.flatMap { [($0.top, $0.bottom), ($0.top - distance, $0.bottom - distance)] }
    var (covered, end) = (0.0, 0.0)
    for (top, bottom) in spans.sorted(by: { $0.0 < $1.0 }) where min(bottom, height) > max(top, end) {
      covered += min(bottom, height) - max(top, end)
      end = min(bottom, height)
    }
    return covered / height
  }

  /// Indexes between which items are shifted by the same; from the first to the end.
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

  /// For an item whose own height is on its way: what is not there yet, and its tallest picture.
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

  private func frameItem(_ placed: Column.Placed, _ shift: Double, rest: Double, whole: Double) -> FrameItem {
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

  /// What was deleted, in the room that is still left of it.
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

/// What is on the screen at a moment. Lengths in points, from the viewport's top.
public struct Frame: Equatable, Sendable {
  /// Seconds.
  public let time: Double
  /// The place of the content at the viewport's top.
  public let offset: Double
  /// Between what the offset may rest.
  public let offsets: ClosedRange<Double>
  /// What moves the content.
  public let phase: ScrollPhase
  /// Top to bottom, those on their way out last.
  public let items: [FrameItem]
  /// What stays in its place when something changes; nil where nothing is to be seen.
  public let anchor: FrameAnchor?
  /// The header that stays at the visible area's top; its place is from the viewport's top.
  public let pinned: PinnedItem?
  /// How far the reader, or what the rules declare, has scrolled since the start. Between two frames the anchor moves up by
  /// the difference, and by nothing else unless it jumps.
  public let scrolled: Double
  /// Points of the visible area above and below the content that neither its shortness nor a pull explains.
  public let blankAbove: Double
  /// The same below.
  public let blankBelow: Double
  /// How far the content is pulled beyond its end: below 0 at the top, above 0 at the bottom.
  public let overscroll: Double
  /// The height of the spinner's place above the content; 0 when nothing is refreshed.
  public let refreshHeight: Double
}

/// An item on the screen.
public struct FrameItem: Equatable, Sendable {
  /// As the column calls it.
  public let id: ItemID
  /// The top of its whole picture.
  public let y: Double
  /// The height of its whole picture, of which `clipTop` and `clipBottom` are cut off.
  public let height: Double
  /// Points cut off at its top, while it comes, goes or changes its height.
  public let clipTop: Double
  /// The same at its end.
  public let clipBottom: Double
  /// From 0 to 1.
  public let alpha: Double
  /// Whether it was deleted and is on its way out.
  public let isLeaving: Bool
  /// Whether its height is measured.
  public let isExact: Bool
  let canAnchor: Bool

  /// The part that is shown.
  public var top: Double { y + clipTop }
  /// The end of the part that is shown.
  public var bottom: Double { y + height - clipBottom }
}

/// An item's edge that stays where it is on the screen.
public struct FrameAnchor: Equatable, Sendable {
  /// As the column calls it.
  public let id: ItemID
  /// Which of its edges stays.
  public let edge: Edge
  /// Where that edge is, from the viewport's top.
  public let y: Double
}

/// A movement of the anchor on the screen that nothing explains.
public struct Jump: Equatable, Sendable {
  /// Seconds.
  public let time: Double
  /// The anchor that moved.
  public let item: ItemID
  /// Points, above 0 downwards.
  public let distance: Double
  /// What happened then.
  public let cause: EventKind
  /// The share of the viewport that moves, times the share of its height that it moves by; from 0 to 1.
  public let score: Double

  /// What is less is no movement: a thousandth of a point is far below any screen's pixels.
  static let least = 0.001
}

/// What is wrong with a film: jumps, and blanks where content should be.
package struct Judgement: Sendable {
  package private(set) var frames = 0
  /// In the order of their times.
  package private(set) var jumps: [Jump] = []
  /// The most points of the visible area that were blank at once, and when first.
  package private(set) var largestBlank: (points: Double, time: Double) = (0, 0)
  /// Points times seconds; a frame's blank counts for the time since the one before.
  package private(set) var blankArea = 0.0
  private var lastTime = 0.0

  package init() {}

  /// Takes the next frame, and the jumps up to it.
  package mutating func add(_ frame: Frame, jumps: [Jump]) {
    frames += 1
    self.jumps = jumps
    let blank = frame.blankAbove + frame.blankBelow
    if blank > largestBlank.points { largestBlank = (blank, frame.time) }
    blankArea += blank * (frame.time - lastTime)
    lastTime = frame.time
  }

  /// The one that moves furthest, the first of several.
  package var largestJump: Jump? {
    jumps.reduce(nil) { largest, jump in abs(jump.distance) > abs(largest?.distance ?? 0) ? jump : largest }
  }

  /// Points that all of them move together, whatever their directions.
  package var jumpSum: Double { jumps.reduce(0) { $0 + abs($1.distance) } }

  /// As Cumulative Layout Shift adds up: for each jump the share of the viewport that moves, times the share of its height
  /// that it moves by.
  package var score: Double { jumps.reduce(0) { $0 + $1.score } }
}
