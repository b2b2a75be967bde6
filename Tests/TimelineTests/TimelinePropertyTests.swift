import Support
import Testing
import Timeline

/// Properties of random scripts.
struct TimelinePropertyTests {
  @Test("nothing moves but by the reader and what is declared", arguments: Array(1...16) as [UInt64])
  func anchored(seed: UInt64) throws {
    var script = RandomScript(seed: seed)
    var timeline = try script.timeline()
    for _ in 0..<60 {
      let (time, event) = script.next(timeline)
      let before = try timeline.frame(at: time)
      let anchors = timeline.anchors(of: timeline.screen, keeping: event.expanded)
      check(before)
      try timeline.handle(event, at: time)
      let after = timeline.frame
      check(after)
      guard let kept = anchors.first(where: { timeline.column.contains($0.id) && $0.id != event.moved }),
        after.items.contains(where: { $0.id == kept.id && timeline.sees($0) })
      else { continue }
      let y = try #require(timeline.screen.y(of: kept.id, kept.edge))
      #expect(abs(y - kept.y + after.scrolled - before.scrolled) < Jump.least, "\(event.kind) at \(time)")
    }
    let last = try timeline.frame(at: timeline.now + 20)
    #expect(last.phase == .resting && last.offsets.contains(last.offset))
    #expect(last.blankAbove < 1e-5 && last.blankBelow < 1e-5)
    #expect(timeline.jumps.isEmpty)
  }

  private func check(_ frame: Frame) {
    #expect(frame.offset.isFinite && frame.scrolled.isFinite)
    #expect(frame.items.allSatisfy { $0.y.isFinite && $0.clipTop >= 0 && $0.clipBottom >= 0 && $0.bottom > $0.top })
    #expect(frame.items.allSatisfy { (0...1).contains($0.alpha) })
    if frame.phase == .resting { #expect(abs(frame.overscroll) < 1e-5) }
  }

  @Test("the same moments are the same, however many others were asked for", arguments: Array(31...38) as [UInt64])
  func rates(seed: UInt64) throws {
    var found: [[Frame]] = []
    for rate in [60.0, 120, 7] {
      var script = RandomScript(seed: seed)
      var timeline = try script.timeline()
      // Event times that coincide with no frame at any rate.
      let events = (0..<25).map { _ in script.next(timeline, isBlind: true) }
      var (frames, number): ([Frame], Int) = ([], 0)
      for (time, event) in events {
        while Double(number) / rate <= time {
          let frame = try timeline.frame(at: Double(number) / rate)
          if number % Int(rate) == 0 { frames.append(frame) }
          number += 1
        }
        try timeline.handle(event, at: time)
      }
      frames.append(try timeline.frame(at: 100))
      found.append(frames)
    }
    #expect(found[0].count > 3)
    #expect(found[0] == found[1])
    #expect(found[0] == found[2])
  }

  @Test("a batch and its inverse leave the reader where he was", arguments: Array(51...58) as [UInt64])
  func inverse(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var timeline = try Timeline.of(200, rules: seed % 2 == 0 ? .feed : .chat)
    timeline.stand(at: Points.snapped(Double.random(in: 0...20_000, using: &random)))
    let before = timeline.frame
    let places = (0..<5).map { _ in Int32.random(in: 0..<200, using: &random) }
    let added = places.enumerated().map { items(3, height: 50.7, from: 1000 + 10 * $0.offset) }
    let inserts = zip(places, added).map { Batch.Change.insert($1, .before(id($0))) }
    let heights = places.map { Batch.Change.reload(id($0), height: 333.3) }
    try timeline.handle(.batch(Batch(inserts + heights, isAnimated: false)), at: 0)
    let deletes = added.map { Batch.Change.delete($0.map(\.id)) }
    let back = places.map { Batch.Change.reload(id($0), height: 100) }
    try timeline.handle(.batch(Batch(deletes + back, isAnimated: false)), at: 0)
    #expect(timeline.frame.items == before.items)
    #expect(timeline.jumps.isEmpty)
  }
}

extension Timeline {
  /// Returns whether bars and the keyboard leave a part of an item visible.
  fileprivate func sees(_ item: FrameItem) -> Bool {
    item.top < viewport.visible.upperBound && item.bottom > viewport.visible.lowerBound
  }
}

extension TimelineEvent {
  fileprivate var moved: ItemID? {
    guard case .batch(let batch) = self, case .move(let id, _)? = batch.changes.last else { return nil }
    return id
  }

  fileprivate var expanded: ItemID? { if case .expand(let id, _) = self { id } else { nil } }
}

/// Generates valid random events.
private struct RandomScript {
  private var random: SplitMix64
  private var time = 0.0
  private var next: Int32 = 1000

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func timeline() throws -> Timeline {
    let rules: AnchorRules = Bool.random(using: &random) ? .feed : .chat
    let isExact = Bool.random(using: &random)
    let column = try Column(items(Int.random(in: 0...60, using: &random), height: 80, gap: 7.5, isExact: isExact))
    let measuring = Timeline.MeasurementPolicy(margin: 50) { 20 + Double($0.number * 7919 % 1000) / 3 }
    return try Timeline(
      column, viewport: Viewport(height: 600, insetTop: 44, insetBottom: 30), rules: rules, measuring: measuring)
  }

  /// - Parameter isBlind: Whether to ignore the current items, so that the same seed gives the same events.
  mutating func next(_ timeline: Timeline, isBlind: Bool = false) -> (time: Double, event: TimelineEvent) {
    time += Double.random(in: 0...0.6, using: &random)
    let id = isBlind || timeline.column.count == 0 ? nil : timeline.column.id(at: number(timeline.column.count))
    switch number(isBlind ? 9 : 14) {
    case 0:
      return (time, .drag(touch(from: 300, to: length(0...700), seconds: length(0.05...0.5), hold: length(0...0.5))))
    case 1: return (time, .fling(velocity: length(-8000...8000)))
    case 2: return (time, .wheel(length(-300...300)))
    case 3: return (time, .batch(.append(new())))
    case 4: return (time, .batch(.refresh(new())))
    case 5: return (time, .batch(.loadMore(new(), at: Bool.random(using: &random) ? .top : .bottom)))
    case 6:
      return (time, .insets(top: length(0...90), bottom: length(0...300), isAnimated: Bool.random(using: &random)))
    case 7: return (time, .scroll(ScrollTarget(Bool.random(using: &random) ? .start : .end), isAnimated: true))
    case 8: return (time, .refreshing(height: Bool.random(using: &random) ? 60 : 0))
    case 9, 10: return (time, id.map { .expand($0, height: length(0...900)) } ?? .refreshed)
    case 11: return (time, id.map { .batch(Batch([.reload($0, height: length(0...400))])) } ?? .scrollToTop)
    case 12:
      let deleted = timeline.frame.items.filter { !$0.isLeaving && Bool.random(using: &random) }.map(\.id)
      return (time, .batch(Batch([.delete(deleted), .insert(new(), .end)])))
    default:
      return (
        time, id.map { .batch(Batch([.insert(new(), .before($0)), .move($0, .start)])) } ?? .batch(.append(new()))
      )
    }
  }

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func length(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  private mutating func new() -> [ColumnItem] {
    let added = items(number(5) + 1, height: length(0...300), from: Int(next), isExact: Bool.random(using: &random))
    next += 10
    return added
  }
}
