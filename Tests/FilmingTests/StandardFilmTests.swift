import Diagnostics
import Filming
import Testing
import Timeline

@Suite("The six scenes")
struct StandardFilmTests {
  private func played(_ scene: StandardFilm, _ feed: FilmFeed, _ screen: FilmScreen = .phone) throws -> PlayedFilm {
    try scene.script(for: feed, on: screen).played(feed, on: screen)
  }

  @Test("no jumps and nothing is blank in any of them", arguments: StandardFilm.ofFeeds)
  func good(_ scene: StandardFilm) throws {
    let film = try played(scene, .of(23))
    #expect(film.judgement.jumps.isEmpty && film.judgement.blankPoints == 0)
    #expect(film.judgement.isGood)
    #expect((film.judgement.placeholders > 0) == (scene == .badNetwork))
    #expect(film.frames.count > 60 && film.frames.allSatisfy { $0.frame.offset.isFinite })
  }

  @Test("they play with a feed of one post, or of posts of 0 and of 100 000 points", arguments: StandardFilm.ofFeeds)
  func oddFeeds(_ scene: StandardFilm) throws {
    for feed in [
      FilmFeed.of(1), .of(5, heights: [0, 0, 1]), .of(3, heights: [100_000]), .of(7, heights: [0, 100_000, 44]),
    ] {
      let film = try played(scene, feed)
      #expect(film.judgement.isGood, "\(feed.posts.count) posts of \(feed.posts[0].height)")
      #expect(film.frames.allSatisfy { $0.frame.offset.isFinite })
    }
  }

  @Test("a refresh brings three posts while the finger is down, and the card that is read stays")
  func refresh() throws {
    let film = try played(.refresh, .of(23))
    let come = try #require(film.happenings.first { $0.text == "3 new posts" }?.time)
    let before = try #require(film.frames.last { $0.frame.time < come })
    let after = try #require(film.frames.first { $0.frame.time >= come })
    #expect(before.finger != nil && after.finger != nil && after.frame.phase == .dragging)
    #expect(before.spinner != nil)
    let id = try #require(before.frame.anchor?.id)
    let y = { (frame: FilmFrame) in frame.frame.items.first { $0.id == id }?.y ?? .nan }
    let pulled = try #require(after.finger) - (before.finger ?? 0)
    #expect(abs(y(after) - y(before)) <= pulled + 0.01)
    #expect(Set(after.frame.items.map(\.id)).isDisjoint(with: [ItemID(0)]) || after.frame.items.count > 1)
  }

  @Test("a thumb's flicks go through dozens of posts")
  func fling() throws {
    let film = try played(.fling, .of(23))
    let seen = film.frames.flatMap { $0.frame.items.map(\.id.number) }
    #expect((50...80).contains(seen.max() ?? 0))
    #expect(film.frames.last?.frame.phase == .resting)
  }

  @Test("no scene flings faster than a thumb", arguments: StandardFilm.allCases)
  func thumbs(_ scene: StandardFilm) throws {
    let isChat = StandardFilm.ofChats.contains(scene)
    let script = try scene.script(for: .of(53, isChat: isChat), on: isChat ? .chat : .phone)
    for event in script.events { if case .fling(let velocity) = event.action { #expect(abs(velocity) <= 8000) } }
  }

  @Test("a tap on the status bar leads from post 3 000 to the first")
  func scrollToTop() throws {
    let film = try played(.scrollToTop, .of(23))
    #expect(film.frames.first?.frame.anchor?.id == ItemID(2999))
    #expect(film.frames.last?.frame.anchor?.id == ItemID(0))
    #expect(film.frames.last?.frame.offset == -80)
  }

  @Test("the end of a page shows a spinner until the next one is there")
  func loadMore() throws {
    let film = try played(.loadMore, .of(23))
    #expect(film.frames.contains { $0.footer?.turn != nil })
    #expect(film.happenings.contains { $0.text == "6 more posts" })
  }

  @Test("the scene of an expanding card says what it lacks")
  func nothingToExpand() {
    let short = FilmFeed.of(3)
    #expect(throws: FilmIssue.nothingToExpand("p1")) {
      try StandardFilm.expand.script(for: short, on: .phone, post: "p1")
    }
    #expect(throws: FilmIssue.noPost("q", known: ["p0", "p1", "p2"])) {
      try StandardFilm.expand.script(for: short, on: .phone, post: "q")
    }
    let none = FilmFeed([FilmFeed.Post(id: "a", expanded: 100)])
    #expect(throws: FilmIssue.nothingToExpandAnywhere) { try StandardFilm.expand.script(for: none, on: .phone) }
  }
}
