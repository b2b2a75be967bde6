import Diagnostics
import Site
import Testing

@Suite("A project's own scripts")
struct OwnScriptTests {
  private func templates(with own: [String: String]) throws -> SiteTemplates {
    try SiteTemplates(try Samples.siteFiles(), own: own)
  }

  @Test("a script replaces the tool's of the same path")
  func replaces() throws {
    let own = ["feed/picture-file.js": "export function pictureFile() { return 'own // picture.png'; }"]
    let script = try templates(with: own).script(SiteTemplates.feedScript)
    #expect(script.contains("function pictureFile(){return'own // picture.png';}") && !script.contains("cards/"))
  }

  @Test("one that nothing imports is an error, not a file without a use")
  func unused() {
    let error = #expect(throws: Diagnostic.self) { try templates(with: ["feed/crad.js": "export const a = 1;"]) }
    #expect(error?.code == "site.script-unused" && error?.place?.file == "feed/crad.js")
    #expect(error?.hint == "did you mean \"feed/card.js\"?")
  }

  @Test("a copy of the tool's folder works as the user's folder")
  func copied() throws {
    let script = try SiteTemplates(try Samples.siteFiles(), own: try Samples.siteFiles()).script(
      SiteTemplates.feedScript)
    #expect(try script == templates(with: [:]).script(SiteTemplates.feedScript))
  }

  @Test("anything that is wrong with one is reported before anything is drawn")
  func broken() {
    let error = #expect(throws: Diagnostic.self) { try templates(with: ["review/writing.js": "export const a = 1;"]) }
    #expect(error?.code == "site.script-export")
  }

  @Test(
    "a script as it was written for earlier versions is reported with its new place",
    arguments: [
      ("card.js.mustache", "feed/card.js"), ("review-grid.js.mustache", "review/grid.js"),
      ("feed.js.mustache", "feed/main.js"),
      ("chunks.js.mustache", "common/chunks.js"), ("review.js.mustache", "review/main.js"),
      ("mine.js.mustache", "feed/mine.js"),
    ])
  func oldForm(path: String, now: String) {
    let error = #expect(throws: Diagnostic.self) { try templates(with: [path: "const a = 1;"]) }
    #expect(error?.code == "site.script-template" && error?.place?.file == path)
    #expect(error?.hint?.contains("named \(now)") == true)
  }
}
