import Diagnostics
import Filming
import Testing
import Timeline

@Suite("The scenes of conversations")
struct ChatSceneTests {
  private func played(_ scene: StandardFilm, _ feed: FilmFeed) throws -> PlayedFilm {
    try scene.script(for: feed, on: .chat).played(feed, on: .chat)
  }

  @Test("no jumps and nothing is blank in any of them", arguments: StandardFilm.ofChats)
  func good(_ scene: StandardFilm) throws {
    let film = try played(scene, .of(53, heights: [44, 62, 300, 44, 120], isChat: true))
    #expect(film.judgement.jumps.isEmpty && film.judgement.blankPoints == 0)
    #expect(film.judgement.isGood)
    #expect(film.frames.allSatisfy { $0.frame.offset.isFinite })
  }

  @Test(
    "they play with a conversation of one message, and of very low and very high ones", arguments: StandardFilm.ofChats)
  func oddChats(_ scene: StandardFilm) throws {
    for feed in [
      FilmFeed.of(1, isChat: true), .of(4, heights: [20, 31], isChat: true), .of(3, heights: [9000], isChat: true),
    ] {
      #expect(try played(scene, feed).judgement.isGood)
    }
  }

  @Test("a reader at the end is taken along to what comes")
  func follows() throws {
    let film = try played(.arrival, .of(53, heights: [44], isChat: true))
    let last = try #require(film.frames.last)
    #expect(last.frame.offset == last.frame.offsets.upperBound)
    #expect(last.items.last?.item.id == ItemID(52))
  }

  @Test("a reader further up stays where they read, with the finger on the list too")
  func stays() throws {
    let film = try played(.arrivalAbove, .of(53, heights: [44], isChat: true))
    let last = try #require(film.frames.last)
    #expect(last.frame.offset < last.frame.offsets.upperBound - 100)
  }

  @Test("the keyboard's inset appears and disappears with it")
  func keyboard() throws {
    let film = try played(.keyboard, .of(53, heights: [44], isChat: true))
    #expect(film.frames.first?.keyboard == 0 && film.frames.last?.keyboard == 0)
    #expect(film.frames.contains { $0.keyboard == 267 })
    #expect(film.frames.contains { (1...266).contains($0.keyboard) })
  }

  @Test("a reader at the end is still there after an edit above, and one of the last message")
  func edit() throws {
    let film = try played(.edit, .of(53, heights: [44, 62, 300, 44, 120], isChat: true))
    let last = try #require(film.frames.last)
    #expect(last.frame.offset == last.frame.offsets.upperBound && last.items.last?.item.bottom == 667)
    #expect(last.items.contains { $0.showing == .expanded })
  }

  private func script(_ events: [FilmEvent], duration: Double = 2, fault: AnchorRules.Fault? = nil) -> FilmScript {
    FilmScript(events, duration: duration) {
      $0.opening = .end
      $0.faults = Set([fault].compactMap { $0 })
    }
  }

