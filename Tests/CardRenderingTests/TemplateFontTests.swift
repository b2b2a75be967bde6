import CardRendering
import Diagnostics
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Fonts of a design that are not locked")
struct TemplateFontTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "card: post\ntokens: ../own.tokens.json\nroot: {text: summary, style: \"{type}\", color: \"{ink}\"}\n",
      to: "Cards/post.yml")
  }

  private func write(family: String, weight: Int) throws {
    try folder.write(
      """
      {
        "ink": {"$type": "color", "$value": "#000000"},
        "type": {"$type": "typography", "$value": {"fontFamily": "\(family)",
          "fontSize": {"value": 10, "unit": "px"}, "fontWeight": \(weight), "lineHeight": 1.5}}
      }
      """, to: "own.tokens.json")
  }

  @Test(
    "template check reports them at their token",
    arguments: [("Comic Sans MS", 400, "font.no-family"), ("Inter", 900, "font.no-weight")])
  func check(family: String, weight: Int, code: String) throws {
    try write(family: family, weight: weight)
    let report = TemplateCheck(environment: .tests(in: folder.url)).report(on: ["Cards/post.yml"])
    #expect(report.diagnostics.map(\.code) == [code])
    #expect(report.diagnostics.first?.place == .line(3, column: 11, in: "own.tokens.json"))
    #expect(!report.isSound)
  }

  @Test("a run ends with status 2 before anything is drawn")
  func run() throws {
    try write(family: "Comic Sans MS", weight: 400)
    var project = Project(folder: folder.url, feeds: [], output: folder.url.appendingPathComponent("output"))
    project.cards = folder.url.appendingPathComponent("Cards")
    do {
      _ = try Design.load(for: project, environment: .tests(in: folder.url), showing: [.post])
      Issue.record("the design was taken")
    } catch {
      let failure = RunFailure(stopping: error)
      #expect(failure.status == .brokenInput)
      #expect(failure.diagnostics.map(\.code) == ["font.no-family"])
    }
  }

  @Test("the lock that is asked for decides")
  func otherLock() throws {
    try write(family: "Brand", weight: 400)
    let lock = """
      {"schema": 1, "faces": [{"family": "Brand", "style": "normal", "weight": 400, "file": "Brand.otf", "index": 0,
      "version": "1", "sha256": "", "bytes": 1}]}
      """
    try folder.write(lock, to: "brand.lock.json")
    let check = TemplateCheck(environment: .tests(in: folder.url), fontLock: "brand.lock.json")
    #expect(check.report(on: ["Cards/post.yml"]).isSound)
  }
}
