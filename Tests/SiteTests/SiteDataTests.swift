import Basics
import Export
import Foundation
import Site
import Testing

@Suite("The site's data")
struct SiteDataTests {
  @Test("heights are whole points, rounded up, with what expanding adds apart")
  func heights() throws {
    let cards = [Samples.card("a", height: 302.5), Samples.card("b", height: 412.25, collapsed: 200.5)]
    let files = try Samples.files(Samples.site(), cards).texts
    let chunk = try Samples.chunk(files["site/heights/375/0.js"])
    #expect(chunk[0] as? String == "heights")
    #expect(chunk[1] as? String == "375/0")
    #expect(chunk[2] as? [[Int]] == [[303, 201], [0, 212]])
  }

  @Test("the index has sums of heights by block, not heights")
  func sums() throws {
    let cards = (0..<1500).map { Samples.card("p\($0)", height: 10) }
    let files = try Samples.files(Samples.site(), cards).texts
    // The oldest 1,024 posts with height 10, and above them the other 476.
    #expect(files["site/index.js"]?.contains(#""heights":{"375":[4760,10240]}"#) == true)
    #expect(files["site/heights/375/1.js"] != nil && files["site/heights/375/2.js"] == nil)
    #expect(files["site/stories/46.js"] != nil && files["site/stories/47.js"] == nil)
  }

  @Test("every id is in the bucket that its hash says")
  func buckets() throws {
    let ids = (0..<2100).map { "wall-1_\($0)" }
    let files = try Samples.files(Samples.site(), ids.map { Samples.card($0) }).texts
    #expect(files["site/index.js"]?.contains(#""buckets":3"#) == true)
    for (index, id) in ids.enumerated() where index % 97 == 0 {
      // The fourth half doesn't exist yet: its ids are in the half from which it will be split.
      let bucket = [0, 1, 2, 1][Int(FNV1a32.hash(of: id) % 4)]
      let pairs = try Samples.chunk(files["site/ids/\(bucket).js"])[2] as? [Any] ?? []
      let at = try #require(pairs.firstIndex { $0 as? String == id })
      #expect(pairs[at + 1] as? Int == 2099 - index)
    }
  }

  @Test("a new post on top changes what the newest posts are in, and nothing else; a message at the end too")
  func newPost() throws {
    let cards = (0..<3000).map { Samples.card("p\($0)", height: 10, elements: [.text("\($0)", links: [])]) }
    let new = Samples.card("new", elements: [.text("new", links: [])])
    func changed(_ site: FeedSite, _ now: [SiteCard]) throws -> Set<String> {
      let (before, after) = (try Samples.files(site, cards).texts, try Samples.files(site, now).texts)
      #expect(Set(before.keys).isSubset(of: after.keys))
      return Set(after.keys.filter { after[$0] != before[$0] })
    }
    let bucket = SiteData.bucket(of: "new", among: 3)
    let own: Set = [
      "site/boxes/375/93.js", "site/heights/375/2.js", "site/ids/\(bucket).js", "site/index.js",
      "site/layouts/375/93.js", "site/order/2.js", "site/search/5.js", "site/stories/93.js",
    ]
    #expect(try changed(Samples.site(), [new] + cards) == own.union(["site/facets/0.js"]))
    // A file holds 256 messages.
    let ofMessages = Set(own.map { $0.replacing("/93.js", with: "/11.js") })
    var chat = Samples.site()
    chat.chat = ChatPage(days: [], unread: nil, months: [], dayOfYear: "", otherDay: "", year: 2024)
    #expect(try changed(chat, cards + [new]) == ofMessages)
  }

  @Test("each file of the page that is listed is a feed's or a chat's, and the page itself comes last")
  func pageFiles() throws {
    var (chat, drawn) = (Samples.site(), Samples.site())
    chat.chat = ChatPage(days: [], unread: nil, months: [], dayOfYear: "", otherDay: "", year: 2024)
    drawn.isDrawn = true
    let made = try [Samples.site(), chat, drawn].map { site in
      try site.pages(with: try Samples.templates()).map(\.path)
    }
    let named = made.joined().filter { !$0.hasPrefix("site/stems/") }
    #expect(Set(named).union([PageFile.index.path]) == Set(PageFile.allCases.map(\.path)))
    #expect(made.allSatisfy { $0.last == PageFile.page.path })
  }

  @Test("pieces are full from the oldest post on", arguments: [false, true])
  func pieces(isRising: Bool) {
    let pieces = SiteSegments(count: 70, isRising: isRising)
    let all = pieces.all(size: 32).map { "\($0.number): \($0.places)" }
    #expect(all == (isRising ? ["0: 0..<32", "1: 32..<64", "2: 64..<70"] : ["2: 0..<6", "1: 6..<38", "0: 38..<70"]))
    #expect(pieces.places(number: 2, size: 32) == (isRising ? 64..<70 : 0..<6))
    #expect(pieces.places(number: 3, size: 32) == nil && pieces.places(number: .max, size: 32) == nil)
    #expect(Array(SiteSegments(count: 0, isRising: isRising).all(size: 32)).isEmpty)
  }

  @Test("the page is written last, and its index after the other data")
  func order() throws {
    let order = try Samples.files(Samples.site(), [Samples.card("a")]).order
    #expect(order.last == "index.html")
    // Files with word forms are the same for every feed.
    let ofFeed = order.filter { !$0.hasPrefix("site/stems/") }
    let data = ofFeed.filter { $0 == "site/index.js" || $0.split(separator: "/").count > 2 }
    #expect(data.last == "site/index.js")
  }

  @Test("an empty feed is a site too")
  func empty() throws {
    let files = try Samples.files(Samples.site(), []).texts
    #expect(files["site/index.js"]?.contains(#""count":0"#) == true)
  }

  @Test("a link that leads nowhere keeps the others' numbers")
  func links() throws {
    let links = [
      SiteCard.Link(range: 0..<1, target: nil), SiteCard.Link(range: 2..<3, target: "https://x/"),
    ]
    let files = try Samples.files(Samples.site(), [Samples.card("a", elements: [.text("a b", links: links)])]).texts
    let text = try #require(files["site/stories/0.js"])
    #expect(text.contains(#"[[0,1,null],[2,3,"https://x/"]]"#))
  }
}
