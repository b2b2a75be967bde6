import Diagnostics
import Testing
import Timeline

@testable import Filming

@Suite("The scenes of conversations")
struct ChatSceneTests {
  private func played(_ scene: FilmScene, _ feed: FilmFeed) throws -> PlayedFilm {
    try scene.script(for: feed, on: .chat).played(feed, on: .chat)
  }

  @Test("nothing moves on its own and nothing is blank in any of them", arguments: FilmScene.ofChats)
  func good(_ scene: FilmScene) throws {
    let film = try played(scene, .of(53, heights: [44, 62, 300, 44, 120], isChat: true))
    #expect(film.judgement.jumps.isEmpty && film.judgement.blankPoints == 0)
    #expect(film.judgement.isGood)
    #expect(film.frames.allSatisfy { $0.frame.offset.isFinite })
  }

  @Test(
    "they play with a conversation of one message, and of very low and very high ones", arguments: FilmScene.ofChats)
  func oddChats(_ scene: FilmScene) throws {
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

  @Test("what a keyboard covers comes and goes with it")
  func keyboard() throws {
    let film = try played(.keyboard, .of(53, heights: [44], isChat: true))
    #expect(film.frames.first?.keyboard == 0 && film.frames.last?.keyboard == 0)
    #expect(film.frames.contains { $0.keyboard == 267 })
    #expect(film.frames.contains { (1...266).contains($0.keyboard) })
  }

  @Test("a feed's scene is none of a conversation, and the other way round")
  func kinds() {
    #expect(throws: FilmIssue.self) { try FilmScene.refresh.script(for: .of(5, isChat: true), on: .chat) }
    #expect(throws: FilmIssue.self) { try FilmScene.burst.script(for: .of(5), on: .phone) }
  }
}
