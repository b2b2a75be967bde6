import Foundation
import Names
import Testing

@testable import Exporting
@testable import Site

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
    // 1 024 posts of 10, then the other 476.
    #expect(files["site/index.js"]?.contains(#""heights":{"375":[10240,4760]}"#) == true)
    #expect(files["site/heights/375/1.js"] != nil && files["site/heights/375/2.js"] == nil)
    #expect(files["site/stories/46.js"] != nil && files["site/stories/47.js"] == nil)
  }

  @Test("every id is in the bucket that its hash says")
  func buckets() throws {
    let ids = (0..<2100).map { "wall-1_\($0)" }
    let files = try Samples.files(Samples.site(), ids.map { Samples.card($0) }).texts
    #expect(files["site/index.js"]?.contains(#""buckets":3"#) == true)
    for (index, id) in ids.enumerated() where index % 97 == 0 {
      let pairs = try Samples.chunk(files["site/ids/\(FNV1a32.hash(of: id) % 3).js"])[2] as? [Any] ?? []
      let at = try #require(pairs.firstIndex { $0 as? String == id })
      #expect(pairs[at + 1] as? Int == index)
    }
  }

  @Test("the page is written last, and its index after the other data")
  func order() throws {
    let order = try Samples.files(Samples.site(), [Samples.card("a")]).order
    #expect(order.last == "index.html")
    let data = order.filter { $0 == "site/index.js" || $0.split(separator: "/").count > 2 }
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
