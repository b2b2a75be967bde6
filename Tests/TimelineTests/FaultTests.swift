import Testing
import Timeline

/// Faults of native lists are found, with their time, item and distance.
struct FaultTests {
  @Test("an offset set under a finger is lost at its next movement, and reported as a jump")
  func offsetSetDuringDrag() throws {
    var feed = try Timeline.of(40, rules: .feed.with(.offsetSetDuringDrag))
    feed.stand(at: 1000)
    try feed.handle(.drag(touch(from: 100, to: 300, seconds: 1, steps: 10)), at: 0)
    try feed.handle(.batch(.refresh(items(2, from: 100))), at: 0.25)
    #expect(feed.jumps.isEmpty)
    try feed.advance(to: 0.5)
    let jump = try #require(feed.jumps.first)
    #expect(feed.jumps.count == 1)
    #expect(abs(jump.time - 0.3) < 1e-9 && jump.distance == 216 && jump.cause == .drag)
    #expect(jump.item == id(9))
  }

  @Test("a reversed drag is undone once, whatever happens meanwhile")
  func offsetSetTwice() throws {
    var feed = try Timeline.of(40, rules: .feed.with(.offsetSetDuringDrag))
    try feed.handle(.drag(touch(from: 100, to: 300, seconds: 1, steps: 10)), at: 0)
    try feed.handle(.refreshing(height: 56), at: 0.2)
    try feed.handle(.batch(.refresh(items(2, from: 100))), at: 0.55)
    try feed.handle(.refreshed, at: 0.55)
    #expect(feed.jumps.isEmpty)
    try feed.advance(to: 1)
    #expect(feed.jumps.count == 1 && abs(abs(feed.jumps[0].distance) - 216) < 60)
  }

  @Test("estimates that are too small at the end push it away, and each is reported")
  func estimates() throws {
    let column = try Column(items(100, height: 60, isExact: false))
    let measuring = Timeline.MeasurementPolicy(margin: 0) { _ in 90 }
    let rules = AnchorRules.chat.with(.measuresNotCompensated)
    var chat = try Timeline(column, viewport: Viewport(height: 600), rules: rules, measuring: measuring)
    try chat.handle(.drag(touch(from: 300, to: 290, seconds: 0.2)), at: 0.1)
    try chat.advance(to: 2)
    #expect(chat.jumps.allSatisfy { $0.cause == .measured && $0.distance > 0 })
    #expect(chat.jumps.reduce(0) { $0 + $1.distance } >= 200)
    var ours = try Timeline(column, viewport: Viewport(height: 600), rules: .chat, measuring: measuring)
    try ours.handle(.drag(touch(from: 300, to: 290, seconds: 0.2)), at: 0.1)
    try ours.advance(to: 2)
    #expect(ours.jumps.isEmpty && ours.column.estimates < 100)
  }

  @Test("content that comes above and moves what is read is reported")
  func batches() throws {
    var feed = try Timeline.of(40, rules: .feed.with(.batchesNotCompensated))
    feed.stand(at: 1080)
    try feed.handle(.batch(.refresh(items(1, from: 100))), at: 0.5)
    let jump = try #require(feed.jumps.first)
    #expect(feed.jumps.count == 1 && jump.time == 0.5 && jump.item == id(10) && jump.distance == 108)
    // Five gaps of 8 points are never covered, before or after, in 600 points that move by 108.
    #expect(jump.cause == .batch && abs(jump.score - (600.0 - 40) / 600 * 108 / 600) < 1e-9)
  }
}
