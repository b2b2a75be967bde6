import Diagnostics
import FeedSources
import Files
import Foundation
import Projects
import RunSupport
import Support
import Testing

@testable import Filming

@Suite("Making films")
struct FilmRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let long = (1...14).map { "line \($0)" }.joined(separator: "\\n")
    try folder.write(WrittenFeed.posts([long, "short", "another one", "the last"]), to: "feed.json")
    try folder.write("locale: en\nfeeds: feed.json\nwidths: 300\nscales: 1\n", to: "feedproof.yml")
  }

  private func run(_ change: (inout FilmRequest) -> Void, jobs: Int = 2) async throws -> FilmOutcome {
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    var request = FilmRequest()
    (request.rate, request.height) = (10, 260)
    change(&request)
    return try await FilmRun(
      project: project, request: request, context: RunContext(environment, jobs: jobs)
    ).run()
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: folder.url.appendingPathComponent("output/films/\(path)"))
  }

  @Test("a scene becomes an animated image, a sheet of key frames and every frame in numbers")
  func scene() async throws {
    let outcome = try await run { $0.scenes = [.expand] }
    #expect(outcome.films.map(\.folder) == ["films/expand/300@1x-light"] && outcome.failure == nil)
    let webP = try data("expand/300@1x-light/film.webp")
    #expect(
      webP.prefix(4) == Data("RIFF".utf8)
        && webP.count == 8
          + webP.dropFirst(4).prefix(4).enumerated().reduce(0) {
            $0 + Int($1.element) << (8 * $1.offset)
          }
    )
    #expect(webP.range(of: Data("ANMF".utf8)) != nil)
    let record = try JSONDecoder().decode(FilmRecord.self, from: data("expand/300@1x-light/film.json"))
    #expect(record.frames.count == 31 && record.judgement.isGood && record.keyFrames.count > 3)
    #expect(record.events.map(\.text).contains("tap wall1_1"))
    #expect(try data("expand/300@1x-light/storyboard.png").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }

  /// Writes the export of a group with a message every minute.
  private func writeChat() throws {
    let messages = (1...20).map { number in
      """
      {"id": \(number), "type": "message", "date_unixtime": "\(1_717_236_000 + number * 60)", "date": "2024-06-01T10:00:00",
       "from": "\(number % 3 == 0 ? "Ben" : "Anna")", "from_id": "user\(number % 3 == 0 ? 2 : 1)", "text": "words"}
      """
    }
    try folder.write(
      #"{"name": "Group", "type": "private_group", "id": 7, "messages": [\#(messages.joined(separator: ","))]}"#,
      to: "feed.json")
    try folder.write("locale: en\nfeeds: feed.json\nwidths: 300\nscales: 1\nme: Anna\n", to: "feedproof.yml")
  }

  @Test("a chat's frames have the line that one writes in and, while it is scrolled, the day")
  func chat() async throws {
    try writeChat()
    try folder.write(
      """
      open: end
      draft: "two\\nlines"
      duration: 2
      events: [{at: 0.5, fling: -600}, {at: 1.5, draft: ""}]
      """, to: "read.yml")
    let outcome = try await run {
      ($0.scenes, $0.scripts) = ([.edit, .delete], [folder.url.appendingPathComponent("read.yml")])
    }
    #expect(outcome.failure == nil && outcome.films.count == 3)
    let record = try JSONDecoder().decode(FilmRecord.self, from: data("read/300@1x-light/film.json"))
    #expect(record.isChat == true && record.frames.allSatisfy { $0.composer != nil })
    // 52 points, and a line of 20.
    #expect(record.frames[0].composer == FilmRecord.Composer(y: 260 - 72, draft: "two\nlines"))
    #expect(record.frames.last?.composer == FilmRecord.Composer(y: 260 - 52))
    let bottom = try #require(record.frames[0].items.last?.bottom)
    #expect(abs(bottom - 180) < 0.01)
    #expect(record.frames[0].day == nil && record.frames[10].day?.item.hasPrefix("day-") == true)
  }

  @Test("the parts of a chat's film besides messages are separate images")
  func chatPictures() async throws {
    try writeChat()
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    let files = FeedFiles.find(of: project)
    let feed = try FeedSource.open(files) { _ in }
    let theater = try await FilmRenderer(
      FilmSource.posts(of: feed, showing: []), of: feed, files, on: FilmScreens(project).all[0], project: project,
      environment: environment, jobs: 1)
    let script = FilmScript([FilmEvent(at: 0.2, .fling(-600)), FilmEvent(at: 0.8, .draft("Hi"))], duration: 1) {
      $0.opening = .end
    }
    let record = try theater.record(script, rate: 10, jobs: 1, interruption: Interruption()).record
    let pictures = try theater.chatPictures(of: [record]).map(\.picture)
    #expect(pictures.map(\.part) == [.composer, .composer, .day])
    #expect(pictures.map(\.draft) == [nil, "Hi", nil] && Set(pictures.map(\.path)).count == 3)
    #expect(pictures.prefix(2).map(\.width) == [300, 300] && pictures.prefix(2).map(\.height) == [52, 52])
  }

  @Test("of all scenes those that the feed can't play are skipped, and reported")
  func leftOut() async throws {
    try folder.write(WrittenFeed.posts(["short", "another one"]), to: "feed.json")
    let outcome = try await run { $0.rate = 1 }
    #expect(outcome.films.map(\.film) == ["refresh", "load-more", "fling", "scroll-to-top", "bad-network"])
    #expect(outcome.leftOut.map(\.film) == ["expand"])
    #expect(outcome.text.contains("expand on 300@1x-light was skipped: no post of the feed has a text to expand"))
    await #expect(throws: FilmIssue.self) { try await run { $0.scenes = [.expand] } }
  }

  @Test("a film is the same bytes every time, whatever the number of workers")
  func sameBytes() async throws {
    _ = try await run({ $0.scenes = [.refresh] }, jobs: 1)
    let names = ["film.webp", "film.json", "storyboard.png"].map { "refresh/300@1x-light/\($0)" }
    let first = try names.map(data)
    _ = try await run({ $0.scenes = [.refresh] }, jobs: 4)
    #expect(try names.map(data) == first)
  }

  @Test("a list that does wrong ends with the status of a difference and is reported as text")
  func wrong() async throws {
    try folder.write(
      """
      feed: {arriving: 2, length: 12}
      faults: [batches-not-compensated]
      events: [{at: 0.3, arrive: 2}]
      duration: 1
      """, to: "wrong.yml")
    let outcome = try await run { $0.scripts = [folder.url.appendingPathComponent("wrong.yml")] }
    guard case .different? = outcome.failure else {
      Issue.record("no failure")
      return
    }
    #expect(outcome.text.contains("wrong on 300@1x-light: at 0.30 s, wall1_3 jumps "))
    #expect(outcome.text.contains(" pt down (batch)"))
  }

  @Test("the user's file is never written over")
  func foreign() async throws {
    try folder.write("mine", to: "output/films/expand/300@1x-light/film.json")
    await #expect(throws: (any Error).self) { try await run { $0.scenes = [.expand] } }
    #expect(try data("expand/300@1x-light/film.json") == Data("mine".utf8))
  }

  @Test("two films of one name, or an unreadable script, end the run before anything is drawn")
  func names() async throws {
    try folder.write("events: []", to: "expand.yml")
    let script = folder.url.appendingPathComponent("expand.yml")
    await #expect(throws: (any Error).self) {
      try await run { ($0.scenes, $0.scripts) = ([.expand], [script]) }
    }
    await #expect(throws: (any Error).self) {
      try await run { $0.scripts = [folder.url.appendingPathComponent("absent.yml")] }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("output/films").path))
  }

  @Test("posts are those around the ones that are named")
  func posts() throws {
    try folder.write(WrittenFeed.posts(Array(repeating: "t", count: 900)), to: "feed.json")
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: .tests(in: folder.url))
    let feed = try FeedSource.open(FeedFiles.find(of: project)) { _ in }
    let ids = { (names: [String]) in try FilmSource.posts(of: feed, showing: names).map(\.id) }
    #expect(try ids([]).count == 400 && ids([]).first == "wall1_1")
    #expect(try ids(["wall1_300"]).first == "wall1_1")
    #expect(try ids(["wall1_600#2"]).first == "wall1_580" && ids(["wall1_600"]).count == 321)
    #expect(throws: Diagnostic.self) { try ids(["wall1_1", "wall1_600"]) }
    #expect(try ids(["absent"]).first == "wall1_1")
  }
}
