import CardRendering
import Cards
import FeedReading
import Foundation
import Projects
import Support
import Testing

@Suite("What posts of a service look like")
struct FaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func project(_ settings: String = "") throws -> Project {
    try ProjectFile.read("feeds: feed.json\n\(settings)\n", in: folder.url)
  }

  private func theme(_ settings: String = "", from services: Set<Service>) throws -> Design.Theme {
    try Design.load(
      for: project(settings), environment: .tests(in: folder.url), showing: [.post], from: services
    ).themes[0]
  }

  @Test("the dialog of the feed's page offers each", arguments: Service.faces)
  func dialog(face: String) throws {
    let script = try String(contentsOf: Checkout.url("Templates/Site/feed/skins.js"), encoding: .utf8)
    #expect(script.contains(face.contains("-") ? "'\(face)': '" : " \(face): '"))
  }

  @Test("each has its templates, its tokens and all themes, with nothing to complain of", arguments: Service.faces)
  func faces(_ face: String) throws {
    let design = try Design.load(
      for: project("face: \(face)\nthemes: [light, dark, high-contrast, high-contrast-dark]"),
      environment: .tests(in: folder.url))
    #expect(design.diagnostics.isEmpty, "\(design.diagnostics)")
    #expect(design.themes.count == 4)
  }

  @Test("a feed of one service has its face; VK's is that of all others")
  func one() throws {
    #expect(try theme(from: [.mastodon]).metrics.screenMargin == 0)
    #expect(try theme(from: [.mastodon]).metrics.rules.collapsesAbove == 15)
    #expect(try theme(from: [.vk]).metrics == theme(from: []).metrics)
  }

  @Test("in a feed of several, each has its own on the screen of all others")
  func several() throws {
    let theme = try theme(from: [.mastodon, .vk])
    #expect(theme.metrics.screenMargin == 8)
    #expect(theme.serviceCards.keys.map(\.rawValue) == ["mastodon"])
    #expect(theme.rules.ofServices[.mastodon]?.collapsesAbove == 15)
    #expect(theme.rules.usual.collapsesAbove == 8)
  }

  @Test("a project says which one all have, and keeps a design of its own")
  func chosen() throws {
    let all = try theme("face: x", from: [.mastodon, .vk])
    #expect(all.metrics.rules.collapsesAbove == 10 && all.serviceCards.isEmpty)
    #expect(try theme("face: vk", from: [.mastodon]).metrics == theme(from: []).metrics)
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("Cards"), withIntermediateDirectories: true)
    try folder.write(
      """
      card: post
      tokens: ../../Mockups/newsfeed/newsfeed.tokens.json
      root: {text: summary, maxLines: 1, style: "{type.body}", color: "{color.text}"}
      """, to: "Cards/post.yml")
    #expect(try theme("cards: Cards", from: [.mastodon]).metrics.screenMargin == 8)
  }

  @Test("a design that is remembered is laid out again, with a service's own tokens")
  func remembered() throws {
    let design = try Design.load(
      for: project(), environment: .tests(in: folder.url), showing: [.post], from: [.mastodon, .vk])
    let again = try #require(design.themes[0].designed(by: design.sources.record, direction: .leftToRight))
    #expect(again.rules == design.themes[0].rules)
    let empty = CardValue.record([:])
    #expect(
      try again.template(for: .post, of: .mastodon).spec(for: empty)
        == design.themes[0].template(for: .post, of: .mastodon).spec(for: empty))
  }
}
