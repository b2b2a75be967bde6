import Diagnostics
import Filming
import Prefetching
import Testing
import Timeline

@Suite("Films that are played")
struct PlayedFilmTests {
  @Test(
    "two rates show the same at the moments they share, whatever the list does by itself",
    arguments: StandardFilm.ofFeeds
  )
  func rates(_ scene: StandardFilm) throws {
    let feed = FilmFeed.of(23)
    let script = try scene.script(for: feed, on: .phone)
    let (slow, fast) = (try script.played(feed, rate: 30), try script.played(feed, rate: 60))
    #expect(fast.frames.count == slow.frames.count * 2 - 1)
    for (number, frame) in slow.frames.enumerated() {
      let other = fast.frames[number * 2]
      #expect(frame.frame == other.frame && frame.items == other.items && frame.placeholders == other.placeholders)
    }
  }

  @Test("an expanded card is as high as its text, from a quarter of a second on, and goes back")
  func expanding() throws {
    let film = try FilmScript([FilmEvent(at: 0.5, .tap("p0")), FilmEvent(at: 1.5, .tap("p0"))], duration: 2).played()
    let showing = { (time: Double) in film.frames[Int(time * 60)].items.first { $0.item.id == ItemID(0) } }
    #expect(showing(0.4)?.showing == .collapsed && showing(0.6)?.showing == .revealing)
    #expect(showing(1)?.showing == .expanded && showing(1).map { $0.item.bottom - $0.item.top } == 390)
    #expect(showing(2)?.showing == .collapsed && showing(2).map { $0.item.bottom - $0.item.top } == 180)
    #expect(showing(0.6).map { (181..<390).contains($0.item.bottom - $0.item.top) } == true)
  }

  /// Two cards on the screen and two below it share 100 kB per second, with 30 kB each.
  @Test("photos come over a link, two cards' at a time on the screen and two below it")
  func link() throws {
    let film = try FilmScript([], duration: 3) { $0.link = NetworkLink(latency: 0.5, speed: 100_000) }.played()
    #expect(film.frames[0].placeholders > 0 && film.frames.last?.placeholders == 0)
    #expect(film.judgement.placeholderSeconds > 0.5 && film.judgement.isGood)
    let there = { (id: Int32) in
      film.frames.first { frame in frame.items.contains { $0.item.id == ItemID(id) && !$0.isWaiting } }?.frame.time
        ?? .nan
    }
    #expect(abs(there(0) - 1.7) < 0.02 && abs(there(1) - 1.7) < 0.02)
  }

  @Test("a worse link keeps photos waiting for longer")
  func worseLink() throws {
    let waiting = try ["lte", "slow-4g", "edge"].map { name in
      try FilmScript([], duration: 12) { $0.link = .film(named: name) }.played(rate: 10).judgement.placeholderSeconds
    }
    #expect(waiting[0] < waiting[1] && waiting[1] < waiting[2])
  }

  @Test("anything that has no photos waits for none")
  func noPhotos() throws {
    let feed = FilmFeed((0..<5).map { FilmFeed.Post(id: "p\($0)", expanded: 100) })
    let film = try FilmScript([], duration: 1) { $0.link = .film(named: "edge") }.played(feed)
    #expect(film.frames.allSatisfy { frame in frame.items.allSatisfy { !$0.isWaiting } })
  }

  @Test("a list that does wrong is found out, with time, post and distance")
  func faults() throws {
    let pull = TouchPaths.way(from: 200, to: 400, during: 0.6, hold: 0.3)
    let wrong = FilmScript([FilmEvent(at: 0.1, .drag(pull)), FilmEvent(at: 0.4, .arrive(2, .top))], duration: 2) {
      $0.arriving = 2
      $0.faults = [.offsetSetDuringDrag]
    }
    let film = try wrong.played()
    let jump = try #require(film.judgement.largestJump)
    #expect(film.judgement.jumps.count == 1 && film.judgement.isGood == false)
    #expect(jump.item == "p2" && abs(jump.time - 0.4) < 0.1 && abs(abs(jump.distance) - 616.5) < 200)
    #expect(film.frames.contains { $0.jump != 0 })
  }

  @Test("anything that can't be played is reported at its place in the script")
  func issues() throws {
    let place = Place.line(4, column: 7, in: "f.yml")
    func issue(_ action: FilmAction, _ change: (inout FilmSetting) -> Void = { _ in }) -> Diagnostic? {
      do {
        _ = try FilmScript([FilmEvent(at: 0.5, action, place: place)], change).played()
      } catch {
        return error as? Diagnostic
      }
      return nil
    }
    let absent = issue(.tap("q7"))
    #expect(absent?.place == place && absent?.message == "the feed has no post \"q7\"")
    #expect(issue(.tap("p0#2"))?.message.contains("at most 1 time") == true)
    #expect(issue(.tap("p1"))?.code == "film.nothing-to-expand")
    let later = issue(.delete("p20")) { $0.posts = 3 }
    #expect(later?.place == place && later?.message == "\"p20\" is not in the list at 0.50 s")
    #expect(issue(.bars(top: 500, bottom: 400, isAnimated: false))?.code == "film.unplayable")
    #expect(issue(.bars(top: 10, bottom: 0, isAnimated: false)) == nil)
  }

  @Test("a screen that its bar covers shows nothing, which is reported")
  func screen() {
    let screen = FilmScreen(width: 375, height: 60, scale: 1, theme: "light", bar: 80)
    #expect(throws: FilmIssue.self) { try FilmScript([]).played(on: screen) }
  }

  @Test("a feed that comes again and again names its posts by their turn")
  func turns() throws {
    let feed = FilmFeed.of(5)
    #expect(feed.name(of: ItemID(3)) == "p3" && feed.name(of: ItemID(13)) == "p3#3")
    #expect(try feed.item(named: "p3#3", length: 20) == ItemID(13))
    #expect(throws: FilmIssue.noSuchTurn("p3#5", turns: 4)) { try feed.item(named: "p3#5", length: 20) }
    #expect(throws: FilmIssue.self) { try feed.item(named: "p3#0", length: 20) }
    #expect(throws: FilmIssue.self) { try feed.item(named: "p3#x", length: 20) }
  }

  @Test("thousands of events are played in their order", .timeLimit(.minutes(10)))
  func manyEvents() throws {
    let events = (0..<20_000).map { FilmEvent(at: Double($0) / 20_000, .wheel($0 % 2 == 0 ? 30 : -29)) }
    let film = try FilmScript(events, duration: 1).played(rate: 10)
    #expect(film.frames.count == 11 && film.judgement.isGood && film.frames[10].frame.offset > 1000)
  }

  @Test("key frames are the first, the last, and those if something happens, jumps among them")
  func keyFrames() throws {
    let film = try FilmScript([FilmEvent(at: 1, .tap("p0"))], duration: 3).played()
    let keys = film.keyFrames(most: 8)
    #expect(keys.first == 0 && keys.last == 180 && keys.count == 8 && keys == keys.sorted())
    #expect(keys.contains { film.label(of: $0, after: 0) == "tap p0" })
    #expect(try FilmScript([], duration: 0).played().keyFrames() == [0])
  }
}

@Suite("Numbers of films")
struct FilmNumberTests {
  @Test("times have two decimals, and times of damaged records stay unchanged")
  func seconds() {
    #expect([0, 0.43, 12.006, 61.5].map(FilmNumber.seconds) == ["0.00", "0.43", "12.01", "61.50"])
    #expect([1e308, -1e308, -0.5, .infinity].map(FilmNumber.seconds) == ["1e+308", "-1e+308", "-0.5", "inf"])
  }
}
