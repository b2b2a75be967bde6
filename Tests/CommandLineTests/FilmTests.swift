import Foundation
import Support
import Testing

@Suite("feedproof film")
struct FilmTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let long = (1...14).map { "line \($0)" }.joined(separator: "\\n")
    try folder.write(WrittenFeed.posts([long, "short", "another one", "the last"]), to: "feed.json")
    try folder.write("locale: en\nwidths: 300\nscales: 1\n", to: "feedproof.yml")
  }

  /// Uses just enough frames to show the effect.
  private func film(_ arguments: String...) throws -> Tool.Outcome { try film(arguments) }

  private func film(_ arguments: [String]) throws -> Tool.Outcome {
    try Tool.run(["film", ".", "--rate", "5", "--height", "260"] + arguments, in: folder.url)
  }

  /// Returns the paths of films in an output folder.
  private func written(in output: URL? = nil) throws -> [String] {
    let films = (output ?? folder.url.appendingPathComponent("output")).appendingPathComponent("films")
    guard FileManager.default.fileExists(atPath: films.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: films.path)
      .filter { ["webp", "png", "json"].contains(URL(fileURLWithPath: $0).pathExtension) }.sorted()
  }

  /// The fields of `film.json` that tests check.
  private struct Record: Decodable {
    struct Screen: Decodable, Equatable { var width, height, scale: Int }
    struct Frame: Decodable { var time: Double }
    var screen: Screen
    var rate: Int
    var frames: [Frame]
  }

  private func record(_ film: String) throws -> Record {
    let file = folder.url.appendingPathComponent("output/films/\(film)/film.json")
    return try JSONDecoder().decode(Record.self, from: Data(contentsOf: file))
  }

  /// The fields of the last line of `--json` that tests check.
  private struct Summary: Decodable {
    struct Film: Decodable {
      struct Judgement: Decodable {
        struct Jump: Decodable { var cause: String }
        var jumps: [Jump]
      }
      var film, screen, folder: String
      var judgement: Judgement
    }
    struct Films: Decodable { var films: [Film] }
    var event: String
    var summary: Films
  }

  private static let still = "duration: 1\nevents: []\n"
  /// A list that doesn't compensate for posts inserted above.
  private static let jumping = """
    feed: {arriving: 2, length: 12}
    faults: [batches-not-compensated]
    events: [{at: 0.4, arrive: 2}]
    duration: 1
    """

  @Test("a scene is played on the screen that is asked for, and nothing in it jumps")
  func scene() throws {
    let outcome = try film("--scene", "expand", "--scale", "2", "--quiet")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(
      try written() == ["film.json", "film.webp", "storyboard.png"].map { "expand/300@2x-light/\($0)" })
    let record = try record("expand/300@2x-light")
    #expect(record.screen == .init(width: 300, height: 260, scale: 2) && record.rate == 5)
    // Three seconds, plus the first frame.
    #expect(record.frames.count == 16 && record.frames[1].time == 0.2)
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.map(\.first) == ["film", "expand"])
    #expect(rows.last?.dropFirst() == ["300@2x-light", "16", "0", "0", "0", "0", "0"])
  }

  @Test("scenes, scripts and scales make a film of each; a script may are in the project's folder")
  func several() throws {
    try folder.write(Self.still, to: "films/still.yml")
    try folder.write(Self.still, to: "above.yml")
    let below = folder.url.appendingPathComponent("below")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: false)
    let arguments = [
      "film", "..", "--rate", "5", "--height", "260", "--scale", "1,2", "--script", "films/still.yml", "--script",
      "../above.yml", "--output", "here", "--quiet",
    ]
    let outcome = try Tool.run(arguments, in: below)
    #expect(outcome.status == 0, "\(outcome.error)")
    let screens = ["300@1x-light", "300@2x-light"]
    #expect(
      try written(in: below.appendingPathComponent("here")).filter { $0.hasSuffix("film.json") }
        == ["above", "still"].flatMap { film in screens.map { "\(film)/\($0)/film.json" } })
  }

  @Test("a film that jumps ends with status 1, and is reported as text")
  func jumping() throws {
    try folder.write(Self.jumping, to: "jumping.yml")
    let outcome = try film("--script", "jumping.yml", "--quiet")
    #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(outcome.output.contains("jumping on 300@1x-light: at 0.40 s, wall1_3 jumps "))
  }

  @Test("--json tells the same in lines that are JSON each, the result last", arguments: [false, true])
  func json(jumps: Bool) throws {
    try folder.write(jumps ? Self.jumping : Self.still, to: "reading.yml")
    let outcome = try film("--script", "reading.yml", "--json")
    #expect(outcome.status == (jumps ? 1 : 0) && outcome.error.isEmpty, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
    for line in lines { _ = try JSONSerialization.jsonObject(with: line) }
    let summary = try JSONDecoder().decode(Summary.self, from: try #require(lines.last))
    let films = summary.summary.films
    #expect(summary.event == "summary" && films.map(\.film) == ["reading"])
    #expect(films.map(\.folder) == ["films/reading/300@1x-light"])
    #expect(films.first?.judgement.jumps.map(\.cause) == (jumps ? ["batch"] : []))
  }

  @Test(
    "wrong usage and wrong input end with status 2 before anything is written",
    arguments: [
      (["--scene", "dance"], "the value 'dance' is invalid for '--scene <scene>'"),
      (["--rate", "0"], "--rate must be from 1 to 120"), (["--rate", "121"], "--rate must be from 1 to 120"),
      (["--height", "1"], "--height must be from"),
      (["--scale", "0"], "--scales must be a whole number from 1 to 4, not \"0\""),
      (["--quiet", "--json"], "--quiet and --json"), (["--script", "absent.yml"], "absent.yml"),
      (["--scene", "expand", "--post", "nobody"], "nobody"),
      (["--script", "wrong.yml"], "wrong.yml:2:"), (["--script", "wrong.yml", "--script", "wrong.yml"], "wrong.yml"),
    ])
  func wrong(arguments: [String], said: String) throws {
    try folder.write("duration: 1\nevents: [{at: 0, dance: 1}]\n", to: "wrong.yml")
    let outcome = try film(arguments)
    #expect(outcome.status == 2 && outcome.error.contains(said), "\(outcome.error)")
    #expect(try written().isEmpty)
  }
}
