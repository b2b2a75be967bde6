import CardRendering
import Cards
import Diagnostics
import FeedReading
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("A project's own templates and tokens")
struct DesignTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func project(cards: String? = nil, tokens: [String] = []) -> Project {
    var project = Project(folder: folder.url, feeds: [], output: folder.url.appendingPathComponent("output"))
    project.cards = cards.map(folder.url.appendingPathComponent)
    project.tokens = tokens.map(folder.url.appendingPathComponent)
    return project
  }

  private func load(_ project: Project, showing roles: [CardRole] = [.post, .system]) throws -> Design {
    try Design.load(for: project, environment: .tests(in: folder.url), showing: roles)
  }

  private func codes(_ project: Project, showing roles: [CardRole] = [.post, .system]) -> [String] {
    do {
      return try load(project, showing: roles).diagnostics.map(\.code)
    } catch {
      return RunFailure(stopping: error).diagnostics.map(\.code)
    }
  }

  private static let ownPost = """
    card: post
    tokens: ../../Mockups/newsfeed/newsfeed.tokens.json
    root: {text: summary, maxLines: 1, style: "{type.body}", color: "{color.text}"}
    """

  @Test("a folder that holds only post.yml takes everything else from the tool")
  func onlyPost() throws {
    try folder.write(Self.ownPost, to: "Cards/post.yml")
    let own = try load(project(cards: "Cards")).themes[0]
    let tools = try load(project()).themes[0]
    let empty = try tools.template(for: .post).spec(for: .record([:]))
    #expect(try own.template(for: .post).spec(for: .record([:])) != empty)
    #expect(
      try own.template(for: .system).spec(for: .record([:])) == tools.template(for: .system).spec(for: .record([:])))
    #expect(own.metrics == tools.metrics)
  }

  @Test("a service's own folder comes before the project's, and must contain only what differs")
  func serviceCards() throws {
    try folder.write(Self.ownPost, to: "Cards/mastodon/post.yml")
    var own = project()
    own.serviceCards = [.mastodon: folder.url.appendingPathComponent("Cards/mastodon")]
    let theme = try load(own).themes[0]
    let tools = try load(project()).themes[0]
    let empty = CardValue.record([:])
    func isTools(_ role: CardRole, _ service: Service) throws -> Bool {
      try theme.template(for: role, of: service).spec(for: empty) == tools.template(for: role).spec(for: empty)
    }
    #expect(try !isTools(.post, .mastodon))
    #expect(try isTools(.post, .vk))
    #expect(try isTools(.system, .mastodon))
  }

  @Test("a service's folder that is not there, holds nothing of use or a template that is wrong is reported")
  func wrongServiceCards() throws {
    func codes(_ folder: String) -> [String] {
      var own = project()
      own.serviceCards = [.mastodon: self.folder.url.appendingPathComponent(folder)]
      return self.codes(own)
    }
    try folder.write("card: [", to: "Broken/post.yml")
    try folder.write("", to: "Useless/notes.txt")
    #expect(codes("Nowhere") == ["design.missing"])
    #expect(codes("Useless") == ["design.unused-folder"])
    #expect(codes("Broken") == ["template.yaml"])
  }

  @Test(
    "a pipe in place of a template, tokens or a font lock is reported with its name, at once", .timeLimit(.minutes(10)))
  func pipes() throws {
    try folder.write("", to: "Cards/part.yml")
    for name in ["Cards/post.yml", "my.tokens.json", "my.lock.json"] {
      #expect(mkfifo(folder.url.appendingPathComponent(name).path, 0o600) == 0)
    }
    let lock = folder.url.appendingPathComponent("my.lock.json")
    for body in [
      { _ = try load(project(cards: "Cards")) }, { _ = try load(project(tokens: ["my.tokens.json"])) },
      { _ = try FontLoading.lock(at: lock, environment: .tests(in: folder.url)) },
    ] {
      let told = #expect(throws: Diagnostic.self) { try body() }
      #expect(told?.message == "the file can't be read: it is not a regular file" && told?.place != nil)
    }
  }

  @Test("a file that changes while a design is loaded is read only once")
  func once() throws {
    try folder.write(Self.ownPost, to: "Cards/post.yml")
    let files = DesignFiles(project: project(cards: "Cards"), environment: .tests(in: folder.url))
    let first = try files.card("post.yml")
    try folder.write("card: [", to: "Cards/post.yml")
    #expect(try files.card("post.yml") == first)
  }

  @Test("tokens are the project's, else the template's, else the news feed's")
  func tokenOrder() throws {
    func margin(_ project: Project) throws -> Double { try load(project).themes[0].metrics.screenMargin }
    #expect(try margin(project()) == 8)
    let overlay = { (points: Int) in
      #"{"screen": {"margin": {"$value": {"value": \#(points), "unit": "px"}}}}"#
    }
    try folder.write(overlay(20), to: "twenty.tokens.json")
    try folder.write(overlay(30), to: "thirty.tokens.json")
    let base = "tokens: [../../Mockups/newsfeed/newsfeed.tokens.json, ../twenty.tokens.json]"
    try folder.write(
      Self.ownPost.replacingOccurrences(of: "tokens: ../../Mockups/newsfeed/newsfeed.tokens.json", with: base),
      to: "Cards/post.yml")
    #expect(try margin(project(cards: "Cards")) == 20)
    let whole = "tokens: [../../Mockups/newsfeed/newsfeed.tokens.json, \(folder.url.path)/thirty.tokens.json]"
    try folder.write(
      Self.ownPost.replacingOccurrences(of: "tokens: ../../Mockups/newsfeed/newsfeed.tokens.json", with: whole),
      to: "Cards/post.yml")
    #expect(try margin(project(cards: "Cards")) == 30)
    let newsfeed = try String(contentsOf: Checkout.url("Mockups/newsfeed/newsfeed.tokens.json"), encoding: .utf8)
    try folder.write(newsfeed, to: "base.tokens.json")
    #expect(try margin(project(cards: "Cards", tokens: ["base.tokens.json", "thirty.tokens.json"])) == 30)
  }

  @Test("events are drawn with their own tokens, and only the templates that are needed are read")
  func events() throws {
    let design = try load(project(), showing: [.event])
    #expect(design.themes[0].cards.keys.map(\.file) == ["event.yml"])
    try folder.write("card: [", to: "Cards/post.yml")
    #expect(codes(project(cards: "Cards"), showing: [.event]) == [])
    #expect(codes(project(cards: "Cards")) == ["template.yaml"])
  }

  @Test("a template for another view model is an error")
  func otherModel() throws {
    try folder.write(Self.ownPost, to: "Cards/event.yml")
    #expect(codes(project(cards: "Cards"), showing: [.event]) == ["template.card"])
    try folder.write("card: none\nroot: {spacer: , height: 4}", to: "Cards/feed-footer.yml")
    #expect(codes(project(cards: "Cards")) == [])
  }

  @Test("token files that are not there, or lack a token, are errors that say which")
  func badTokens() throws {
    #expect(codes(project(tokens: ["nowhere.tokens.json"])) == ["design.missing"])
    try folder.write("{}", to: "empty.tokens.json")
    #expect(codes(project(tokens: ["empty.tokens.json"])).contains("token.unknown"))
  }

  @Test("a missing theme is borrowed from Feedproof with a warning; an unknown theme is an error")
  func themesOfOwnTokens() throws {
    let newsfeed = try String(contentsOf: Checkout.url("Mockups/newsfeed/newsfeed.tokens.json"), encoding: .utf8)
    try folder.write(newsfeed, to: "my.tokens.json")
    var project = project(tokens: ["my.tokens.json"])
    project.themes = ["light", "dark"]
    let design = try load(project)
    #expect(design.diagnostics.map(\.code) == ["design.borrowed-theme"])
    #expect(design.diagnostics[0].message.contains("my.dark.tokens.json"))
    var tools = project
    tools.tokens = []
    #expect(try design.themes.map(\.page.cardFill) == load(tools).themes.map(\.page.cardFill))
    project.themes = ["sepia"]
    #expect(codes(project) == ["design.no-theme"])
  }

  @Test("warnings of templates are kept, each once")
  func warnings() throws {
    try folder.write(
      "card: post\ntokens: ../../Mockups/newsfeed/newsfeed.tokens.json\nroot: {ratio: 0, child: {shape: , width: 3, height: 3}}",
      to: "Cards/post.yml")
    var project = project(cards: "Cards")
    project.themes = ["light", "dark"]
    #expect(codes(project) == ["template.value"])
  }
}
