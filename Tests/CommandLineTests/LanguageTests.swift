import Foundation
import Support
import Testing

@Suite("Languages, from the command line")
struct LanguageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let items = (1...3).map {
      #"{"id": "\#($0)", "content_text": "\#($0)", "date_published": "2018-11-1\#($0)T18:05:00Z"}"#
    }
    try folder.write(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "A", "items": [\#(items.joined(separator: ", "))]}"#,
      to: "feed.json")
  }

  private func page(_ options: String...) throws -> String {
    let outcome = try Tool.run(
      ["export", "feed.json", "--output", "out", "--scale", "1", "--now", "2018-11-13T20:00:00Z"] + options,
      in: folder.url)
    #expect(outcome.status == 0 && !outcome.error.contains("error"), "\(outcome.error)")
    return try String(contentsOf: folder.url.appendingPathComponent("out/index.html"), encoding: .utf8)
  }

  @Test(
    "a page is worded in its language",
    arguments: [
      ("de", "3 Beiträge", "Suche"), ("ja", "投稿3件", "検索"), ("ar", "3 منشورات", "بحث"), ("pl", "3 wpisy", "Szukaj"),
    ])
  func words(code: String, footer: String, search: String) throws {
    let page = try page("--locale", code)
    #expect(
      page.contains("<html lang=\"\(code)\"") && page.contains(footer) && page.contains("aria-label=\"\(search)\""))
  }

  @Test("an unknown language is reported with the known ones")
  func unknown() throws {
    let outcome = try Tool.run(["export", "feed.json", "--locale", "xx"], in: folder.url)
    #expect(outcome.status != 0 && outcome.error.contains("de, en, es"), "\(outcome.error)")
  }

  @Test("a project's strings replace Feedproof's; an unknown key is an error with its place")
  func ownWords() throws {
    try folder.write(
      "feeds: feed.json\nlocale: de\nstrings: words.yml\nscales: [1]\noutput: out\n", to: "feedproof.yml")
    try folder.write("post:\n  count: {one: \"{n} Angebot\", other: \"{n} Angebote\"}\n", to: "words.yml")
    let sound = try Tool.run(["export", "."], in: folder.url)
    #expect(sound.status == 0, "\(sound.error)")
    let page = try String(contentsOf: folder.url.appendingPathComponent("out/index.html"), encoding: .utf8)
    #expect(page.contains("3 Angebote") && page.contains("aria-label=\"Suche\""))
    try folder.write("post:\n  counts: {}\n", to: "words.yml")
    for command in [["export", "."], ["template", "check", "."]] {
      let outcome = try Tool.run(command, in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.error.contains("words.yml:2:3: ") && outcome.error.contains("\"count\""), "\(outcome.error)")
    }
  }

  @Test("another word is reported by compare as a change of the design")
  func causes() throws {
    let project = try ProofProject(posts: [(1...20).map(String.init).joined(separator: "\\n"), "Short"])
    let file = project.folder.url.appendingPathComponent("feedproof.yml")
    let settings = try String(contentsOf: file, encoding: .utf8)
    try project.folder.write(settings + "\nstrings: words.yml\n", to: "feedproof.yml")
    try project.folder.write("post: {showMore: Read on}\n", to: "words.yml")
    _ = try project.approved()
    try project.folder.write("post: {showMore: All of it}\n", to: "words.yml")
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    #expect(try project.report.clusters.map(\.title) == ["strings.yml:1: showMore Read on → All of it"])
  }
}
