import Testing

@testable import Timeline

/// Deliberate differences between our rules and the lists whose cases we pass (docs/timeline.md).
struct DifferenceTests {
  private func chatLayout(_ sections: [(count: Int, from: Int)] = [(20, 0)], offset: Double) -> ChatLayoutList {
    let sections = sections.enumerated().map { number, section in
      ChatLayoutList.Section(
        id(Int32(9000 + number)), gap: 50,
        items: items(section.count, height: 60, from: section.from).map {
          ChatLayoutList.Item($0.id, height: $0.height, gap: $0.gap)
        })
    }
    return ChatLayoutList(
      sections, viewport: Viewport(height: 400), width: 300, offset: offset, settings: .init())
  }

  private func ours(_ column: [ColumnItem] = items(20, height: 60), offset: Double) throws -> Timeline {
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

  @Test("Q1: items after the last visible one are not followed far from the end")
  func insertNextToLastVisible() throws {
    let new = ChatLayoutList.Item(id(100), height: 60, gap: 8)
    let theirs = chatLayout(offset: 400).applying([.insert(new, to: .init(0, 12))])
    #expect(theirs.after.offset == 468 && theirs.keptShift == 68)
    let batch = Batch([.insert(items(1, height: 60, from: 100), .after(id(11)))], mayFollow: true)
    #expect(try shift(of: 10, ours(offset: 400), .batch(batch)) == 0)
  }

  @Test("Q2: a batch that changes nothing moves nothing, at fractions of a point either")
  func unrounded() throws {
    let theirs = chatLayout(offset: 951.6).applying([.reload(.init(0, 3), height: 60, gap: 8)])
    #expect(abs(theirs.keptShift - 0.4) < 1e-5)
    let batch = Batch([.reload(id(3), height: 60, gap: 8)])
    #expect(try shift(of: 15, ours(offset: Points.snapped(951.6)), .batch(batch)) == 0)
  }

  @Test("Q3: a day that comes far below moves nothing")
  func dayFarBelow() throws {
    let day = ChatLayoutList.Section(
      id(9100), gap: 50, items: [.init(id(100), height: 60, gap: 8), .init(id(101), height: 60, gap: 8)])
    let theirs = chatLayout([(20, 0), (10, 20)], offset: 0).applying([.insertSection(day, to: 2)])
    #expect(theirs.keptShift == 136)
    let batch = Batch([.insert(items(2, height: 60, from: 100), .end)], mayFollow: true)
    #expect(try shift(of: 3, ours(items(30, height: 60), offset: 0), .batch(batch)) == 0)
  }

  @Test("Q3: an anchor is an item, not a number: moving a different one past it moves nothing")
  func movePastAnchor() throws {
    let theirs = chatLayout(offset: 400).applying([.move(.init(0, 11), to: .init(0, 0))])
    #expect(theirs.keptShift > 0)
    #expect(try shift(of: 10, ours(offset: 400), .batch(Batch([.move(id(11), .start)]))) == 0)
    // If the anchor itself is moved, the next item that is still on the screen keeps its place.
    #expect(try shift(of: 9, ours(offset: 400), .batch(Batch([.move(id(10), .start)]))) == 0)
  }

  @Test("Q4: an anchor is not looked for among others if there are fewer items than before")
  func fewerItems() throws {
    let list = chatLayout([(10, 0), (10, 10)], offset: 600)
    var day = list.sections[0]
    day.items.removeLast(6)
    #expect(list.applying([.reloadSection(0, with: day)]).keptShift > 0)
    let batch = Batch([.delete((4..<10).map { id($0) })])
    #expect(try shift(of: 12, ours(offset: 600), .batch(batch)) == 0)
  }

  @Test("Q5: messages that were there before are not followed, by who is at the very end either")
  func loadMoreAtEnd() throws {
    let more = (0..<10).map { ChatLayoutList.Item(id(Int32(100 + $0)), height: 60, gap: 8) }
    let updates = more.enumerated().map { ChatLayoutList.Update.insert($1, to: .init(0, 20 + $0)) }
    #expect(chatLayout(offset: 952).applying(updates).keptShift == 680)
    let batch = Batch.loadMore(items(10, height: 60, from: 100), at: .bottom)
    #expect(try shift(of: 19, ours(offset: 952), .batch(batch)) == 0)
  }

  @Test("Q7: a size learned while a batch is on its way counts by its place in the content")
  func measuredDuringBatch() throws {
    var chat = try ours(offset: 400)
    let before = try #require(chat.screen.y(of: id(11), .top))
    try chat.handle(.batch(Batch([.insert(items(2, height: 60, from: 100), .start), .delete([id(3)])])), at: 0)
    try chat.handle(.measured(id(4), height: 250), at: 0.1)
    try chat.handle(.measured(id(15), height: 250), at: 0.1)
    #expect(chat.screen.y(of: id(10), .bottom) == before - 8)
    try chat.advance(to: 1)
    #expect(chat.screen.y(of: id(10), .bottom) == before - 8)
    #expect(chat.jumps.isEmpty)
  }

  @Test("Q8: items pinned at the bottom are not anchors")
  func pinnedIsNoAnchor() throws {
    var column = items(20, height: 60)
    column[11].canAnchor = false
    #expect(try ours(column, offset: 400).frame.anchor?.id == id(10))
  }

  @Test("overscroll by a finger stays when items arrive")
  func overscroll() throws {
    let older = ChatLayoutList.Item(id(100), height: 20, gap: 8)
    #expect(chatLayout(offset: -60).applying([.insert(older, to: .init(0, 0))]).keptShift > 0)
    var chat = try ours(offset: 0)
    try chat.handle(.drag(touch(from: 100, to: 220, seconds: 1, hold: 1)), at: 0)
    try chat.advance(to: 1.5)
    let pulled = try #require(chat.y(0))
    #expect(pulled > 50)
    try chat.handle(.batch(.loadMore(items(1, height: 20, from: 100), at: .top)), at: 1.5)
    #expect(abs((chat.y(0) ?? 0) - pulled) < 1e-5)
    #expect(chat.frame.overscroll < 0)
  }

  @Test("anything that comes above a feed at its very top stays above, where MagazineLayout shows it")
  func topOfFeed() throws {
    let viewport = Viewport(height: 600)
    let first = MagazineAnchor.Span(id(0), y: 0, height: 100)
    let anchor = MagazineAnchor.find(
      .topToBottom, offset: 0, viewport: viewport, contentHeight: 5000, first: first, last: first)
    let moved = MagazineAnchor.Span(id(0), y: 324, height: 100)
    #expect(MagazineAnchor.offset(keeping: anchor, at: moved, viewport: viewport, contentHeight: 5324) == 0)
    var feed = try Timeline.of(40)
    try feed.handle(.batch(.refresh(items(3, from: 100))), at: 0)
    #expect(feed.y(0) == 0 && feed.offset == 324)
  }

  @Test("a feed may be reported to follow, too")
  func followingFeed() throws {
    let rules = AnchorRules(restingEdge: .top, shortContent: .top, follow: .within(0))
    var feed = try Timeline.of(40, rules: rules)
    try feed.handle(.batch(.refresh(items(3, from: 100))), at: 0)
    try feed.advance(to: 1)
    #expect(feed.y(100) == 0 && feed.jumps.isEmpty)
  }
}
