import Diagnostics
import Export
import Foundation
import Site
import Support
import Testing

@Suite("The feed's page")
struct FeedSiteTests {
  @Test("anything that comes from a feed is escaped for its place")
  func escapes() throws {
    let hostile = #""></title><script>alert('1')</script>&amp;<img src=x onerror=alert(2)>"#
    let files = try Samples.files(
      Samples.site(title: hostile), [Samples.card("a", elements: [.name(hostile), .photo(hostile)])]
    ).texts
    let html = try #require(files["index.html"])
    #expect(!html.contains("<script>alert") && html.components(separatedBy: "<img").count == 2)
    #expect(html.contains("&lt;script&gt;") && html.contains("&amp;amp;"))
    #expect(files["site/stories/0.js"]?.contains("<") == false)
  }

  @Test("the page has one inline script and no style, and its policy allows no other")
  func policy() throws {
    let html = try #require(try Samples.files(Samples.site(), []).texts["index.html"])
    try PagePolicy.check(html, scripts: ["site/index.js", "site/feed.js"])
    #expect(html.contains("require-trusted-types-for 'script'"))
    #expect(!html.contains("unsafe-inline") && !html.contains("style=") && !html.contains("onclick"))
    #expect(!html.contains("<style"))
  }

  @Test("a switch is there only if there is something to choose from")
  func switches() throws {
    let one = try #require(try Samples.files(Samples.site(), []).texts["index.html"])
    #expect(!one.contains(#"id="theme""#) && !one.contains(#"id="width""#))
    let site = Samples.site(themes: ["light", "dark"], widths: [(320, 304), (375, 359)])
    let files = try Samples.files(site, []).texts
    let html = try #require(files["index.html"])
    #expect(html.contains(#"<option value="dark">"#) && html.contains("<option>320</option>"))
    let css = try #require(files["site/feed.css"])
    #expect(css.contains("dark-background") && css.contains("light-background"))
  }

