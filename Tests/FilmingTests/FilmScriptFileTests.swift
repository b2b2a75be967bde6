import Diagnostics
import Filming
import Prefetching
import Testing
import Timeline

@Suite("Scripts of films")
struct FilmScriptFileTests {
  private func read(_ text: String) throws -> FilmScript {
    try FilmScriptFile.read(text, file: "reading.yml", name: "reading")
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let list as DiagnosticList {
      return list.diagnostics.map {
        "\($0.place.map { "\($0)" } ?? "-"): \($0.message)\($0.hint.map { " (\($0))" } ?? "")"
      }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("a script says what there is at first and what happens when")
  func whole() throws {
    let script = try read(
      """
      name: morning
      duration: 6
      feed: {posts: 12, arriving: 3, length: 300, estimate: {height: 200, margin: 400}, pages: {size: 10, latency: 0.4}}
      open: {post: wall1_17, distance: 20}
      draft: Good
      link: {latency: 0.2, speed: 60}
      faults: offset-set-during-drag
      events:
        - {at: 0.1, drag: [[0, 300], [0.2, 420]]}
        - {at: 0.5, fling: 3000}
        - {at: 0.6, tap: wall1_17}
        - {at: 0.7, tap: status-bar}
        - {at: 0.8, refresh: 0.5}
        - {at: 0.9, arrive: {posts: 2, at: end}}
        - {at: 1, bars: {bottom: 300}}
        - {at: 1.5, draft: Good morning}
      """)
    #expect(script.name == "morning" && script.length == 6)
    let setting = script.setting
    #expect(setting.posts == 12 && setting.arriving == 3 && setting.length == 300)
    #expect(setting.estimate == .init(height: 200, margin: 400))
    #expect(setting.paging == .init(size: 10, within: 1000, latency: 0.4))
    #expect(setting.opening == .post("wall1_17", distance: 20))
    #expect(setting.link == NetworkLink(latency: 0.2, speed: 60_000))
    #expect(setting.faults == [.offsetSetDuringDrag])
    #expect(setting.draft == "Good" && script.drafts == ["Good", "Good morning"])
    #expect(
      script.events.map(\.action) == [
        .drag([TouchPoint(time: 0, y: 300), TouchPoint(time: 0.2, y: 420)]), .fling(3000), .tap("wall1_17"),
        .tapStatusBar, .refresh(latency: 0.5), .arrive(2, .bottom), .bars(top: 0, bottom: 300, isAnimated: true),
        .draft("Good morning"),
      ])
  }

  @Test("a script's link is one of the laboratory's by its name", arguments: NetworkLink.profiles.map(\.name))
  func namedLink(_ name: String) throws {
    let link = try #require(try read("link: \(name)").setting.link)
    let own = try #require(NetworkLink.profile(name))
    #expect(link.name == name && link.trace == own.trace && link.roundTrip == own.roundTrip && link.loss == own.loss)
    #expect(link.setupTrips == 0)
  }

  @Test("a film without a duration goes on for two seconds after its last event")
  func length() throws {
    let drag = "{at: 1, drag: {from: 0, to: 100, during: 0.5, hold: 0.25}}"
    #expect(try read("events: [\(drag)]").length == 3.75)
    #expect(try read("events: []").length == 2)
  }

  @Test(
    "anything that is wrong is reported with its place and a hint",
    arguments: [
      ("events: [{at: 1, swipe: 2}]", "reading.yml:1:18: there is no event \"swipe\" (choose one of arrive, bars"),
      ("events: [{at: 1, flng: 2}]", "reading.yml:1:18: there is no event \"flng\" (did you mean \"fling\"?)"),
      ("events: [{at: 1}]", "the event has no action (actions: arrive"),
      (
        "events: [{at: 1, tap: a, fling: 2}]",
        "reading.yml:1:18: an event must have exactly one action, not tap and fling"
      ),
      (
        "events:\n- {at: 2, fling: 1}\n- {at: 1, fling: 1}",
        "reading.yml:3:11: 1.0 s is listed after 2.0 s, but times must increase"
      ),
      ("events: [{at: -1, fling: 2}]", "\"at\" must be a number from 0 to 120"),
      ("events: [{fling: 2}]", "\"at\" must be present"),
      ("events: [{at: .nan, fling: 2}]", "\"at\" must be a number from 0 to 120"),
      ("events: [{at: 0, drag: [[0, 1], [0, 2]]}]", "but times must increase"),
      ("events: [{at: 0, drag: []}]", "\"drag\" must be"),
      ("events: 5", "\"events\" must be a list"),
      (
        "events: [{at: 0, fling: -9000}]",
        "reading.yml:1:25: a fling of -9000 pt/s is too fast; the limit is 8000 pt/s (to get further, add a second fling"
      ),
      ("events: [{at: 0, draft: [1]}]", "\"draft\" must be the draft's text"),
      ("duration: 1\nevents: [{at: 2, fling: 1}]", "comes after the film's end at 1.0 s"),
      ("duration: 1e9", "\"duration\" must be a number from 0 to 120"),
      ("feed: {post: 3}", "reading.yml:1:8: unknown key \"post\" (did you mean \"posts\"?)"),
      ("feed: {length: 0}", "\"feed.length\" must be a whole number from 1 to 1000000"),
      ("faults: [slow]", "\"faults\" must be one of batches-not-compensated"),
      ("name: ../up", "\"name\" must be up to 60 letters"),
      ("link: {latency: 1}", "\"link.speed\" must be"),
      ("link: 5g", "reading.yml:1:7: \"link\" must be one of edge, 3g, very-bad"),
      ("link: [3g]", "\"link\" must be one of edge, 3g"),
      ("[1, 2]", "a film script must be a mapping"),
      ("", "the file is empty"),
    ])
  func problem(_ text: String, _ told: String) {
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.contains(told) == true, "\(found)")
  }
}
