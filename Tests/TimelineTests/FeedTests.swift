import Testing
import Timeline

/// The behavior of a feed by its own rules.
struct FeedTests {
  @Test("a refresh keeps the current card in place while the finger is down")
  func refreshUnderFinger() throws {
    var feed = try Timeline.of(30, insetTop: 50)
    try feed.handle(.drag(touch(from: 100, to: 400, seconds: 0.5, hold: 1)), at: 0)
    try feed.handle(.refreshing(height: 60), at: 0.6)
    let before = try #require(feed.y(0))
    #expect(before > 100)
    try feed.handle(.batch(.refresh(items(5, from: 100))), at: 0.8)
    try feed.handle(.refreshed, at: 0.8)
    #expect(feed.y(0) == before)
    #expect(feed.frame.phase == .dragging)
    #expect(try feed.frames(for: 2).allSatisfy { $0.anchor != nil })
    #expect(feed.jumps.isEmpty)
    #expect(feed.y(0) == before)
  }

  @Test("a finger goes on pulling from where new content left the list")
  func dragGoesOn() throws {
    var (feed, control) = (try Timeline.of(60), try Timeline.of(60))
    feed.stand(at: 2000)
    control.stand(at: 2000)
    let way = TimelineEvent.drag(touch(from: 500, to: 200, seconds: 1))
    try feed.handle(way, at: 0)
    try control.handle(way, at: 0)
    try feed.handle(.batch(.refresh(items(4, height: 77.7, from: 100))), at: 0.33)
    try feed.handle(.measured(id(3), height: 251.3), at: 0.5)
    try control.advance(to: 0.5)
    for (one, other) in zip(try feed.frames(for: 4), try control.frames(for: 4)) {
      #expect(one.items.map(\.id) == other.items.map(\.id))
      #expect(zip(one.items, other.items).allSatisfy { abs($0.y - $1.y) < 1e-5 })
    }
    #expect(feed.jumps.isEmpty)
  }

