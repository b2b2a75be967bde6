import Foundation
import Site
import Testing

@Suite("The start page of several feeds")
struct StartPageTests {
  private func files(_ entries: [StartPage.Entry]) throws -> [String: String] {
    let words = [
      "search": "Search", "calendar": "Calendar", "missing": "Missing files", "searchFor": "", "searchHelp": "",
      "close": "", "timeline": "Timeline",
      "byAuthor": "", "allAuthors": "", "byKind": "", "allKinds": "", "nothing": "", "clearFilters": "", "results": "",
      "previousMonth": "", "nextMonth": "", "month": "",
    ]
    let page = StartPage(
      name: "Diary", title: "Feeds and chats", language: "en", isRightToLeft: false, words: words,
      themes: [Samples.theme("light")], entries: entries)
    return Dictionary(try page.files(with: SiteTemplates(Samples.siteFiles())), uniquingKeysWith: { first, _ in first })
  }

  private func entry(
    _ name: String, services: String, isChat: Bool = false, missing: String? = nil, rows: String = "",
    avatar: String? = nil
  ) -> StartPage.Entry {
    StartPage.Entry(
      name: name, page: "feeds/a/index.html", services: services, count: "2 posts", span: "", isChat: isChat,
      pictures: [("light", "tiles/1.webp")], missing: missing, missingRows: rows, initials: "D", avatar: avatar)
  }

  @Test("a tile has the author's picture, else initials, and a sign of its service")
  func faces() throws {
    func html(_ entry: StartPage.Entry) throws -> String { try #require(try files([entry])["index.html"]) }
    let shown = try html(entry("Anna", services: "X", avatar: "tiles/2.webp"))
    #expect(shown.contains(#"<img src="tiles/2.webp" alt="" width="36""#) && !shown.contains(#"class="initials">D"#))
    let initials = try html(entry("Anna", services: "Misskey"))
    #expect(initials.contains(#"class="initials">D"#))
    let signs = try [
      entry("Anna", services: "X"), entry("Anna", services: "Telegram"), entry("Anna", services: "Misskey"),
      entry("Anna", services: "Misskey", isChat: true), entry("Anna", services: "X, Telegram"),
    ].map { try #require(try html($0).components(separatedBy: #"class="icon sign""#).last).prefix(80) }
    #expect(Set(signs).count == 4 && signs[2] == signs[4])
    #expect(signs.allSatisfy { $0.contains("<path") })
  }

  @Test("a feed that is named like its service names it once")
  func services() throws {
    let html = try #require(try files([entry("VK", services: "VK"), entry("Anna", services: "X")])["index.html"])
    #expect(!html.contains("<bdi>VK</bdi>") && html.contains("<bdi>X</bdi> · 2 posts"))
    #expect(html.contains("<h1><bdi>Diary</bdi>") && html.contains("src=\"tiles/1.webp\""))
  }

  @Test("an archive has one list of all missing files, and none if nothing is missing")
  func missing() throws {
    let list =
      "<table>\n<tr><td dir=\"auto\"><a href=\"index.html#post-1\">A</a></td><td>Photo</td><td>a.jpg</td></tr>\n"
      + "</table>"
    let rows = MissingFiles.rows(ofPage: list, in: "feeds/a")
    #expect(rows.hasPrefix("<tr><td dir=\"auto\"><a href=\"feeds/a/index.html#post-1\">A</a>"))
    #expect(rows.hasSuffix("</tr>\n"))
    let texts = try files([entry("Anna", services: "X", missing: "feeds/a/missing.html", rows: rows)])
    #expect(texts["missing.html"]?.contains(rows) == true && texts["chats-missing.css"] != nil)
    #expect(texts["index.html"]?.contains("href=\"missing.html\"") == true)
    #expect(try files([entry("Anna", services: "X")])["missing.html"] == nil)
  }
}
