import Diagnostics
import Drawing
import FeedReading
import Files
import Foundation
import Prefetching
import Projects
import Support
import Testing

@Suite("Project files")
struct ProjectTests {
  private func read(_ text: String) throws -> Project {
    try ProjectFile.read(text, in: URL(fileURLWithPath: "/project", isDirectory: true))
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let list as DiagnosticList {
      return list.diagnostics.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("how dates are written is the feed's length to say, unless the file does")
  func dates() throws {
    #expect(try read("locale: en").card.dates == .auto)
    #expect(try read("dates: absolute").card.dates == .absolute)
    #expect(problems("dates: long").count == 1)
  }

  @Test("a file of the project is recorded by its path in it, and found again wherever the project lies")
  func recordedPaths() throws {
    let project = try read("strings: words/own.yml")
    let values = project.values(reaching: [.cards])
    #expect(values["strings"] == .text("words/own.yml"))
    var moved = project
    (moved.folder, moved.strings) = (URL(fileURLWithPath: "/elsewhere", isDirectory: true), nil)
    #expect(moved.restoring(values, reaching: [.cards]).strings?.path == "/elsewhere/words/own.yml")
    let outside = try read("strings: /words/own.yml").values(reaching: [.cards])
    #expect(outside["strings"] == .text("/words/own.yml"))
    #expect(moved.restoring(outside, reaching: [.cards]).strings?.path == "/words/own.yml")
  }

  @Test("posts are in the feed's order unless the file says otherwise")
  func order() throws {
    #expect(try read("locale: en").order == .feed)
    #expect(try read("order: date").order == .date)
    #expect(problems("order: size").count == 1)
  }

  @Test("images are PNG unless the file asks for another encoding, and for a quality of photos")
  func encoding() throws {
    #expect(try read("locale: en").encoding == .png)
    let project = try read("encoding: webp\nphotoQuality: 75")
    #expect(project.encoding == .webp && project.photoQuality == 75)
    #expect(try read("page: drawn").page == .drawn && project.page == nil)
    #expect(problems("encoding: jpeg").count == 1)
    #expect(problems("encoding: webp\nphotoQuality: 0").count == 1)
    #expect(problems("photoQuality: 75").first?.contains("--encoding webp") == true)
  }

  @Test("an empty file asks for the defaults")
  func empty() throws {
    let project = try read("")
    #expect(project.widths == [375])
    #expect(project.scales == [2])
    #expect(project.themes == ["light"])
    #expect(project.feeds.map(\.path) == ["/project"])
    #expect(project.output.path == "/project/output")
  }

  @Test("what of conversations is shown is in the file, times as everywhere")
  func chat() throws {
    let chat = try read(
      "chat: general\nme: Anna\nsince: 2024-01-01\nuntil: 2024-01-02T00:00:00Z\nunread: 140\n"
    ).chat
    #expect(chat.name == "general" && chat.owner == "Anna" && chat.unread == "140")
    #expect(chat.since == 1_704_067_200 && chat.until == 1_704_153_600)
    #expect(try read("").chat == ChatRequest())
    #expect(problems("since: yesterday").count == 1)
  }

  @Test("templates are one folder, or one for each service and one for all others")
  func cards() throws {
    #expect(try read("cards: Cards").cards?.path == "/project/Cards")
    let project = try read("cards: {mastodon: Cards/mastodon, json-feed: /blog, default: Cards}")
    #expect(project.cards?.path == "/project/Cards")
    #expect(project.serviceCards.mapValues(\.path) == [.mastodon: "/project/Cards/mastodon", .jsonFeed: "/blog"])
    let problems = problems("cards: {mastadon: Cards}")
    #expect(problems.count == 1 && problems[0].contains("project.unknown-key"))
    #expect(problems[0].contains("cards.mastodon"))
    #expect(self.problems("cards: {mastodon: [a, b]}").count == 1)
  }

  @Test(
    "a pipe or a folder in place of the file is reported at once", .timeLimit(.minutes(10)), arguments: [true, false])
  func special(isPipe: Bool) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent(ProjectFile.name)
    if isPipe { #expect(mkfifo(file.path, 0o600) == 0) } else { try folder.write("", to: "\(ProjectFile.name)/inner") }
    let list = #expect(throws: DiagnosticList.self) {
      try Project.load(inputs: [], overrides: ProjectOverrides(), environment: .tests(in: folder.url))
    }
    let reason = isPipe ? "it is not a regular file" : "it is a folder"
    #expect(list?.diagnostics.map(\.message) == ["the file can't be read: \(reason)"])
    #expect(list?.diagnostics.map(\.place?.file) == [ProjectFile.name])
  }

  @Test("every key is read")
  func everyKey() throws {
    let project = try read(
      """
      feeds: [a.json, pages]
      output: out
      cards: MyCards
      tokens: my.tokens.json
      siteTemplates: Site
      fonts: my.lock.json
      widths: [320, 375]
      scales: 3
      themes: [dark, light]
      locale: en
      timeZone: Europe/Moscow
      now: 2018-11-18T18:40:00Z
      highlight: кот
      photos: [shared, /archive]
      feedHeight: 1200
      viewer: media/me.jpg
      baselines: Approved
      mockups: [cases.yml, more/cases.yml]
      tolerances:
        - {cases: 'wall1_*', count: 3, pixels: 0.01, box: 0.5, reason: why not}
      prefetchBudget: 6.5
      prefetchWeights: {photo: 2, page: 0.5, preview: 3, webApp: 2, advertisement: 4, text: 0}
      """)
    #expect(project.baselines.path == "/project/Approved")
    #expect(project.mockups.map(\.path) == ["/project/cases.yml", "/project/more/cases.yml"])
    #expect(project.tolerances.map(\.cases) == ["wall1_*"])
    #expect(project.tolerances.first?.value.pixels == 3)
    #expect(project.tolerances.first?.value.structure.position == 0.5)
    #expect(project.feeds.map(\.lastPathComponent) == ["a.json", "pages"])
    #expect(project.output.path == "/project/out")
    #expect(project.cards?.path == "/project/MyCards")
    #expect(project.tokens.map(\.path) == ["/project/my.tokens.json"])
    #expect(project.siteTemplates?.path == "/project/Site")
    #expect(project.fontLock?.path == "/project/my.lock.json")
    #expect(project.widths == [320, 375])
    #expect(project.scales == [3])
    #expect(project.themes == ["dark", "light"])
    #expect(project.locale == .en)
    #expect(project.card.timeZone == "Europe/Moscow")
    #expect(project.card.now == 1_542_566_400)
    #expect(project.card.highlight == "кот")
    #expect(project.photos.map(\.path) == ["/project/shared", "/archive"])
    #expect(project.feedHeight == 1200)
    #expect(project.card.viewer == "media/me.jpg")
    #expect(
      project.prefetch
        == PrefetchWeights(
          budget: 6.5, photo: 2, page: 0.5, video: 3, animation: 3, webApp: 2, advertisement: 4, text: 0))
  }