  @Test("the last message that is pushed out is reported, by a text that opens and by a keyboard that covers it")
  func pushedOut() throws {
    let feed = FilmFeed.of(53, heights: [44], isChat: true)
    let opened = try script([FilmEvent(at: 0.5, .tap("message-51"))]).played(feed, on: .chat).judgement
    #expect(!opened.isGood && opened.jumps.isEmpty)
    #expect(
      opened.complaints == ["at 0.50 s, the last message message-52 is pushed 210 pt off the screen (expand)"])
    let keyboard = FilmEvent(at: 0.5, .bars(top: 0, bottom: 267, isAnimated: true))
    let covered = try script([keyboard], fault: .insetsNotCompensated).played(feed, on: .chat).judgement
    #expect(
      covered.complaints == ["at 0.50 s, the last message message-52 is pushed 267 pt off the screen (insets)"])
    for event in [FilmEvent(at: 0.5, .edit("message-51")), keyboard] {
      #expect(try script([event]).played(feed, on: .chat).judgement.pushedEnds == nil)
    }
  }

  private static let written = { () -> FilmScreen in
    var screen = FilmScreen.chat
    screen.composers = ["": 52, "two lines": 72]
    return screen
  }()

  @Test("the line that one writes in is at the end, and on the keyboard; messages end above it as it grows")
  func composer() throws {
    let events = [
      FilmEvent(at: 0.2, .bars(top: 0, bottom: 267, isAnimated: true)), FilmEvent(at: 1, .draft("two lines")),
      FilmEvent(at: 1.5, .draft("")),
    ]
    let film = try script(events).played(.of(53, heights: [44], isChat: true), on: Self.written)
    let moment = { (time: Double) in film.frames[Int(time * 60)] }
    for (time, y, draft) in [(0.0, 615.0, ""), (0.9, 348, ""), (1.2, 328, "two lines"), (1.8, 348, "")] {
      #expect(moment(time).composer?.y == y && moment(time).composer?.draft == draft)
      #expect(moment(time).items.last?.item.bottom == y)
    }
    // They move together.
    for frame in film.frames {
      #expect(abs((frame.items.last?.item.bottom ?? 0) - (frame.composer?.y ?? 0)) < 1e-5)
    }
    #expect(film.judgement.isGood)
  }

  @Test("a feed has no composer")
  func draftOfFeed() {
    #expect(throws: Diagnostic.self) { try FilmScript([FilmEvent(at: 0, .draft("a"))]).played() }
    #expect(throws: Diagnostic.self) { try FilmScript([]) { $0.draft = "a" }.played() }
  }

  /// Two days of thirty messages each.
  private static let days = FilmFeed(
    (0..<60).map { place in
      var post = FilmFeed.Post(id: place % 30 == 0 ? "date-\(place)" : "message-\(place)", expanded: 44)
      post.isDay = place % 30 == 0
      return post
    }, isChat: true)

  @Test("while scrolling the current day is pinned until the next pushes it off; it fades after a second")
  func day() throws {
    let film = try script([FilmEvent(at: 0.5, .fling(-2000))], duration: 6.5).played(Self.days, on: .chat)
    #expect(film.frames[29].day == nil && film.frames.last?.day == nil)
    #expect(film.frames[60].day == FilmFrame.Day(item: ItemID(30), y: 0, alpha: 1))
    let fading = film.frames.compactMap(\.day).filter { $0.alpha < 1 }
    #expect(fading.contains { $0.item == ItemID(30) } && fading.contains { $0.item == ItemID(0) })
    let pushed = film.frames.filter { $0.day?.item == ItemID(0) && (-44.0..<0).contains($0.day?.y ?? 0) }
    #expect(!pushed.isEmpty)
    for frame in pushed {
      let next = frame.items.first { $0.item.id == ItemID(30) }
      #expect(next.map { abs($0.item.y - (frame.day?.y ?? 0) - 44) < 1e-6 } == true)
    }
    #expect(film.judgement.isGood)
  }

  @Test("a day that stays over what is read is not in its own place as well")
  func dayOnce() throws {
    let film = try script([FilmEvent(at: 0.5, .fling(-2000))], duration: 3).played(Self.days, on: .chat)
    for frame in film.frames {
      #expect(!frame.inDrawingOrder(of: Self.days).contains { $0.item.id == frame.day?.item })
    }
  }

  @Test("the day is known also where its header comes with older messages")
  func dayAbove() throws {
    let film = try FilmScript([FilmEvent(at: 0.5, .fling(-500))], duration: 2) {
      ($0.opening, $0.posts) = (.end, 20)
    }.played(Self.days, on: .chat)
    #expect(film.frames[60].day == FilmFrame.Day(item: ItemID(30), y: 0, alpha: 1))
  }

  @Test("two rates show the same day and the same line at the moments they share")
  func rates() throws {
    let events = [FilmEvent(at: 0.517, .fling(-2000)), FilmEvent(at: 1.003, .draft("two lines"))]
    let both = try [30, 60].map { try script(events, duration: 6.5).played(Self.days, on: Self.written, rate: $0) }
    let (slow, fast) = (both[0], both[1])
    for (number, frame) in slow.frames.enumerated() {
      let other = fast.frames[number * 2]
      #expect(frame.day == other.day && frame.composer?.y == other.composer?.y && frame.items == other.items)
    }
  }

  @Test("a message that goes stays whole, under those that move into its room")
  func whole() throws {
    let feed = FilmFeed.of(53, heights: [44], isChat: true)
    let film = try played(.delete, feed)
    let leaving = film.frames.filter { frame in frame.items.contains { $0.item.isLeaving } }
    #expect(!leaving.isEmpty)
    for frame in leaving {
      #expect(frame.inDrawingOrder(of: feed).first?.item.isLeaving == true)
      for item in FilmRecord.Frame(frame, of: feed, on: .chat).leaving ?? [] {
        #expect(item.bottom - item.top == 44 && item.cutTop == nil && item.cutEnd == nil)
      }
    }
  }

  @Test("the last message that is there is drawn as a last one, until more is there whole")
  func ends() throws {
    let feed = FilmFeed.of(53, heights: [44], isChat: true)
    let film = try StandardFilm.arrival.script(for: feed, on: Self.written).played(feed, on: Self.written)
    let ends = { (time: Double) in film.frames[Int(time * 60)].items.filter(\.isEnd).map(\.item.id.number) }
    #expect(ends(0.4) == [49])
    #expect(ends(0.6) == [49, 50])
    #expect(ends(1) == [50])
    #expect(ends(2.5).isEmpty)
  }

  @Test("a feed's scene is none of a conversation, and the other way round")
  func kinds() {
    #expect(throws: FilmIssue.self) { try StandardFilm.refresh.script(for: .of(5, isChat: true), on: .chat) }
    #expect(throws: FilmIssue.self) { try StandardFilm.burst.script(for: .of(5), on: .phone) }
  }
}
