import Diagnostics
import Drawing
import Foundation
import Site
import Support
import Testing

@Suite("The review's page")
struct ReviewSiteTests {
  private static let hostile = #""></title><script>alert('1')</script>&amp;<img src=x onerror=alert(2)>\#u{2028}"#

  private func site(_ project: String = "holiday", clusters: [ReviewSite.Cluster] = []) -> ReviewSite {
    ReviewSite(
      project: project, tool: "1", key: "k", environment: "e", keeping: "full", approve: "feedproof approve",
      verdicts: [.init(name: "different", cases: 1, sign: "≠", isOpen: true, isMarked: true, whyNot: "")],
      clusters: clusters)
  }

  /// - Parameter details: The details of each case.
  private func files(_ site: ReviewSite, _ details: [String] = []) throws -> (texts: [String: String], order: [String])
  {
    var texts: [String: String] = [:]
    var order: [String] = []
    func write(_ path: String, _ text: String) {
      texts[path] = text
      order.append(path)
    }
    var data = ReviewData()
    for detail in details { try data.add(detail: detail, to: write) }
    try data.finish(with: try Samples.templates(), to: write)
    let index = ReviewData.index(site, columns: [])
    write("site/index.js", index.start + details.map { _ in "[]" }.joined(separator: ",") + index.end)
    write("index.html", try ReviewData.page(site, with: try Samples.templates()))
    return (texts, order)
  }

  @Test("anything that comes from outside is escaped for its place")
  func escapes() throws {
    let cluster = ReviewSite.Cluster(id: "c", title: Self.hostile, cases: [0], accept: Self.hostile)
    let texts = try files(site(Self.hostile, clusters: [cluster])).texts
    let html = try #require(texts["index.html"])
    #expect(
      html.components(separatedBy: "<script").count == 2 && !html.contains("<img") && html.contains("&lt;script&gt;"))
    let script = try #require(texts["site/index.js"])
    #expect(!script.contains("<") && !script.contains("\u{2028}"))
  }

  @Test("one script is in the page, no style; the policy allows no other, and no place but its own")
  func policy() throws {
    let html = try #require(try files(site()).texts["index.html"])
    try PagePolicy.check(html, scripts: ["site/index.js", "site/decisions.js", "site/review.js"])
    #expect(html.contains("connect-src 'self';") && html.contains("require-trusted-types-for 'script'"))
    #expect(!html.contains("unsafe-inline") && !html.contains("style=") && !html.contains("<style"))
    #expect(html.firstMatch(of: /\son[a-z]+=/) == nil)
  }

  @Test("the page comes last, and before it everything that it loads")
  func order() throws {
    let order = try files(site(), ["{}"]).order
    #expect(order.last == "index.html" && order.contains("site/details/0.js") && order.contains("site/index.js"))
  }

  @Test("the details of eight cases are a file")
  func split() throws {
    let texts = try files(site(), (0..<17).map { #"{"case":\#($0)}"# }).texts
    let counts = try (0..<3).map { number in
      try #require(try Samples.chunk(texts["site/details/\(number).js"]).last as? [[String: Any]]).count
    }
    #expect(counts == [8, 8, 1] && texts["site/details/3.js"] == nil)
  }

  @Test("the page has an icon, and it is there")
  func icon() throws {
    let texts = try files(site()).texts
    #expect(texts["index.html"]?.contains(#"<link rel="icon" href="site/icon.svg">"#) == true)
    #expect(texts["site/icon.svg"]?.hasPrefix("<svg ") == true)
  }

  // The limits grow only for new features, such as undo, comments, films, marks, phone and print layouts, and design
  // reviews.
  @Test("style and script are no larger than 38 500 and 138 000 bytes")
  func size() throws {
    let texts = try files(site()).texts
    let css = try #require(texts["site/review.css"])
    let script = try #require(texts["site/review.js"])
    #expect(css.utf8.count <= 38_500 && script.utf8.count <= 138_000)
  }

  @Test("templates without the review's are an error, not an empty page")
  func missingTemplate() throws {
    var texts = try Samples.siteFiles()
    texts["review.html.mustache"] = nil
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(texts) }
    #expect(error?.message.contains("review.html") == true)
  }
}