  @Test("an expanded card opens below its text, and all above it stays")
  func expand() throws {
    var feed = try Timeline.of(30)
    feed.stand(at: 1000)
    let (above, below) = (try #require(feed.y(10)), try #require(feed.y(12)))
    try feed.handle(.expand(id(11), height: 300), at: 1)
    let half = try feed.frame(at: 1.125)
    let card = try #require(half.items.first { $0.id == id(11) })
    #expect(card.height == 300 && abs(card.clipBottom - 100) < 1e-5)
    #expect(feed.y(10) == above)
    #expect(abs((feed.y(12) ?? 0) - below - 100) < 1e-5)
    try feed.advance(to: 1.25)
    #expect(feed.y(10) == above && feed.y(12) == below + 200)
    #expect(feed.frame.items.allSatisfy { $0.clipBottom == 0 })
    #expect(feed.jumps.isEmpty)
  }

  @Test("a card collapsed while opening reverses from its current height")
  func reversed() throws {
    var feed = try Timeline.of(30)
    try feed.handle(.expand(id(1), height: 300), at: 0)
    let open = try feed.frame(at: 0.125).items[1]
    try feed.handle(.expand(id(1), height: 100), at: 0.125)
    #expect(feed.frame.items[1].bottom == open.bottom)
    #expect(try feed.frame(at: 0.5).items[1].bottom == 208)
  }

  @Test("a card collapsed at the end brings the content down without a blank")
  func collapseAtEnd() throws {
    var feed = try Timeline.of(10)
    try feed.handle(.expand(id(9), height: 500), at: 0)
    try feed.handle(.scroll(ScrollTarget(.end), isAnimated: false), at: 1)
    try feed.handle(.expand(id(9), height: 100), at: 2)
    #expect(try feed.frames(for: 1).allSatisfy { $0.blankBelow < 1e-5 })
    #expect(feed.offset == feed.bounds.offsets.upperBound)
    #expect(feed.jumps.isEmpty)
  }

  @Test("a card cut by the upper edge grows upwards when it is measured, one that fills the screen downwards")
  func measuredAbove() throws {
    var feed = try Timeline.of(30)
    feed.stand(at: 1050)
    let next = feed.y(10)
    try feed.handle(.measured(id(9), height: 260), at: 0)
    #expect(feed.y(10) == next)
    try feed.handle(.measured(id(12), height: 5000), at: 0)
    try feed.handle(.scroll(ScrollTarget(.item(id(12), .top), distance: -1000), isAnimated: false), at: 0)
    #expect(feed.y(12) == -1000)
    try feed.handle(.measured(id(12), height: 5555), at: 0)
    #expect(feed.y(12) == -1000)
    #expect(feed.jumps.isEmpty)
  }

  @Test("a step of the wheel onto cards that were never measured moves what is read by that step alone")
  func wheelOntoEstimates() throws {
    let column = try Column(items(100, height: 80, isExact: false))
    let measuring = Timeline.MeasurementPolicy(margin: 0) { 150 + Double($0.number) }
    let opening = ScrollTarget(.item(id(50), .top))
    var feed = try Timeline(
      column, viewport: Viewport(height: 600), rules: .feed, opening: opening, measuring: measuring)
    try feed.handle(.wheel(-400), at: 0)
    #expect(feed.y(50) == 400)
    #expect(feed.frame.items.allSatisfy { $0.isExact })
    #expect(feed.jumps.isEmpty)
  }

  @Test("more at the end lets a bounce there slide back, and moves nothing")
  func loadMoreInBounce() throws {
    var feed = try Timeline.of(20)
    feed.stand(at: feed.bounds.offsets.upperBound)
    try feed.handle(.fling(velocity: 4000), at: 0)
    try feed.advance(to: 0.1)
    let (before, last) = (feed.frame, feed.y(19))
    #expect(before.phase == .bouncing && before.overscroll > 50)
    try feed.handle(.batch(.loadMore(items(20, from: 100), at: .bottom)), at: 0.1)
    #expect(feed.y(19) == last)
    #expect(feed.frame.overscroll == 0)
    #expect(feed.jumps.isEmpty)
  }

  @Test("a tap on the status bar scrolls to the top even if content grows")
  func scrollToTop() throws {
    var feed = try Timeline.of(3000, insetTop: 50)
    feed.stand(at: 300_000)
    try feed.handle(.scrollToTop, at: 0)
    try feed.advance(to: 0.25)
    #expect(feed.frame.phase == .animating(.scrollTo))
    try feed.handle(.batch(.refresh(items(10, from: 5000))), at: 0.25)
    try feed.advance(to: 0.5)
    #expect(feed.offset == -50)
    #expect(feed.jumps.isEmpty)
  }

  @Test("scrolling to an item ends at its current place", arguments: [true, false])
  func scrollToItem(isAnimated: Bool) throws {
    var feed = try Timeline.of(100, insetTop: 44, insetBottom: 30)
    try feed.handle(.scroll(ScrollTarget(.item(id(50), .top), distance: 10), isAnimated: isAnimated), at: 0)
    try feed.handle(.measured(id(20), height: 333), at: 0.1)
    try feed.advance(to: 1)
    #expect(abs((feed.y(50) ?? 0) - 54) < 1e-5)
    try feed.handle(.scroll(ScrollTarget(.item(id(70), .bottom), distance: 5), isAnimated: isAnimated), at: 1)
    try feed.advance(to: 2)
    #expect(abs((feed.y(70) ?? 0) + 100 - (600 - 30 - 5)) < 1e-5)
    try feed.handle(.scroll(ScrollTarget(.item(id(30), .center)), isAnimated: isAnimated), at: 2)
    try feed.advance(to: 3)
    #expect(abs((feed.y(30) ?? 0) + 50 - (44 + 570) / 2) < 1e-5)
  }

  @Test("where everything that was on the screen is deleted, what follows takes its place")
  func deleteAll() throws {
    var feed = try Timeline.of(40)
    feed.stand(at: 1080)
    try feed.handle(.batch(Batch([.delete((8...20).map { id($0) })])), at: 0)
    try feed.advance(to: 1)
    #expect(feed.y(21) == 0)
    #expect(feed.jumps.isEmpty)
  }

  @Test("a card that is deleted and comes back elsewhere takes no one along")
  func deletedAndBack() throws {
    var feed = try Timeline.of(40)
    feed.stand(at: 1080)
    try feed.handle(.batch(Batch([.delete([id(10)]), .insert(items(1, from: 10), .end)])), at: 0)
    try feed.advance(to: 1)
    #expect(feed.y(11) == 108 && feed.jumps.isEmpty)
  }

  @Test("deleted cards fade where they were, and what is below closes up")
  func deletion() throws {
    var feed = try Timeline.of(40)
    feed.stand(at: 1080)
    try feed.handle(.batch(Batch([.delete([id(12), id(13)])])), at: 0)
    #expect(feed.frame.items.filter(\.isLeaving).map(\.y) == [216, 324])
    #expect(feed.y(14) == 432)
    let half = try feed.frame(at: 0.125)
    #expect(half.items.filter(\.isLeaving).map(\.alpha).allSatisfy { abs($0 - 0.5) < 1e-6 })
    #expect(abs((feed.y(14) ?? 0) - 324) < 1e-5)
    try feed.advance(to: 0.25)
    #expect(feed.y(14) == 216 && feed.y(10) == 0)
    #expect(!feed.frame.items.contains { $0.isLeaving })
  }

  @Test("cards that come above the first one, into the room of a pull, fade in and leave no blank")
  func pulledRoom() throws {
    var feed = try Timeline.of(40)
    try feed.handle(.drag(touch(from: 100, to: 400, seconds: 0.5, hold: 2)), at: 0)
    try feed.handle(.batch(.refresh(items(3, from: 100))), at: 1)
    let frame = try feed.frame(at: 1.1)
    #expect(frame.blankAbove == 0 && feed.jumps.isEmpty)
    #expect(frame.items.first { $0.id == id(102) }.map { $0.alpha > 0 && $0.alpha < 1 && $0.clipTop == 0 } == true)
  }

  @Test("cards that come in between open a window onto their places")
  func insertion() throws {
    var feed = try Timeline.of(40)
    feed.stand(at: 1080)
    try feed.handle(.batch(Batch([.insert(items(3, from: 100), .after(id(11)))])), at: 0)
    #expect(feed.frame.items.map(\.id.number) == [10, 11, 12, 13, 14, 15])
    #expect(feed.y(12) == 216)
    let half = try feed.frame(at: 0.125)
    #expect(half.items.map(\.id.number) == [10, 11, 100, 101, 12, 13, 14])
    #expect(abs((half.items.first { $0.id == id(101) }?.bottom ?? 0) - (216 + 162)) < 1e-5)
    #expect(try feed.frame(at: 0.25).items.map(\.id.number) == [10, 11, 100, 101, 102, 12])
    #expect(feed.jumps.isEmpty)
  }

  @Test("a refresh's spinner has its place until it is reported that all is there")
  func spinner() throws {
    var feed = try Timeline.of(30, insetTop: 50)
    try feed.handle(.drag(touch(from: 100, to: 400, seconds: 0.4)), at: 0)
    try feed.handle(.refreshing(height: 60), at: 0.39)
    try feed.advance(to: 3)
    #expect(feed.y(0) == 110 && feed.frame.refreshHeight == 60)
    #expect(feed.frame.phase == .resting)
    try feed.handle(.refreshed, at: 3)
    try feed.advance(to: 4)
    #expect(feed.y(0) == 50 && feed.frame.refreshHeight == 0)
    #expect(feed.jumps.isEmpty)
  }

  @Test("a reader who wants no motion gets the end of it at once")
  func reducedMotion() throws {
    var feed = try Timeline.of(40)
    try feed.handle(.reducedMotion(true), at: 0)
    try feed.handle(.expand(id(2), height: 400), at: 0)
    #expect(feed.y(3) == 216 + 400 + 8 || feed.y(3) == nil)
    try feed.handle(.scroll(ScrollTarget(.end), isAnimated: true), at: 0)
    #expect(feed.offset == feed.bounds.offsets.upperBound)
    try feed.handle(.batch(Batch([.delete([id(38), id(39)])])), at: 0)
    #expect(feed.offset == feed.bounds.offsets.upperBound)
    #expect(feed.frame.phase == .resting)
    #expect(feed.jumps.isEmpty)
  }

  @Test("a changed width keeps the current card in place")
  func resize() throws {
    var feed = try Timeline.of(40, insetTop: 20)
    feed.stand(at: 1000)
    let first = try #require(feed.frame.anchor)
    let viewport = Viewport(height: 300, insetTop: 40)
    try feed.handle(.resize(viewport, heights: (0..<40).map { 150 + Double($0) / 3 }), at: 0)
    #expect(feed.frame.anchor?.id == first.id)
    #expect(feed.frame.anchor?.y == first.y + 20)
    #expect(feed.jumps.isEmpty)
  }
}
