import Testing
import Timeline

/// The behavior of a chat by its own rules.
struct ChatTests {
  @Test("a chat opens at its end, short ones are there")
  func opening() throws {
    #expect(try Timeline.of(50, rules: .chat, insetBottom: 90).frame.items.last?.bottom == 510)
    #expect(try Timeline.of(2, rules: .chat, insetBottom: 90).frame.items.last?.bottom == 510)
    #expect(try Timeline.of(0, rules: .chat).frame.items.isEmpty)
  }

  @Test("a new message pushes the rest up for a reader at the end", arguments: [0.0, 3])
  func follow(distance: Double) throws {
    var chat = try Timeline.of(50, rules: .chat)
    chat.stand(at: chat.offset - distance)
    try chat.handle(.batch(.append(items(1, height: 60, from: 100))), at: 0)
    #expect(chat.frame.phase == .animating(.follow))
    try chat.advance(to: 0.25)
    #expect(chat.frame.items.last?.id == id(100) && chat.frame.items.last?.bottom == 600)
    #expect(chat.jumps.isEmpty)
  }

  @Test("a burst of messages is followed to its end")
  func burst() throws {
    var chat = try Timeline.of(50, rules: .chat)
    for number in 0..<20 {
      try chat.handle(.batch(.append(items(1, height: 60, from: 100 + number))), at: Double(number) / 20)
    }
    try chat.advance(to: 2)
    #expect(chat.frame.items.last?.id == id(119) && chat.frame.items.last?.bottom == 600)
    #expect(chat.jumps.isEmpty)
  }

  @Test("who reads above is left alone, and so is a finger at the end")
  func reading() throws {
    var chat = try Timeline.of(50, rules: .chat)
    chat.stand(at: 1000)
    let before = chat.frame.items
    try chat.handle(.batch(.append(items(3, from: 100))), at: 0)
    #expect(try chat.frame(at: 1).items == before)
    chat.stand(at: chat.bounds.offsets.upperBound)
    try chat.handle(.drag(touch(from: 300, to: 300, seconds: 1, hold: 1)), at: 1)
    let held = try chat.frame(at: 1.5).items.map(\.y)
    try chat.handle(.batch(.append(items(1, from: 200))), at: 1.5)
    #expect(chat.frame.items.map(\.y) == held)
    #expect(chat.jumps.isEmpty)
  }

  @Test("older messages come above without a movement, at the end as well", arguments: [0.0, 500, 4792])
  func older(offset: Double) throws {
    var chat = try Timeline.of(50, rules: .chat)
    chat.stand(at: offset)
    let before = chat.frame.items.map(\.y)
    try chat.handle(.batch(.loadMore(items(100, height: 61.7, from: 100), at: .top)), at: 0)
    #expect(chat.frame.items.suffix(before.count).map(\.y) == before)
    #expect(chat.frame.phase == .resting && chat.jumps.isEmpty)
  }

  @Test("a keyboard takes the content along, whole", arguments: [true, false])
  func keyboard(isAnimated: Bool) throws {
    var chat = try Timeline.of(50, rules: .chat, insetTop: 44, insetBottom: 34)
    chat.stand(at: 2000)
    let before = try #require(chat.frame.anchor)
    try chat.handle(.insets(top: 44, bottom: 336, isAnimated: isAnimated), at: 0)
    #expect(chat.screen.y(of: before.id, .bottom) == (isAnimated ? before.y : before.y - 302))
    try chat.advance(to: 1)
    #expect(chat.screen.y(of: before.id, .bottom) == before.y - 302)
    #expect(chat.jumps.isEmpty)
  }

  @Test("a keyboard is 54 % up after a tenth of a second, on the platform's spring, and there after half a second")
  func keyboardCurve() throws {
    // 1 − e^(−f t) (1 + f t) with f = √(1000 / 3): 0.5448 at 0.1 and 0.9989 at 0.5, which counts as 1 here.
    #expect(abs(Spring.keyboard.progress(after: 0.1, of: Timeline.insetDuration) - 0.5448 / 0.9989) < 1e-3)
    var chat = try Timeline.of(50, rules: .chat)
    try chat.handle(.insets(top: 0, bottom: 300, isAnimated: true), at: 0)
    try chat.advance(to: 0.1)
    let bottom = try #require(chat.frame.items.last?.bottom)
    #expect(abs(bottom - (600 - 300 * 0.5454)) < 0.5)
    try chat.advance(to: 0.5)
    #expect(chat.frame.items.last?.bottom == 300 && chat.jumps.isEmpty)
  }

