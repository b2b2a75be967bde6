import Timeline

/// What is wrong with a film, and what the reader had to do without.
package struct FilmJudgement: Equatable, Sendable {
  package private(set) var list = Judgement()
  /// The most photos on the screen at once that had not come yet, and when first.
  package private(set) var placeholders: (most: Int, time: Double) = (0, 0)
  /// Such photos times seconds.
  package private(set) var waiting = 0.0
  private var lastTime = 0.0

  mutating func add(_ frame: FilmFrame, jumps: [Jump]) {
    list.add(frame.frame, jumps: jumps)
    if frame.placeholders > placeholders.most { placeholders = (frame.placeholders, frame.frame.time) }
    waiting += Double(frame.placeholders) * (frame.frame.time - lastTime)
    lastTime = frame.frame.time
  }

  /// Nothing moved on its own, and there was always something to see.
  package var isGood: Bool { list.jumps.isEmpty && list.largestBlank.points == 0 }

  package static func == (one: FilmJudgement, other: FilmJudgement) -> Bool {
    one.list == other.list && one.placeholders == other.placeholders && one.waiting == other.waiting
  }
}
