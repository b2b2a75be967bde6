import Testing

@testable import Timeline

/// Some of ChatLayout's rules, computed by hand. The vectors next to the checkout have many more.
struct ChatLayoutTests {
  /// Messages of height 60 with gaps of 8, in days 50 apart, in a viewport of 300 by 400.
  private func list(_ days: Int..., offset: Double, settings: ChatLayoutList.Settings = .init()) -> ChatLayoutList {
    var next: Int32 = 0
    let sections = days.enumerated().map { number, count in
      let messages = (0..<count).map { _ in
        defer { next += 1 }
        return ChatLayoutList.Item(id(next), height: 60, gap: 8)
      }
      return ChatLayoutList.Section(id(Int32(9000 + number)), gap: 50, items: messages)
    }
    return ChatLayoutList(sections, viewport: Viewport(height: 400), width: 300, offset: offset, settings: settings)
  }

  private let new = ChatLayoutList.Item(id(100), height: 60, gap: 8)

  @Test("days are their gap apart, and neither the last message nor the last day has one")
  func layout() {
    let list = list(2, 1, offset: 0)
    #expect(list.frames.map(\.y) == [0, 68, 178])
    #expect(list.contentHeight == 238)
  }

  @Test("a new message at the end pushes the rest up, and fades in in its place")
  func append() throws {
    let outcome = list(20, offset: 952).applying([.insert(new, to: .init(0, 20))])
    #expect(outcome.compensation == 68 && outcome.after.offset == 1020 && outcome.keptShift == 68)
    let motion = try #require(outcome.motion.last)
    #expect(motion.kind == .inserted && motion.from.y == 340 && motion.to.y == 340)
    #expect(motion.from.alpha == 0 && motion.to.alpha == 1)
  }

  @Test("older messages above move nothing")
  func prepend() {
    let outcome = list(20, offset: 400).applying([.insert(new, to: .init(0, 0))])
    #expect(outcome.compensation == 68 && outcome.keptShift == 0)
    #expect(outcome.anchor?.id == id(11) && outcome.anchor?.distance == 8)
  }

  @Test("anything that is deleted sinks by a fifth of its height")
  func deletion() throws {
    let outcome = list(20, offset: 400).applying([.delete(.init(0, 8))])
    let motion = try #require(outcome.motion.last)
    #expect(motion.kind == .deleted && motion.from.y == 144 && motion.to.y == 156 && motion.to.alpha == 0)
    #expect(outcome.compensation == -68)
  }

  @Test("where the anchor's day goes, it is the last message of the day before")
  func deletedDay() {
    let outcome = list(20, 10, offset: 1674).applying([.deleteSection(1)])
    #expect(outcome.anchor?.id == id(19) && outcome.after.offset == 952)
    #expect(list(20, 10, offset: 100).applying([.deleteSection(0)]).anchor == nil)
  }

  @Test("short content is at the bottom if asked to, and a message that grows there lifts the others")
  func lifted() {
    var list = list(2, offset: 0, settings: .init(keepsContentAtBottom: true))
    #expect(list.frames.map(\.y) == [272, 340])
    #expect(list.measure(.init(0, 0), height: 90) == 0)
    #expect(list.frames.map(\.y) == [242, 340])
  }

  @Test("a new size above the viewport moves the offset unless this is disabled; one below does not")
  func measured() {
    var (list, off) = (list(20, offset: 400), list(20, offset: 400, settings: .init(keepsOffsetAtBottom: false)))
    #expect(list.measure(.init(0, 2), height: 200) == 140)
    #expect(list.offset == 540)
    #expect(list.measure(.init(0, 19), height: 200) == 0)
    #expect(off.measure(.init(0, 2), height: 200) == 0)
  }

  @Test("a place is found again when the keyboard has come")
  func snapshot() throws {
    var list = list(20, offset: 400)
    let snapshot = try #require(list.snapshot(at: .bottom))
    #expect(snapshot == .init(id(11), .bottom, offset: -8))
    list.viewport.insetBottom = 300
    #expect(list.offset(restoring: snapshot) == 700)
    list.sections = []
    #expect(list.offset(restoring: snapshot) == nil)
  }

  @Test("a pinned item is pushed by the next one, at either edge")
  func pinned() throws {
    var list = list(20, offset: 20)
    for message in 0...1 { list.sections[0].items[message].pin = .top }
    let top = try #require(list.pinned(at: .top))
    #expect(top.id == id(0) && top.y == 0 && top.next == id(1))
    #expect(abs(top.progress - 40.0 / 60) < 1e-9)
    #expect(list.pinned(at: .bottom) == nil)
  }

  @Test("a pinned item is below the additional inset at the top")
  func pinnedBelowInset() throws {
    var list = list(20, offset: 200)
    list.settings.insets.top = 24
    list.sections[0].items[0].pin = .top
    #expect(try #require(list.pinned(at: .top)).y == 224)
  }
}
