import Foundation
import Site
import Testing

@Suite("Words of feeds in pages")
struct PageTextTests {
  private static let joined =
    "\u{600}<script src=../inputs/evil/x.js>\u{600}</script>\"\u{301} onclick=x a=\u{600}'&\u{301}"

  @Test("a sign that U+0600 or a combining mark is joined to is escaped as well, also in an included template")
  func joined() throws {
    var site = Samples.site(title: Self.joined)
    for word in site.words.keys { site.words[word] = Self.joined }
    let html = try #require(try Samples.files(site, []).texts["index.html"])
    let bytes = Array(html.utf8)
    #expect(Data(bytes).range(of: Data("<script src".utf8)) == nil)
    #expect(Data(bytes).range(of: Data("\u{301} onclick=x a=\u{600}'".utf8)) == nil)
    #expect(
      html.unicodeScalars.count { $0 == "<" }
        == (try Samples.files(Samples.site(), []).texts["index.html"])?
        .unicodeScalars.count { $0 == "<" })
  }
}
