import Diagnostics
import Foundation
import Support
import Testing

@testable import Site

@Suite("The feed's page")
struct FeedPageTests {
  private let templates: SiteTemplates

  init() throws {
    var texts: [String: String] = [:]
    for name in SiteTemplates.requiredNames {
      texts[name] = try String(contentsOf: Checkout.url("Templates/Site/\(name).mustache"), encoding: .utf8)
    }
    templates = try SiteTemplates(texts)
  }

  private func state(_ name: String, themes: [String] = ["light"]) -> FeedPage.State {
    FeedPage.State(
      width: 359, height: 302.5,
      pictures: themes.map { theme in
        FeedPage.Picture(
          theme: theme, source: "cards/a/\(name)-\(theme).png", sourceSet: "cards/a/\(name)-\(theme).png 1x")
      })
  }

  private func page(_ cards: [FeedPage.Card], themes: [String] = ["light"]) -> FeedPage {
    FeedPage(
      language: "ru", title: "Feed", footer: "2 записи", cards: cards,
      themes: themes.map {
        FeedPage.Theme(
          name: $0, background: "\($0)-background", cardFill: "white", shadow: "none", secondaryText: "gray")
      }, cardGap: 12, cardRadius: 10, screenWidth: 375)
  }

  private func html(_ page: FeedPage) throws -> String {
    try page.files(with: templates).first { $0.path == "index.html" }?.text ?? ""
  }

  @Test("what comes from a feed is escaped")
  func escapes() throws {
    let hostile = #""><script>alert('1')</script>&amp;<img src=x onerror=alert(2)>"#
    let html = try html(page([FeedPage.Card(id: "a", description: hostile, expanded: state("e"), collapsed: nil)]))
    #expect(!html.contains("<script"))
    #expect(!html.contains("<img src=x"))
    #expect(html.contains("&quot;&gt;&lt;script&gt;"))
    #expect(html.contains("&amp;amp;"))
  }

  @Test("a picture's size in the page is the card's in points")
  func sizes() throws {
    let html = try html(page([FeedPage.Card(id: "a", description: "", expanded: state("e"), collapsed: nil)]))
    #expect(html.contains(#"width="359" height="302.5""#))
    #expect(html.contains(#"<article id="post-a">"#))
  }

  @Test("a card of two states can be opened, a card of one can't")
  func states() throws {
    let long = FeedPage.Card(id: "a", description: "", expanded: state("e"), collapsed: state("c"))
    let short = FeedPage.Card(id: "b", description: "", expanded: state("s"), collapsed: nil)
    let html = try html(page([long, short]))
    #expect(html.components(separatedBy: "<details>").count == 2)
    #expect(html.contains("cards/a/c-light.png") && html.contains("cards/a/e-light.png"))
  }

  @Test("with both themes the reader's own is shown")
  func themes() throws {
    let card = FeedPage.Card(
      id: "a", description: "", expanded: state("e", themes: ["light", "dark"]), collapsed: nil)
    let page = page([card], themes: ["light", "dark"])
    let html = try html(page)
    #expect(html.contains(#"srcset="cards/a/e-dark.png 1x""#))
    let css = try page.files(with: templates).first { $0.path == "feed.css" }?.text ?? ""
    #expect(css.contains("dark-background") && css.contains("light-background"))
  }

  @Test("a missing page template is an error, not an empty page")
  func missingTemplate() {
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(["feed.html": ""]) }
    #expect(error?.code == "site.template-missing")
  }

  @Test("a template that can't be parsed is an error with its place")
  func brokenTemplate() {
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(["feed.html": "a\n{{#cards}}", "feed.css": ""]) }
    #expect(error?.code == "site.template")
    #expect(error?.place?.file == "feed.html.mustache")
  }
}
