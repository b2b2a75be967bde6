import Export
import Foundation
import Site
import Testing

@Suite("The page of a conversation")
struct ChatSiteTests {
  private static func site(days: [ChatPage.Day] = [], unread: Int? = nil) -> FeedSite {
    var site = Samples.site(title: "Trip", themes: ["light", "dark"])
    site.chat = ChatPage(
      days: days, unread: unread, months: ["January"], dayOfYear: "{month} {day}", otherDay: "{month} {day}, {year}",
      year: 2024)
    return site
  }

  private static func message(_ number: Int, author: String = "Anna", _ parts: [SiteCard.Element.Content]) -> SiteCard {
    var card = Samples.card("message-\(number)", elements: parts)
    card.author = author
    return card
  }

  @Test("it has its own template, style and script; a feed has not")
  func pages() throws {
    let chat = try Samples.files(Self.site(), []).texts
    #expect(chat["index.html"]?.contains(#""site/chat.js""#) == true)
    #expect(chat["site/chat.css"] != nil && chat["site/chat.js"] != nil && chat["site/feed.js"] == nil)
    let feed = try Samples.files(Samples.site(), []).texts
    #expect(feed["site/chat.js"] == nil && feed["site/feed.js"] != nil)
    #expect(feed["site/find.js"] != nil && chat["site/find.js"] == nil)
  }

  @Test("a chat of several leads back to their list, one by itself leads nowhere")
  func list() throws {
    var site = Self.site()
    site.words["allChats"] = "All chats"
    let alone = try #require(try Samples.files(site, []).texts["index.html"])
    #expect(!alone.contains(#"id="chats""#))
    site.list = "../../index.html"
    let listed = try #require(try Samples.files(site, []).texts["index.html"])
    #expect(listed.contains(#"id="chats" href="../../index.html" aria-label="All chats""#))
    let decoded = try JSONDecoder().decode(FeedSite.self, from: try JSONEncoder().encode(site))
    #expect(decoded.list == "../../index.html")
  }

  @Test("the page has one inline script and no style, and its policy allows no other")
  func policy() throws {
    let html = try #require(try Samples.files(Self.site(), []).texts["index.html"])
    try PagePolicy.check(html, scripts: ["site/index.js", "site/chat.js"])
    #expect(html.contains("require-trusted-types-for 'script'"))
    #expect(!html.contains("style=") && !html.contains("onclick") && !html.contains("<style"))
  }

  // The limits grow only for new features, such as message kinds, copying, themes, printing, columns, search, touch,
  // high contrast and word forms.
  @Test("style and script are no larger than 26 000 and 83 000 bytes")
  func size() throws {
    let files = try Samples.files(Self.site(), []).texts
    let css = try #require(files["site/chat.css"])
    let script = try #require(files["site/chat.js"])
    #expect(css.utf8.count <= 26_000 && script.utf8.count <= 83_000, "\(css.utf8.count), \(script.utf8.count) bytes")
  }

  @Test("anything that is missing is listed with whose it is and the day that it is under, as text")
  func missing() throws {
    var message = SiteEntry(Self.message(1, []))
    message.story = "\(message.story.dropLast()),\"m\":[[\"Audio\",\"a&b.ogg\"]]}"
    let site = Self.site(days: [ChatPage.Day(place: 0, number: 19_723)])
    var data = SiteData(site: site, count: 2)
    try data.write([SiteEntry(Samples.card("day-2024-01-01")), message]) { _, _ in }
    let rows = try #require(data.missing.rows)
    #expect(rows.contains(">Anna</a><span>January 1, 2024</span></td><td>Audio</td>"), "\(rows)")
    #expect(rows.contains("a&amp;b.ogg") && data.missing.count == 1)
  }

  @Test("days are in files of their own, and the index says where each begins")
  func days() throws {
    let days = (0..<1500).map { ChatPage.Day(place: 3 * $0, number: 19_000 + $0) }
    let files = try Samples.files(Self.site(days: days, unread: 7), []).texts
    #expect(files["site/index.js"]?.contains(#""chat":{"days":[0,3072],"unread":7,"#) == true)
    let last = try Samples.chunk(files["site/days/1.js"])
    #expect((last[2] as? [Int])?.prefix(4) == [3072, 20_024, 3075, 20_025])
    #expect((last[2] as? [Int])?.count == 2 * (1500 - 1024))
  }

  @Test("anything that can be searched for is who said what when; days and the mark of the unread are not")
  func search() throws {
    let cards = [
      Self.message(0, author: "1 May", [.row(elements: 1, target: nil), .text("1 May", links: [])]),
      Self.message(1, [.name("Anna"), .text("hello", links: []), .date("12:30")]),
      Self.message(2, author: "Unread", [.text("Unread", links: [])]),
      Self.message(3, author: "Bo", [.text("b", links: []), .text("c", links: []), .date("12:31")]),
    ]
    let site = Self.site(days: [ChatPage.Day(place: 0, number: 19_844)], unread: 2)
    let files = try Samples.files(site, cards).texts
    #expect(files["site/index.js"]?.contains(#""search":[[1,19844,19844]]"#) == true)
    let piece = try Samples.chunk(files["site/search/0.js"])[2] as? [[Any]]
    #expect(piece?[0] as? [String] == ["Anna", "Bo"])
    let items = try #require(piece?[1])
    #expect(items.count == 12)
    #expect(items[0] as? Int == 0 && items[1] as? Int == 0 && items[2] as? Int == 19_844)
    #expect(items[3] as? String == "12:30" && items[4] as? Int == 64 && items[5] as? String == "hello")
    #expect(items[6] as? Int == 2 && items[11] as? String == "b\nc")
  }

  @Test("a conversation without dates can be searched too")
  func withoutDates() throws {
    let files = try Samples.files(Self.site(), [Self.message(1, [.text("hello", links: [])])]).texts
    #expect(files["site/index.js"]?.contains(#""search":[[0,null,null]]"#) == true)
    #expect(files["site/search/0.js"]?.contains(#"[0,0,null,"",64,"hello"]"#) == true)
  }

  @Test("a piece of the search ends with so many messages")
  func pieces() throws {
    let messages = (0..<1100).map { Self.message($0, [.text("a", links: [])]) }
    let files = try Samples.files(Self.site(), messages).texts
    #expect(
      files["site/index.js"]?.contains(#""search":[[0,null,null],[512,null,null],[1024,null,null]]"#) == true)
    #expect(files["site/search/2.js"]?.contains(#"[0,0,null,"",64,"a",1,0,"#) == true)
  }

  @Test("a shard records everything that merging needs")
  func shards() throws {
    let site = Self.site(days: [ChatPage.Day(place: 0, number: 1), ChatPage.Day(place: 9, number: 2)], unread: 4)
    let read = try JSONDecoder().decode(FeedSite.self, from: JSONEncoder().encode(site))
    #expect(read.settings == site.settings && read.chat?.days == site.chat?.days)
  }
}
