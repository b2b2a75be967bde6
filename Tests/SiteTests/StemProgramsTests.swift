import Diagnostics
import Export
import Foundation
import Site
import Support
import Testing

@Suite("Programs that find a word's other forms")
struct StemProgramsTests {
  @Test(
    "a page has those of its own language and of each script",
    arguments: [
      ("ru", "ru en ar"), ("en", "en ru ar"), ("de", "de en ru ar"), ("pt-BR", "pt en ru ar"), ("ar", "ar en ru"),
      ("ja", "en ru ar"), ("uk", "en ar"),
    ])
  func languages(page: String, expected: String) {
    #expect(StemPrograms.languages(ofPageIn: page).joined(separator: " ") == expected)
  }

  @Test("every program that is there is one that a page may have")
  func list() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.url("Templates/Site/stems").path)
    let programs = names.filter { $0.hasSuffix(".sbl") }.map { String($0.dropLast(4)) }
    #expect(programs.sorted() == StemPrograms.languages)
  }

  @Test("the index says whose they are, and each is in its file as it was published")
  func files() throws {
    let files = try Samples.files(Samples.site(), []).texts
    #expect(files["site/index.js"]?.contains(#""stems":["ru","en","ar"]"#) == true)
    let english = try #require(try Samples.siteFiles()["stems/en.sbl"])
    let chunk = try Samples.chunk(files["site/stems/2.js"].flatMap { $0.components(separatedBy: "*/\n").last })
    #expect(chunk[0] as? String == "stems" && chunk[1] as? String == "2" && chunk[2] as? [String] == [english])
    #expect(files["site/stems/4.js"] == nil)
  }

  @Test("the license goes with each of them")
  func license() throws {
    let files = try Samples.files(Samples.site(), []).texts
    for number in 1...3 {
      let text = try #require(files["site/stems/\(number).js"])
      #expect(text.hasPrefix("/*\nCopyright (c) 2001, Dr Martin Porter") && text.contains("THIS SOFTWARE IS PROVIDED"))
    }
  }

  @Test("a chat's page has them as well, and neither page loads them by itself")
  func chat() throws {
    var site = Samples.site(themes: ["light", "dark"])
    site.chat = ChatPage(days: [], unread: nil, months: [], dayOfYear: "", otherDay: "", year: 2024)
    let chat = try Samples.files(site, []).texts
    let feed = try Samples.files(Samples.site(), []).texts
    for number in 0...3 { #expect(chat["site/stems/\(number).js"] == feed["site/stems/\(number).js"]) }
    #expect(chat["index.html"]?.contains("stems") == false && feed["index.html"]?.contains("stems") == false)
  }

  @Test("anything that runs them is no larger than docs/page-templates.md says")
  func size() throws {
    let script = try #require(try Samples.files(Samples.site(), []).texts["site/stems/0.js"])
    #expect(script.utf8.count <= 14_000, "\(script.utf8.count) bytes")
  }

  @Test("a program that is missing is an error before anything is written")
  func missing() throws {
    var files = try Samples.siteFiles()
    files["stems/tr.sbl"] = nil
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(files) }
    #expect(error?.code == "site.script-missing")
  }

  @Test("a project can replace a language's stemmer, but not add an unused one")
  func own() throws {
    let files = try Samples.siteFiles()
    let templates = try SiteTemplates(files, own: ["stems/en.sbl": "define stem as true"])
    let pages = try Samples.site().pages(with: templates)
    #expect(pages.first { $0.path == "site/stems/2.js" }?.text.contains("define stem as true") == true)
    let error = #expect(throws: Diagnostic.self) { try SiteTemplates(files, own: ["stems/xx.sbl": ""]) }
    #expect(error?.code == "site.script-unused")
  }
}