  @Test("every theme has its values under its name, and follows the system only where light and dark are there")
  func themes() throws {
    func pages(_ themes: [String]) throws -> (html: String, css: String) {
      let files = try Samples.files(Samples.site(themes: themes, words: ["feed": "Feed"]), []).texts
      return (try #require(files["index.html"]), try #require(files["site/feed.css"]))
    }
    let three = try pages(["light", "dark", "feed"])
    #expect(three.css.contains(#":root[data-theme="feed"]{color-scheme:light;--background:feed-background"#))
    #expect(three.css.contains("prefers-color-scheme:dark") && three.css.contains("color-scheme:light dark"))
    // The page's own label with this name is something else.
    #expect(three.html.contains(#"<option value="">"#) && three.html.contains(#"<option value="feed">feed</option>"#))
    let chosen = try pages(["dark", "sepia"])
    #expect(!chosen.css.contains("prefers-color-scheme") && !chosen.html.contains(#"id="theme"><option value="">"#))
    #expect(chosen.css.contains(":root{color-scheme:dark;"))
    #expect(chosen.css.contains(#":root[data-theme="dark"]{color-scheme:dark}"#))
  }

  // The limits grow only for new features, such as anchoring, polls, reposts, columns, reading order and earlier
  // versions, and the kit of controls.
  @Test("style and script are no larger than 8 800 and 50 200 bytes")
  func size() throws {
    let files = try Samples.files(Samples.site(themes: ["light", "dark"]), []).texts
    let css = try #require(files["site/feed.css"])
    let script = try #require(files["site/feed.js"])
    #expect(css.utf8.count <= 8_800 && script.utf8.count <= 50_200, "\(script.utf8.count) bytes")
  }

  @Test(
    "scripts that are loaded when they are asked for keep to the size of docs/page-templates.md",
    arguments: [("later", 13_000), ("find", 29_200), ("photos", 12_800)])
  func laterSize(name: String, limit: Int) throws {
    let files = try Samples.files(Samples.site(themes: ["light", "dark"]), []).texts
    let script = try #require(files["site/\(name).js"])
    #expect(script.utf8.count <= limit, "\(script.utf8.count) bytes")
  }

  @Test("scripts that the first paint does not need are separate files")
  func later() throws {
    let files = try Samples.files(Samples.site(), []).texts
    let html = try #require(files["index.html"])
    #expect(files["site/find.js"] != nil && !html.contains("find.js") && files["site/later.js"] != nil)
    let style = try #require(html.range(of: "site/panels.css")?.lowerBound)
    #expect(style > (try #require(html.range(of: "<footer")?.lowerBound)))
    #expect(
      html.contains(#"<link rel="icon" href="site/icon.svg">"#) && files["site/icon.svg"]?.contains("blue") == true)
    #expect(html.contains(#"<label id="boxes-switch" hidden>"#))
  }

  @Test("a missing page template is an error, not an empty page")
  func missingTemplate() {
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(["feed.html.mustache": ""]) }
    #expect(error?.code == "site.template-missing")
  }

  @Test("a missing part of a page template is an error too")
  func missingPart() {
    let error = #expect(throws: Diagnostic.self) { try templates(feed: "{{> nothing.html}}") }
    #expect(error?.code == "site.template-missing")
    #expect(error?.place?.file == "feed.html.mustache")
  }

  @Test(
    "a template that can't be parsed is an error with its place, as text",
    arguments: [
      ("a\n{{#cards}}", "a section is not closed"),
      ("{{#cards}}{{/card}}", "a section is closed with a different name"),
      ("a {{cards", "the text ends inside a tag"), ("{{=<% %>", "a tag sets an unknown option"),
    ])
  func brokenTemplate(text: String, reason: String) {
    let error = #expect(throws: Diagnostic.self) { try templates(feed: text) }
    #expect(error?.code == "site.template" && error?.message == "the page template can't be read: \(reason)")
    #expect(error?.place?.file == "feed.html.mustache")
  }

  /// Returns templates with one text; the others are empty.
  private func templates(feed text: String) throws -> SiteTemplates {
    let texts = Dictionary(SiteTemplates.requiredPaths.map { ($0, "") }, uniquingKeysWith: { first, _ in first })
    return try SiteTemplates(texts, own: ["feed.html.mustache": text])
  }

  @Test(
    "a value that the page does not have is an error, not a gap", arguments: ["{{titel}}", "{{#titel}}x{{/titel}}"])
  func unknownName(text: String) throws {
    let templates = try templates(feed: "<p>\(text)</p>")
    let error = #expect(throws: Diagnostic.self) { try templates.render(["title": "a"], with: "feed.html") }
    #expect(error?.code == "site.unknown-name" && error?.hint == "did you mean \"title\"?")
    #expect(error?.place?.file == "feed.html.mustache")
  }

  @Test(
    "lines without tags are copied unchanged",
    arguments: [
      ("a\nb\n{{title}}\nc\n\nd", "a\nb\nT\nc\n\nd"), ("a\r\n{{title}}\r\nb\r\n", "a\r\nT\r\nb\r\n"),
      ("a{{! over\nlines }}b\nc\n", "ab\nc\n"), ("{{#title}}\na\n{{/title}}\nb\n", "a\nb\n"),
      ("{{=<% %>=}}\na\n{{title}}<%title%>\n", "a\n{{title}}T\n"),
    ])
  func plainLines(text: String, page: String) throws {
    #expect(try templates(feed: text).render(["title": "T"], with: "feed.html") == page)
  }

  @Test("a value of the page is seen inside a list's items")
  func outerName() throws {
    let templates = try templates(feed: "{{#items}}{{title}}{{name}}{{/items}}")
    #expect(try templates.render(["title": "a", "items": [["name": "b"]]], with: "feed.html") == "ab")
  }
}
