import Basics
import CardRendering
import Export
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import Site
import Support
import Testing

/// One post, rendered with templates whose order and names differ from the news feed's.
private struct RoleProject {
  static let long = (1...12).map { "Line \($0)" }.joined(separator: "\n")

  let folder: TemporaryFolder
  var name = "Ann"
  var text = RoleProject.long

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Checkout.url("Templates/Cards"), to: cards)
  }

  var cards: URL { folder.url.appendingPathComponent("Cards") }

  /// Changes all files of the post's template.
  func changeTemplate(_ change: (String) throws -> String) throws {
    let parts = ["repost", "quotes", "quote-header", "media", "attachments"].map { "parts/\($0).yml" }
    for file in (["post.yml"] + parts).map(cards.appendingPathComponent) {
      try change(String(contentsOf: file, encoding: .utf8)).write(to: file, atomically: true, encoding: .utf8)
    }
  }

  private func photos(_ name: String) -> String {
    (1...2).map {
      #"{"type":"photo","photo":{"id":\#($0),"sizes":[{"url":"\#(name)\#($0).jpg","width":60,"height":40}]}}"#
    }.joined(separator: ",")
  }

  private func link(_ name: String) -> String {
    #"{"type":"link","link":{"url":"https://example.org/\#(name)","title":"\#(name)"}}"#
  }

  func card() throws -> (site: SiteCard, entry: SiteEntry) {
    let text = text.replacing("\n", with: "\\n")
    try folder.write(
      #"""
      {"items": [{"type": "post", "source_id": 1, "post_id": 1, "date": 1542566400, "text": "\#(text)",
        "attachments": [\#(photos("own")), \#(link("own"))], "likes": {"count": 12}, "views": {"count": 3400},
        "copy_history": [{"id": 2, "owner_id": 2, "from_id": 2, "date": 1542566300, "text": "\#(text)",
          "attachments": [\#(photos("quoted")), \#(link("quoted"))]}]}],
       "profiles": [{"id": 1, "first_name": "\#(name.replacing("\n", with: " "))", "last_name": ""},
         {"id": 2, "first_name": "Bob", "last_name": ""}], "groups": []}
      """#, to: "feed.json")
    try folder.write("locale: en\nwidths: [320, 375]\nscales: 1\ncards: Cards\n", to: "feedproof.yml")
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    let files = FeedFiles.find(of: project)
    let feed = try FeedLoading.feed(of: files) { _ in }
    let renderer = try CardRenderer(
      project: project, files: files, facts: FeedFacts(feed.posts), environment: environment)
    let input = CardInput(PostInFeed(try #require(feed.posts.first)), renderer: renderer)
    let site = SiteCard(
      input, card: input.cards[0], read: try renderer.read(input.cards[0], in: renderer.design.themes[0]))
    return (site, SiteEntry(site))
  }
}

private typealias Content = SiteCard.Element.Content

@Suite("What boxes mean, whatever the template")
struct RoleTests {
  private static let header: [Content] = [
    .name("Ann"), .date("today at 6:40 PM"), .text(RoleProject.long, links: []),
  ]
  private static func pages(_ first: Int) -> Content {
    .pages(first: first, descriptions: ["Photo 1 of 2", "Photo 2 of 2"])
  }
  private static func row(_ name: String) -> [Content] {
    [
      .row(elements: 2, target: WebAddress("https://example.org/\(name)").map(LinkTarget.init)), .text(name, links: []),
      .text("example.org", links: []),
    ]
  }
  private static func quote(firstPage: Int) -> [Content] {
    [
      .quote(elements: 7, target: "https://vk.com/wall2_2"), .name("Bob"), .date("today at 6:38 PM"),
      .text(RoleProject.long, links: []),
      pages(firstPage),
    ]
      + row("quoted")
  }
  private static let counters: [Content] = [.count("12 likes"), .count("3,400 views")]

  private func contents(_ card: SiteCard) -> [Content] { card.elements.map(\.content) }

  @Test("the news feed's own template")
  func own() throws {
    let card = try RoleProject().card().site
    #expect(
      contents(card) == Self.header + [Self.pages(1)] + Self.row("own") + Self.quote(firstPage: 3) + Self.counters)
    // The post's text and the quoted one are both truncated, and each button expands both.
    #expect(card.layouts.allSatisfy { $0.collapsed?.showMore.count == 2 && $0.expanded.showMore.isEmpty })
    #expect(card.layouts.allSatisfy { $0.expanded.textEnd == nil })
  }

  /// Returns the template with its sections in another order, without those that are not named.
  private func sections(_ order: [String], of text: String) -> String {
    guard let start = text.range(of: "    # Header\n"), let end = text.range(of: "\nparts:\n") else { return text }
    let body = text[start.lowerBound..<end.lowerBound]
    let all = ["Header", "Text", "Media", "Attachments", "Reposts", "Counters"]
    let starts = all.compactMap { body.range(of: "    # \($0)")?.lowerBound } + [body.endIndex]
    let pieces = Dictionary(uniqueKeysWithValues: zip(all, zip(starts, starts.dropFirst()).map { body[$0..<$1] }))
    let moved = order.compactMap { pieces[$0] }.map { $0.hasSuffix("\n") ? String($0) : $0 + "\n" }.joined()
    return text[..<start.lowerBound] + moved + text[end.lowerBound...]
  }

  @Test("reposts before media and rows: each row leads where it says, each carousel has its own images and edge")
  func repostsFirst() throws {
    let project = try RoleProject()
    try project.changeTemplate {
      sections(["Header", "Text", "Reposts", "Media", "Attachments", "Counters"], of: $0)
    }
    let (card, entry) = try project.card()
    #expect(
      contents(card) == Self.header + Self.quote(firstPage: 1) + [Self.pages(3)] + Self.row("own") + Self.counters)
    let data = entry.story
    let quoted = try #require(data.range(of: #"["row",2,"https://example.org/quoted"]"#))
    let own = try #require(data.range(of: #"["row",2,"https://example.org/own"]"#))
    #expect(quoted.lowerBound < own.lowerBound)
    for layout in card.layouts.flatMap({ [$0.expanded] + ($0.collapsed.map { [$0] } ?? []) }) {
      let places = layout.places.compactMap { place in
        if case .pages(let pages)? = place { pages } else { nil }
      }
      try #require(places.count == 2)
      #expect(places[0].clip == places[0].page.minX && places[1].clip == 0)
      let controls = places.compactMap { $0.control?.row.minY }
      #expect(controls.count == 2 && controls[0] < places[1].page.minY && controls[1] > places[1].page.minY)
    }
  }

  @Test("without rows of its own, a post's reposts keep their links")
  func withoutRows() throws {
    let project = try RoleProject()
    try project.changeTemplate { sections(["Header", "Text", "Media", "Reposts", "Counters"], of: $0) }
    let card = try project.card().site
    #expect(contents(card) == Self.header + [Self.pages(1)] + Self.quote(firstPage: 3) + Self.counters)
  }

  @Test("with every box renamed, words and places are the same")
  func renamed() throws {
    let project = try RoleProject()
    let before = try project.card()
    try project.changeTemplate { text in
      text.replacing("value: kind", with: "value: spoken").replacing(#/name: ([a-z-]+)/#) { "name: the-\($0.1)" }
    }
    let after = try project.card()
    #expect(after.site.layouts[0].expanded.boxes.contains { $0.path == "the-card/the-text" })
    #expect(after.site.layouts[0].expanded.boxes.contains { $0.path == "the-card/the-counters/12 likes" })
    #expect(contents(after.site) == contents(before.site))
    #expect(after.entry.story == before.entry.story)
    #expect(after.entry.layouts.map(\.places) == before.entry.layouts.map(\.places))
    #expect(after.entry.layouts.map(\.heights) == before.entry.layouts.map(\.heights))
  }

  @Test("without names there are the same words and places too")
  func unnamed() throws {
    let project = try RoleProject()
    let before = try project.card()
    try project.changeTemplate { text in
      text.replacing(#/(?m)^ +name: .*\n/#, with: "").replacing(#/name: (?:\{[^}]*\}|[a-z-]+), /#, with: "")
    }
    let after = try project.card()
    #expect(after.site.layouts[0].expanded.boxes.isEmpty)
    #expect(after.entry.story == before.entry.story)
    #expect(after.entry.layouts.map(\.places) == before.entry.layouts.map(\.places))
    #expect(after.entry.layouts.map(\.heights) == before.entry.layouts.map(\.heights))
  }

  @Test("a name that says the same as the body is not taken for it")
  func nameIsBody() throws {
    var project = try RoleProject()
    project.text = (1...20).map { "word\($0)" }.joined(separator: " ")
    project.name = project.text
    // The name wraps to more lines than the limit for uncollapsed texts; the body stays below it.
    try project.changeTemplate {
      $0.replacing(
        "    name: name\n    align: leading\n    maxLines: 1\n",
        with: "    name: name\n    width: 80\n")
    }
    let card = try project.card().site
    for layout in card.layouts {
      #expect(layout.collapsed == nil)
      guard case .text(let body)? = layout.expanded.places[2], case .text(let name)? = layout.expanded.places[0] else {
        Issue.record("the name and the body are texts")
        continue
      }
      #expect(name.lines.count > 8 && (2...8).contains(body.lines.count))
      #expect(layout.expanded.textEnd == body.frame.maxY)
    }
  }
}
