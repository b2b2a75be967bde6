import Export
import Foundation
import Site
import Testing

@Suite("The page's search index")
struct FeedSearchTests {
  private static func post(_ id: String, author: String = "Anna", at time: String?, _ text: String = "a") -> SiteCard {
    var card = Samples.card(id, elements: [.text(text, links: [])])
    (card.author, card.time) = (author, time)
    return card
  }

  @Test("who said what when, of what kind; days are those of the feed's time zone")
  func index() throws {
    var site = Samples.site()
    site.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let cards = [
      Self.post("a", at: "2024-05-01T16:00:00Z", "sea"), Self.post("b", author: "Bo", at: "2024-05-01T14:00:00Z"),
      Self.post("c", at: nil),
    ]
    let files = try Samples.files(site, cards).texts
    let piece = try Samples.chunk(files["site/search/0.js"])[2] as? [[Any]]
    #expect(piece?[0] as? [String] == ["Anna", "Bo"])
    let items = try #require(piece?[1])
    #expect(items.count == 18)
    #expect(items[2] as? Int == 19_845 && items[4] as? Int == 64 && items[5] as? String == "sea")
    #expect(items[8] as? Int == 19_844 && items[14] is NSNull)
    #expect(files["site/index.js"]?.contains(#""search":[[0,19844,19845]],"days":[0]"#) == true)
  }

  @Test("a day begins at its first post, however often it comes again")
  func days() throws {
    let times = ["2024-05-03", "2024-05-02", "2024-05-03", "2024-05-01", "2024-05-02"].map { "\($0)T12:00:00Z" }
    let cards = times.enumerated().map { Self.post("p\($0)", at: $1) }
    let days = try Samples.chunk(Samples.files(Samples.site(), cards).texts["site/days/0.js"])
    #expect(days[2] as? [Int] == [4, 19_846, 3, 19_845, 1, 19_844])
  }

  @Test("a feed without dates has no days")
  func noDays() throws {
    let files = try Samples.files(Samples.site(), [Self.post("a", at: nil), Self.post("b", at: "yesterday")]).texts
    #expect(files["site/days/0.js"] == nil && files["site/index.js"]?.contains(#""days":[]"#) == true)
  }

  @Test("authors are listed by how much they wrote, kinds by their bits")
  func facets() throws {
    let cards = ["Bo", "Anna", "Zoë \"Z\"", "Anna", "Zoë \"Z\"", "Anna"].enumerated()
      .map { Self.post("p\($0)", author: $1, at: nil) }
    let facets = try Samples.chunk(Samples.files(Samples.site(), cards).texts["site/facets/0.js"])[2] as? [[Any]]
    let names = try #require(facets?[0])
    #expect(stride(from: 0, to: 6, by: 2).map { names[$0] as? String } == ["Anna", "Zoë \"Z\"", "Bo"])
    #expect(stride(from: 1, to: 6, by: 2).map { names[$0] as? Int } == [3, 2, 1])
    #expect(facets?[1] as? [Int] == [0, 0, 0, 0, 0, 0, 6, 0])
  }

  @Test("types of own data are not authors to filter by")
  func ownData() throws {
    var cards = [Self.post("p0", author: "Anna", at: nil), Self.post("p1", author: "Oak chair", at: nil)]
    cards[1].isOwnData = true
    let files = try Samples.files(Samples.site(), cards).texts
    let facets = try Samples.chunk(files["site/facets/0.js"])[2] as? [[Any]]
    #expect(facets?[0].compactMap { $0 as? String } == ["Anna"] && facets?[1] as? [Int] == [0, 0, 0, 0, 0, 0, 2, 0])
    // The name is still the heading of its results.
    #expect(files["site/search/0.js"]?.contains("Oak chair") == true)
  }

  @Test("the list of authors has a length that a reader can scan")
  func manyAuthors() throws {
    let cards = (0..<300).map { Self.post("p\($0)", author: "Author \($0)", at: nil) }
    let facets = try Samples.chunk(Samples.files(Samples.site(), cards).texts["site/facets/0.js"])[2] as? [[Any]]
    #expect(facets?[0].count == 2 * SearchFacets.authorLimit)
  }

  @Test("ids are in the feed's order, in blocks as heights do")
  func order() throws {
    let files = try Samples.files(Samples.site(), (0..<1030).map { Self.post("p\($0)", at: nil) }).texts
    #expect(try Samples.chunk(files["site/order/1.js"])[2] as? [String] == (0..<6).map { "p\($0)" })
    #expect((try Samples.chunk(files["site/order/0.js"])[2] as? [String])?.last == "p1029")
    #expect(files["site/order/2.js"] == nil)
  }

  @Test("a shard tells the zone to anyone who joins the shards")
  func shards() throws {
    var site = Samples.site()
    site.timeZone = try #require(TimeZone(identifier: "Europe/Moscow"))
    let read = try JSONDecoder().decode(FeedSite.self, from: JSONEncoder().encode(site))
    #expect(read.timeZone == site.timeZone)
  }
}