  @Test("an answer that grows at the end keeps its end on the screen, one that is read above keeps what is read")
  func growing() throws {
    var chat = try Timeline.of(50, rules: .chat)
    try chat.handle(.batch(Batch([.reload(id(49), height: 130)], isAnimated: false)), at: 0)
    #expect(chat.frame.items.last?.bottom == 600)
    chat.stand(at: 1000)
    let before = try #require(chat.frame.anchor)
    try chat.handle(.batch(Batch([.reload(id(40), height: 500)], isAnimated: false)), at: 0)
    #expect(chat.frame.anchor == before)
    #expect(chat.jumps.isEmpty)
  }

  @Test("a reader at the end stays there when a message above is edited", arguments: [true, false])
  func editedAbove(isAnimated: Bool) throws {
    var chat = try Timeline.of(50, rules: .chat)
    for height in [130.0, 60] {
      try chat.handle(.batch(Batch([.reload(id(46), height: height)], isAnimated: isAnimated)), at: chat.now)
      try chat.advance(to: chat.now + 1)
      #expect(chat.frame.items.last?.id == id(49) && chat.frame.items.last?.bottom == 600)
    }
    #expect(chat.jumps.isEmpty)
  }

  @Test("a date header and a row that says who is typing are not anchors")
  func noAnchors() throws {
    var messages = items(20)
    messages[19].canAnchor = false
    var chat = try Timeline(Column(messages), viewport: Viewport(height: 600), rules: .chat)
    #expect(chat.frame.anchor?.id == id(18))
    let changes: [Batch.Change] = [.delete([id(19)]), .insert(items(1, height: 60, from: 100), .end)]
    try chat.handle(.batch(Batch(changes, mayFollow: true)), at: 0)
    try chat.advance(to: 1)
    #expect(chat.frame.items.last?.bottom == 600 && chat.jumps.isEmpty)
  }

  @Test("a day's header stays at the top until the next day's header pushes it off")
  func pinned() throws {
    let messages = items(40).map { item in
      var item = item
      if item.id.number % 20 == 0 { (item.isPinned, item.canAnchor, item.height) = (true, false, 30) }
      return item
    }
    var chat = try Timeline(Column(messages), viewport: Viewport(height: 600, insetTop: 44), rules: .chat)
    let next = chat.column.top(at: 20)
    chat.stand(at: 1000)
    #expect(chat.frame.pinned?.id == id(0) && chat.frame.pinned?.y == 44 && chat.frame.pinned?.progress == 1)
    chat.stand(at: next - 44 - 8 - 15)
    #expect(chat.frame.pinned?.id == id(0) && chat.frame.pinned?.y == 29 && chat.frame.pinned?.next == id(20))
    chat.stand(at: next - 44)
    #expect(chat.frame.pinned?.id == id(20) && chat.frame.pinned?.y == 44)
  }

  @Test("short content moves up with new items until it scrolls")
  func short() throws {
    var chat = try Timeline.of(2, rules: .chat)
    for number in 0..<8 {
      try chat.handle(.batch(.append(items(1, from: 100 + number))), at: Double(number))
      #expect(try chat.frame(at: Double(number) + 0.5).items.last?.bottom == 600)
    }
    #expect(chat.frame.items.count == 6 && chat.jumps.isEmpty)
  }

  @Test("estimates above give way to real heights as one scrolls up, and nothing moves but by the finger")
  func estimates() throws {
    let column = try Column(items(500, height: 60, isExact: false))
    let measuring = Timeline.MeasurementPolicy(margin: 100) { 40 + Double($0.number * 37 % 300) }
    var chat = try Timeline(column, viewport: Viewport(height: 600), rules: .chat, measuring: measuring)
    try chat.handle(.fling(velocity: -6000), at: 0)
    for frame in try chat.frames(for: 5) { #expect(frame.items.allSatisfy { $0.isExact }) }
    #expect(chat.column.estimates < 490 && chat.jumps.isEmpty)
  }
}
