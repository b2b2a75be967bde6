/// What is on the screen at a moment. Lengths in points, from the viewport's top.
package struct Frame: Equatable, Sendable {
  /// Seconds.
  package let time: Double
  /// The place of the content at the viewport's top.
  package let offset: Double
  /// Between what the offset may rest.
  package let offsets: ClosedRange<Double>
  package let phase: ScrollPhase
  /// Top to bottom, those on their way out last.
  package let items: [FrameItem]
  /// What stays in its place when something changes; nil where nothing is to be seen.
  package let anchor: FrameAnchor?
  /// The header that stays at the visible area's top; its place is from the viewport's top.
  package let pinned: PinnedItem?
  /// How far the reader, or what the rules declare, has scrolled since the start. Between two frames the anchor moves up by
  /// the difference, and by nothing else unless it jumps.
  package let scrolled: Double
  /// Points of the visible area above and below the content that neither its shortness nor a pull explains.
  package let blankAbove: Double
  package let blankBelow: Double
  /// How far the content is pulled beyond its end: below 0 at the top, above 0 at the bottom.
  package let overscroll: Double
  /// The height of the spinner's place above the content; 0 when nothing is refreshed.
  package let refreshHeight: Double
}

/// An item on the screen.
package struct FrameItem: Equatable, Sendable {
  package let id: ItemID
  package let y: Double
  /// The height of its whole picture, of which `clipTop` and `clipBottom` are cut off.
  package let height: Double
  package let clipTop: Double
  package let clipBottom: Double
  /// From 0 to 1.
  package let alpha: Double
  /// Whether it was deleted and is on its way out.
  package let isLeaving: Bool
  /// Whether its height is measured.
  package let isExact: Bool
  let canAnchor: Bool

  /// The part that is shown.
  package var top: Double { y + clipTop }
  package var bottom: Double { y + height - clipBottom }
}

/// An item's edge that stays where it is on the screen.
package struct FrameAnchor: Equatable, Sendable {
  package let id: ItemID
  package let edge: Edge
  /// Where that edge is, from the viewport's top.
  package let y: Double
}

/// A movement of the anchor on the screen that nothing explains.
package struct Jump: Equatable, Sendable {
  /// Seconds.
  package let time: Double
  package let item: ItemID
  /// Points, above 0 downwards.
  package let distance: Double
  package let cause: EventKind
  /// The share of the viewport that moves, times the share of its height that it moves by; from 0 to 1.
  package let score: Double

  /// What is less is no movement: a thousandth of a point is far below any screen's pixels.
  static let least = 0.001
}

/// What is wrong with a film: jumps, and blanks where content should be.
package struct Judgement: Equatable, Sendable {
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

  package static func == (one: Judgement, other: Judgement) -> Bool {
    one.frames == other.frames && one.jumps == other.jumps && one.largestBlank == other.largestBlank
      && one.blankArea == other.blankArea
  }
}
