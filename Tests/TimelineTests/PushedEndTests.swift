import Testing
import Timeline

/// Items at the end of a chat that disappear from view although nothing visible moved.
struct PushedEndTests {
  /// A reader at the end of fifty items of height 100 with gaps of 8, in 600 points.
  private func chat(_ fault: AnchorRules.Fault? = nil) throws -> Timeline {
    try Timeline.of(50, rules: fault.map { .chat.with($0) } ?? .chat)
  }

  @Test(
    "a text that the reader opens stays at its top, and what it pushes out is reported", arguments: [46, 49] as [Int32])
  func expanded(_ item: Int32) throws {
    var chat = try chat()
    try chat.handle(.expand(id(item), height: 130), at: 0.5)
    #expect(chat.pushedEnds == [PushedEnd(time: 0.5, item: id(49), distance: 30, cause: .expand)])
    try chat.advance(to: 1)
    #expect(chat.frame.items.last?.bottom == 630 && chat.jumps.isEmpty)
  }

  @Test("an end that is out of sight already is not pushed out again, nor is that of a reader further up")
  func once() throws {
    var chat = try chat()
    for item in 45...46 { try chat.handle(.expand(id(Int32(item)), height: 130), at: 0) }
    #expect(chat.pushedEnds.count == 1)
    chat = try self.chat()
    chat.stand(at: 1000)
    try chat.handle(.expand(id(10), height: 130), at: 0)
    #expect(chat.pushedEnds.isEmpty)
  }

  @Test("within four points of the end the reader is still at it", arguments: [(104.0, true), (104.5, false)])
  func room(_ height: Double, isSeen: Bool) throws {
    var chat = try chat()
    try chat.handle(.expand(id(46), height: height), at: 0)
    #expect(chat.pushedEnds.isEmpty == isSeen)
  }

  @Test(
    "what keeps its place pushes nothing out: edits above, keyboards, anything that comes and goes",
    arguments: [true, false])
  func kept(isAnimated: Bool) throws {
    var chat = try chat()
    let events: [TimelineEvent] = [
      .batch(Batch([.reload(id(46), height: 300)], isAnimated: isAnimated)),
      .batch(Batch([.reload(id(49), height: 300)], isAnimated: isAnimated)),
      .insets(top: 0, bottom: 250, isAnimated: isAnimated),
      .batch(Batch([.insert(items(1, from: 100), .before(id(48)))], isAnimated: isAnimated)),
      .batch(Batch([.delete([id(49)])], isAnimated: isAnimated)),
      .batch(.append(items(2, from: 200))), .batch(.loadMore(items(5, from: 300), at: .top)),
      .insets(top: 0, bottom: 0, isAnimated: isAnimated), .measured(id(47), height: 180),
      .resize(Viewport(height: 400), heights: nil),
    ]
    for event in events { try chat.handle(event, at: chat.now + 1) }
    try chat.advance(to: chat.now + 1)
    #expect(chat.pushedEnds.isEmpty && chat.jumps.isEmpty)
    #expect(chat.frame.offset == chat.frame.offsets.upperBound)
  }

  @Test("a message that comes under a finger is not followed, and what was the last one stays")
  func finger() throws {
    var chat = try chat()
    try chat.handle(.drag(touch(from: 300, to: 300, seconds: 1, hold: 1)), at: 0)
    try chat.handle(.batch(.append(items(1, from: 200))), at: 0.5)
    #expect(chat.pushedEnds.isEmpty)
  }

  @Test("a keyboard that covers the end is reported, though nothing moves", arguments: [true, false])
  func keyboard(isAnimated: Bool) throws {
    var chat = try chat(.insetsNotCompensated)
    try chat.handle(.insets(top: 0, bottom: 250, isAnimated: isAnimated), at: 0.2)
    try chat.advance(to: 1)
    #expect(chat.pushedEnds == [PushedEnd(time: 0.2, item: id(49), distance: 250, cause: .insets)])
    #expect(chat.frame.items.last?.bottom == 600 && chat.jumps.isEmpty)
  }

  @Test("items inserted above without compensation are reported besides the jump")
  func inserted() throws {
    var chat = try chat(.batchesNotCompensated)
    try chat.handle(.batch(Batch([.insert(items(1, from: 100), .before(id(46)))], isAnimated: false)), at: 0)
    #expect(chat.pushedEnds == [PushedEnd(time: 0, item: id(49), distance: 108, cause: .batch)])
    #expect(chat.jumps.map(\.distance) == [108])
  }

  @Test("an image that turns out higher than guessed is reported where it pushes the end out")
  func measured() throws {
    var chat = try chat(.measuresNotCompensated)
    try chat.handle(.measured(id(46), height: 160), at: 0)
    #expect(chat.pushedEnds == [PushedEnd(time: 0, item: id(49), distance: 60, cause: .measured)])
  }

  @Test("a feed has no end to be at")
  func feed() throws {
    var feed = try Timeline.of(50, opening: ScrollTarget(.end))
    try feed.handle(.expand(id(46), height: 130), at: 0)
    #expect(feed.pushedEnds.isEmpty)
  }
}
