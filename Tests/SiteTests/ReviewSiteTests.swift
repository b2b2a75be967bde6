import Diagnostics
import Drawing
import Foundation
import Support
import Testing

@testable import Site

@Suite("The review's page")
struct ReviewSiteTests {
  private static let hostile = #""></title><script>alert('1')</script>&amp;<img src=x onerror=alert(2)>\#u{2028}"#

  private func site(_ project: String = "holiday", clusters: [ReviewSite.Cluster] = []) -> ReviewSite {
    ReviewSite(
      project: project, tool: "1", key: "k", environment: "e", keeping: "full", approve: "feedproof approve",
      verdicts: [("different", 1)], clusters: clusters)
  }

  private func reviewed(
    _ id: String = "p/375@2x-light-expanded", reasons: [String] = [], boxes: [ReviewCase.Box] = [],
    regions: [ReviewCase.Region] = [], size: (Int, Int) = (200, 400)
  ) -> ReviewCase {
    ReviewCase(
      id: id, post: "p", isMockup: false, verdict: "different", width: 375, scale: 2, theme: "light", state: "expanded",
      reasons: reasons, clusters: [], accept: "feedproof approve p", sha256: "00", thumbnail: nil,
      actual: ReviewCase.Picture(path: "actual/p.png", width: size.0, height: size.1), expected: nil, boxes: boxes,
      pixels: ReviewCase.Pixels(differing: 1, limit: 0, antialiased: 0, compared: 9, path: nil, regions: regions),
      masks: [])
  }

  private func box(_ path: String, _ frame: Rect?, own: Bool = true) -> ReviewCase.Box {
    ReviewCase.Box(
      path: path, actual: frame, reference: nil, actualBaseline: nil, referenceBaseline: nil,
      changes: [ReviewCase.Box.Change(text: "moved", own: own)])
  }

  private func files(_ site: ReviewSite, _ cases: [ReviewCase]) throws -> (texts: [String: String], order: [String]) {
    var texts: [String: String] = [:]
    var order: [String] = []
    func write(_ path: String, _ text: String) {
      texts[path] = text
      order.append(path)
    }
    var data = ReviewData()
    for reviewed in cases { try data.add(ReviewEntry(reviewed), to: write) }
    try data.finish(with: try Samples.templates(), to: write)
    let index = ReviewData.index(site)
    write("site/index.js", index.start + cases.map { ReviewEntry($0).head }.joined(separator: ",") + index.end)
    write("index.html", try ReviewData.page(site, with: try Samples.templates()))
    return (texts, order)
  }

  @Test("what comes from outside is escaped for its place")
  func escapes() throws {
    let cluster = ReviewSite.Cluster(id: "c", title: Self.hostile, cases: [0], accept: Self.hostile)
    let boxes = [box(Self.hostile, Rect(x: 0, y: 0, width: 1, height: 1))]
    let texts = try files(
      site(Self.hostile, clusters: [cluster]), [reviewed(Self.hostile, reasons: [Self.hostile], boxes: boxes)]
    ).texts
    let html = try #require(texts["index.html"])
    #expect(!html.contains("<script>") && !html.contains("<img") && html.contains("&lt;script&gt;"))
    for path in ["site/index.js", "site/details/0.js"] {
      let script = try #require(texts[path])
      #expect(!script.contains("<") && !script.contains("\u{2028}"))
    }
    #expect(try Samples.chunk(texts["site/details/0.js"]).count == 3)
  }

  @Test("no script and no style stands in the page; the policy allows none, and no place but its own")
  func policy() throws {
    let html = try #require(try files(site(), []).texts["index.html"])
    #expect(html.contains("default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:;"))
    #expect(html.contains("connect-src 'self';") && html.contains("require-trusted-types-for 'script'"))
    #expect(!html.contains("unsafe-inline") && !html.contains("style=") && !html.contains("<style"))
    #expect(html.firstMatch(of: /\son[a-z]+=/) == nil)
    for tag in html.components(separatedBy: "<script").dropFirst() { #expect(tag.hasPrefix(" defer src=")) }
  }

  @Test("the page comes last, and before it all that it loads")
  func order() throws {
    let order = try files(site(), [reviewed()]).order
    #expect(order.last == "index.html" && order.contains("site/details/0.js") && order.contains("site/index.js"))
  }

  @Test("the start page's data have no boxes; those of eight cases are a file")
  func split() throws {
    let cases = (0..<17).map { reviewed("p\($0)", boxes: [box("card/avatar", .zero)]) }
    let texts = try files(site(), cases).texts
    #expect(texts["site/index.js"]?.contains("card/avatar") == false)
    let counts = try (0..<3).map { number in
      try #require(try Samples.chunk(texts["site/details/\(number).js"]).last as? [[String: Any]]).count
    }
    #expect(counts == [8, 8, 1] && texts["site/details/3.js"] == nil)
  }

  /// The mark is a column of a case's row.
  private func mark(_ reviewed: ReviewCase) throws -> [Double]? {
    let row = try JSONSerialization.jsonObject(with: Data(ReviewEntry(reviewed).head.utf8)) as? [Any]
    return row?.dropFirst(13).first as? [Double]
  }

  @Test("the mark is around what happened of itself, in hundredths of the picture")
  func markOfCauses() throws {
    // At two pixels a point the picture is 100 × 200 points.
    let boxes = [
      box("a", Rect(x: 10, y: 20, width: 30, height: 40)), box("b", Rect(x: 30, y: 100, width: 20, height: 20)),
      box("c", Rect(x: 0, y: 0, width: 100, height: 200), own: false),
    ]
    #expect(try mark(reviewed(boxes: boxes)) == [10, 10, 40, 50])
  }

  @Test("else around the pixels that differ; without any there is none; it never leaves the picture")
  func markOfRegions() throws {
    let region = ReviewCase.Region(x: 20, y: 40, width: 20, height: 4, differing: 3, boxes: [])
    #expect(try mark(reviewed(regions: [region])) == [10, 10, 10, 1])
    #expect(try mark(reviewed()) == nil)
    #expect(try mark(reviewed(boxes: [box("a", Rect(x: 50, y: 150, width: 500, height: 500))])) == [50, 75, 50, 25])
  }

  @Test("the page has an icon, and it is there")
  func icon() throws {
    let texts = try files(site(), []).texts
    #expect(texts["index.html"]?.contains(#"<link rel="icon" href="site/icon.svg">"#) == true)
    #expect(texts["site/icon.svg"]?.hasPrefix("<svg ") == true)
  }

  // What they were when the script was put together line by line, and what undo, comments, progress, designs apart and
  // following windows take, and the films' player.
  @Test("style and script are no larger than 26 500 and 88 500 bytes")
  func size() throws {
    let texts = try files(site(), []).texts
    let css = try #require(texts["site/review.css"])
    let script = try #require(texts["site/review.js"])
    #expect(css.utf8.count <= 26_500 && script.utf8.count <= 88_500)
  }

  @Test("templates without the review's are an error, not an empty page")
  func missingTemplate() throws {
    var texts = try Samples.siteFiles()
    texts["review.html.mustache"] = nil
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(texts) }
    #expect(error?.message.contains("review.html") == true)
  }
}
