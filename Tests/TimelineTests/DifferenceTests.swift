import Testing
import Timeline

/// Cases in which `Timeline` deliberately moves less than ChatLayout and MagazineLayout (docs/library.md).
struct DifferenceTests {
  private func timeline(_ column: [ColumnItem] = items(20, height: 60), offset: Double) throws -> Timeline {
    var chat = try Timeline(Column(column), viewport: Viewport(height: 400), rules: .chat)
    chat.stand(at: offset)
    return chat
  }

  /// Returns the movement of an item on the screen from before an event until everything is at rest.
  private func shift(of number: Int32, _ chat: Timeline, _ event: TimelineEvent) throws -> Double {
    var chat = chat
    let before = try #require(chat.screen.y(of: id(number), .top))
    try chat.handle(event, at: 0)
    try chat.advance(to: 10)
    #expect(chat.jumps.isEmpty)
    return try #require(chat.screen.y(of: id(number), .top)) - before
  }

  @Test("items after the last visible one are not followed far from the end")
  func insertNextToLastVisible() throws {
    let batch = Batch([.insert(items(1, height: 60, from: 100), .after(id(11)))], mayFollow: true)
    #expect(try shift(of: 10, timeline(offset: 400), .batch(batch)) == 0)
  }

  @Test("a batch that changes nothing moves nothing, even by fractions of a point")
  func unrounded() throws {
    let batch = Batch([.reload(id(3), height: 60, gap: 8)])
    #expect(try shift(of: 15, timeline(offset: Points.snapped(951.6)), .batch(batch)) == 0)
  }

  @Test("a day inserted far below moves nothing")
  func dayFarBelow() throws {
    let batch = Batch([.insert(items(2, height: 60, from: 100), .end)], mayFollow: true)
    #expect(try shift(of: 3, timeline(items(30, height: 60), offset: 0), .batch(batch)) == 0)
  }

  @Test("an anchor is an item, not an index: moving another item past it moves nothing")
  func movePastAnchor() throws {
    #expect(try shift(of: 10, timeline(offset: 400), .batch(Batch([.move(id(11), .start)]))) == 0)
    // If the anchor itself is moved, the next item that is still on the screen keeps its place.
    #expect(try shift(of: 9, timeline(offset: 400), .batch(Batch([.move(id(10), .start)]))) == 0)
  }

  @Test("the anchor stays if items above it are deleted")
  func fewerItems() throws {
    let batch = Batch([.delete((4..<10).map { id($0) })])
    #expect(try shift(of: 12, timeline(offset: 600), .batch(batch)) == 0)
  }

  @Test("older messages that load at the end are not followed")
  func loadMoreAtEnd() throws {
    let batch = Batch.loadMore(items(10, height: 60, from: 100), at: .bottom)
    #expect(try shift(of: 19, timeline(offset: 952), .batch(batch)) == 0)
  }

  @Test("a size measured during a batch counts by its place in the content")
  func measuredDuringBatch() throws {
    var chat = try timeline(offset: 400)
    let before = try #require(chat.screen.y(of: id(11), .top))
    try chat.handle(.batch(Batch([.insert(items(2, height: 60, from: 100), .start), .delete([id(3)])])), at: 0)
    try chat.handle(.measured(id(4), height: 250), at: 0.1)
    try chat.handle(.measured(id(15), height: 250), at: 0.1)
    #expect(chat.screen.y(of: id(10), .bottom) == before - 8)
    try chat.advance(to: 1)
    #expect(chat.screen.y(of: id(10), .bottom) == before - 8)
    #expect(chat.jumps.isEmpty)
  }

  @Test("items pinned at the bottom are not anchors")
  func pinnedIsNoAnchor() throws {
    var column = items(20, height: 60)
    column[11].canAnchor = false
    #expect(try timeline(column, offset: 400).frame.anchor?.id == id(10))
  }

  @Test("overscroll by a finger stays when items arrive")
  func overscroll() throws {
    var chat = try timeline(offset: 0)
    try chat.handle(.drag(touch(from: 100, to: 220, seconds: 1, hold: 1)), at: 0)
    try chat.advance(to: 1.5)
    let pulled = try #require(chat.y(0))
    #expect(pulled > 50)
    try chat.handle(.batch(.loadMore(items(1, height: 20, from: 100), at: .top)), at: 1.5)
    #expect(abs((chat.y(0) ?? 0) - pulled) < 1e-5)
    #expect(chat.frame.overscroll < 0)
  }

  @Test("posts that arrive above the top of a feed stay above")
  func topOfFeed() throws {
    var feed = try Timeline.of(40)
    try feed.handle(.batch(.refresh(items(3, from: 100))), at: 0)
    #expect(feed.y(0) == 0 && feed.offset == 324)
  }

  @Test("a feed follows new posts if its rules say so")
  func followingFeed() throws {
    let rules = AnchorRules(restingEdge: .top, shortContent: .top, follow: .within(0))
    var feed = try Timeline.of(40, rules: rules)
    try feed.handle(.batch(.refresh(items(3, from: 100))), at: 0)
    try feed.advance(to: 1)
    #expect(feed.y(100) == 0 && feed.jumps.isEmpty)
  }
}