  @Test("a misspelt key is an error with its place and the right spelling")
  func misspelt() {
    #expect(
      problems("locale: ru\nwidht: 320\n") == [
        "error[project.unknown-key]: feedproof.yml:2:1: unknown key \"widht\"\n  hint: did you mean \"widths\"?"
      ])
  }

  @Test(
    "a value of the wrong kind is an error with its place",
    arguments: [
      ("widths: wide", "feedproof.yml:1:9"), ("scales: [1, 9]", "feedproof.yml:1:13"),
      ("themes: [light, a b]", "feedproof.yml:1:17"), ("themes: {light: , -x: }", "feedproof.yml:1:19"),
      ("themes: {light: [a/b]}", "feedproof.yml:1:18"), ("themes: []", "feedproof.yml:1:9"),
      ("timeZone: Mars/Base", "feedproof.yml:1:11"),
      ("\nnow: soon", "feedproof.yml:2:6"), ("locale: xx", "feedproof.yml:1:9"), ("- a", "feedproof.yml:1:1"),
      ("feeds: nothing/*.json", "feedproof.yml:1:8"), ("prefetchBudget: -1", "feedproof.yml:1:17"),
      ("prefetchWeights: {photo: heavy}", "feedproof.yml:1:26"), ("locale: [ru, en]", "feedproof.yml:1:9"),
      ("feedHeight: [900]", "feedproof.yml:1:13"), ("widths: []", "feedproof.yml:1:9"),
      ("feeds: []", "feedproof.yml:1:8"),
    ])
  func wrongValue(text: String, place: String) {
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error[project.value]: \(place): ") == true)
  }

  @Test("themes are names, or what is laid over the tokens by name")
  func themes() throws {
    let folder = URL(fileURLWithPath: "/p", isDirectory: true)
    let names = try ProjectFile.read("themes: [sepia, dark]", in: folder)
    #expect(names.themes == ["sepia", "dark"] && names.themeLayers.isEmpty)
    let layers = try ProjectFile.read("themes: {light: , night: [dark, a/b.tokens.json]}", in: folder)
    #expect(layers.themes == ["light", "night"])
    let file = URL(fileURLWithPath: "/p/a/b.tokens.json")
    #expect(layers.themeLayers == ["night": [.theme("dark"), .file(file)]])
  }

  @Test("light and dark come before the themes that are a choice")
  func themeOrder() {
    #expect(ThemeName.inOrder(["sepia", "dark", "night", "light", "sepia"]) == ["light", "dark", "sepia", "night"])
  }

  @Test("a value that begins with # and has no quotes is reported to be a comment")
  func commentedOut() {
    #expect(
      problems("highlight: #holiday") == [
        "error[project.value]: feedproof.yml:1:11: \"highlight\" has no value: #holiday without quotes is a comment\n"
          + "  hint: write it in quotes: \"#holiday\""
      ])
  }

  @Test("an unknown weight is an error")
  func unknownWeight() {
    #expect(
      problems("prefetchWeights: {foto: 1}") == [
        "error[project.unknown-key]: feedproof.yml:1:19: unknown key \"prefetchWeights.foto\"\n  hint: did you mean \"prefetchWeights.photo\"?"
      ])
  }

  @Test("all problems are reported at once")
  func several() {
    #expect(problems("locale: xx\nscales: 7\nfoo: 1\n").count == 3)
  }

  @Test("broken YAML is an error with its place")
  func syntax() {
    #expect(problems("feeds: [a\nlocale: ru").first?.hasPrefix("error[project.syntax]: feedproof.yml:2:") == true)
  }
}
