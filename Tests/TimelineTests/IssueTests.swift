import Testing
import Timeline

/// Invalid events are refused with their place, and leave the timeline unchanged.
struct IssueTests {
  @Test("time does not run backwards, and has an end")
  func time() throws {
    var feed = try Timeline.of(5)
    try feed.handle(.wheel(0), at: 2)
    #expect(throws: TimelineIssue.time(1, after: 2)) { try feed.handle(.wheel(1), at: 1) }
    #expect(throws: TimelineIssue.self) { try feed.advance(to: .nan) }
    #expect(throws: TimelineIssue.self) { try feed.frame(at: .infinity) }
  }

  @Test(
    "a viewport that shows nothing is none",
    arguments: [
      Viewport(height: 0), Viewport(height: 100, insetTop: 60, insetBottom: 40), Viewport(height: .nan),
      Viewport(height: 5, insetTop: -1),
    ])
  func viewport(viewport: Viewport) throws {
    #expect(throws: TimelineIssue.self) { try Timeline(Column(items(1)), viewport: viewport, rules: .feed) }
    var feed = try Timeline.of(5)
    #expect(throws: TimelineIssue.self) { try feed.handle(.resize(viewport, heights: nil), at: 0) }
  }

  @Test(
    "anything that is not there, or no number, is refused",
    arguments: [
      .expand(id(77), height: 10), .expand(id(1), height: -1), .expand(id(1), height: .nan),
      .measured(id(77), height: 10),
      .measured(id(1), height: 1e9), .fling(velocity: .infinity), .wheel(.nan), .drag([]),
      .drag([TouchPoint(time: 1, y: 0), TouchPoint(time: 1, y: 5)]), .drag([TouchPoint(time: 0, y: .nan)]),
      .scroll(ScrollTarget(.item(id(77), .top)), isAnimated: true),
      .scroll(ScrollTarget(.end, distance: .nan), isAnimated: false),
      .insets(top: 400, bottom: 400, isAnimated: true), .refreshing(height: -10_000),
      .resize(Viewport(height: 500), heights: [1]),
      .resize(Viewport(height: 500), heights: [1, 2, 3, 4, -5]),
      .batch(Batch([.delete([id(2)]), .delete([id(2)])])),
      .batch(Batch([.delete([id(0)]), .insert(items(1), .after(id(9)))])),
      .batch(Batch([.insert(items(1), .end)])), .batch(Batch([.move(id(8), .start)])),
      .batch(Batch([.delete([id(0)]), .reload(id(1), height: -3)])),
    ] as [TimelineEvent])
  func events(event: TimelineEvent) throws {
    var feed = try Timeline.of(5)
    let before = feed.frame
    let error = #expect(throws: TimelineIssue.self) { try feed.handle(event, at: 0) }
    #expect(error?.description.isEmpty == false)
    #expect(feed.frame == before)
    #expect(feed.jumps.isEmpty)
  }

  @Test(
    "columns of nothing, of one item, of no heights and of huge ones are shown", arguments: [AnchorRules.feed, .chat])
  func extremes(rules: AnchorRules) throws {
    for column in [[], items(1), items(1000, height: 0, gap: 0), items(3, height: 100_000)] {
      var timeline = try Timeline(Column(column), viewport: Viewport(height: 600), rules: rules)
      try timeline.handle(.drag(touch(from: 0, to: 500, seconds: 0.3)), at: 0)
      try timeline.handle(.batch(.append(items(2, from: 5000))), at: 0.1)
      try timeline.handle(.fling(velocity: 900_000), at: 0.5)
      try timeline.handle(.scrollToTop, at: 0.7)
      #expect(try timeline.frames(for: 3).allSatisfy { $0.offset.isFinite && $0.items.allSatisfy { $0.y.isFinite } })
      #expect(timeline.jumps.isEmpty)
      #expect(timeline.offset == timeline.bounds.offsets.lowerBound)
    }
  }

  @Test("any number of events at one time is played")
  func burst() throws {
    var feed = try Timeline.of(50)
    for round in 0..<3000 {
      let card = Int32(round % 50)
      try feed.handle(.expand(id(card), height: Double(round % 500)), at: 1)
      try feed.handle(.batch(Batch([.delete([id(card)]), .insert(items(1, from: Int(card)), .end)])), at: 1)
    }
    #expect(feed.transitions.count < 100)
    #expect(try feed.frame(at: 2).items.allSatisfy { $0.clipBottom == 0 && $0.alpha == 1 })
    #expect(feed.jumps.isEmpty)
  }
}
