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
