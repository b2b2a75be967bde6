import Foundation
import Support
import Testing

@Suite("Comparing with mockups")
struct MockupTests {
  /// A project with a mockup that Feedproof rendered itself, and a design file made of its boxes. The tests cover only
  /// the comparison.
  private static let line = "name: short, post: wall1_1, mockup: short.png, frame: short"

  private func project(_ change: (inout [[String: Any]]) -> Void = { _ in }, cases: String = "", line: String = line)
    throws -> ProofProject
  {
    let project = try ProofProject(posts: [ProofProject.text])
    _ = try project.run("export", "--quiet")
    let drawn = try project.data("output/cards/wall1_1/375@2x-light-expanded.png")
    try drawn.write(to: project.folder.url.appendingPathComponent("short.png"))
    let shown = try project.run("show", "--stage", "layout", "--json")
    let layouts = try #require(try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [[String: Any]])
    let layout = try #require(layouts.first)
    var layers = try #require(layout["boxes"] as? [[String: Any]]).map(layer)
    change(&layers)
    let frame: [String: Any] = [
      "id": "1:1", "name": "short", "type": "FRAME", "children": layers,
      "absoluteBoundingBox": ["x": 100, "y": 50, "width": 359, "height": (layout["size"] as? [Double])?[1] ?? 0],
    ]
    let file = ["document": ["id": "0:0", "name": "D", "type": "DOCUMENT", "children": [frame]] as [String: Any]]
    try JSONSerialization.data(withJSONObject: file).write(to: project.folder.url.appendingPathComponent("d.json"))
    try project.folder.write(
      """
      defaults: {figma: d.json, width: 375, scale: 2, unmapped: report}
      cases:
        - {\(line)\(cases)}
      """, to: "cases.yml")
    return project
  }

  /// Returns a layer with the full name of its box, on a canvas with the frame at (100, 50).
  private func layer(_ box: [String: Any]) -> [String: Any] {
    let frame = box["frame"] as? [Double] ?? []
    return [
      "id": "2:1", "name": "Layer [\(box["path"] ?? "")]", "type": box["lines"] == nil ? "RECTANGLE" : "TEXT",
      "absoluteBoundingBox": ["x": frame[0] + 100, "y": frame[1] + 50, "width": frame[2], "height": frame[3]],
    ]
  }

  @Test("every mockup of the news feed is met, to its tolerance")
  func newsfeed() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.run([
      "compare", Checkout.url("Examples/newsfeed").path, "--only", "mockups", "--quiet", "--output", folder.url.path,
    ])
    let data = try Data(contentsOf: folder.url.appendingPathComponent("review/report.json"))
    let cases = try JSONDecoder().decode(ProofProject.Report.self, from: data).cases
    #expect(outcome.status == 0 && !cases.isEmpty && cases.allSatisfy { $0.reference == "mockup" })
    for entry in cases { #expect(["similar", "identical"].contains(entry.verdict), "\(entry.id): \(entry.reasons)") }
  }

  @Test("every mockup of the faces is met, to its tolerance")
  func faces() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.run([
      "compare", Checkout.url("Mockups/faces").path, "--only", "mockups", "--quiet", "--output", folder.url.path,
    ])
    let data = try Data(contentsOf: folder.url.appendingPathComponent("review/report.json"))
    let cases = try JSONDecoder().decode(ProofProject.Report.self, from: data).cases
    #expect(outcome.status == 0 && cases.count == 20)
    for entry in cases { #expect(["similar", "identical"].contains(entry.verdict), "\(entry.id): \(entry.reasons)") }
  }

  @Test("a card as its mockup is similar, never identical, and good")
  func similar() throws {
    let outcome = try project().run("compare", ".", "--only", "mockups", "--quiet")
    #expect(outcome.status == 0 && ["1 case: 1 identical\n", "1 case: 1 similar\n"].contains(outcome.output))
  }

  @Test("a box beyond the tolerance is different; within it, it is not", arguments: [(0.4, 0), (0.6, 1)])
  func moved(shift: Double, status: Int32) throws {
    let project = try project { layers in
      guard let index = layers.firstIndex(where: { $0["name"] as? String == "Layer [card/avatar]" }),
        var box = layers[index]["absoluteBoundingBox"] as? [String: Double]
      else { return }
      box["x", default: 0] -= shift
      layers[index]["absoluteBoundingBox"] = box
    }
    let outcome = try project.run("compare", ".", "--only", "mockups", "--quiet")
    #expect(outcome.status == status)
    if status == 1 { #expect(outcome.output.contains("card/avatar: moved 0.6 pt right")) }
  }

  @Test("a layer that no box is there for fails, unless the case says that it may")
  func extraLayer() throws {
    func add(_ layers: inout [[String: Any]]) {
      layers.append(layer(["path": "card/badge", "frame": [1.0, 1, 5, 5]]))
    }
    let strict = try project(add).run("compare", ".", "--only", "mockups", "--quiet")
    #expect(strict.status == 1 && strict.output.contains("card/badge: missing"))
    let lenient = try project(add, cases: ", ignore: [card/badge]").run("compare", ".", "--only", "mockups", "--quiet")
    #expect(lenient.status == 0)
  }

  @Test("a token with another value than the designer drew with is reported by its name", .timeLimit(.minutes(10)))
  func token() throws {
    let folder = try TemporaryFolder()
    let project = try ProofProject()
    let body = #""fontWeight": "{font.weight.regular}",\#n        "letterSpacing": {"value": -0.17, "unit": "px"},"#
    let tokens = try project.writeTokens(
      replacing: "\(body)\n        \"lineHeight\": 1.4666666667", with: "\(body)\n        \"lineHeight\": 1.6")
    _ = try Tool.run([
      "compare", Checkout.url("Examples/newsfeed").path, "--only", "mockups", "--only", "text-short", "--tokens",
      tokens,
      "--quiet", "--output", folder.url.path,
    ])
    let data = try Data(contentsOf: folder.url.appendingPathComponent("review/report.json"))
    let report = try JSONDecoder().decode(ProofProject.Report.self, from: data)
    #expect(report.clusters.map(\.title) == ["{type.body} lineHeight 1.4667 → 1.6"])
    #expect(report.clusters.first?.accept == nil && report.cases.allSatisfy { $0.reference == "mockup" })
  }

  @Test("a mockup can't be approved")
  func notApproved() throws {
    let project = try project { $0.removeAll { $0["name"] as? String == "Layer [card/avatar]" } }
    let compared = try project.run("compare", ".", "--only", "mockups", "--quiet")
    #expect(compared.status == 1 && compared.output.contains("mockups can't be approved"))
    let outcome = try project.run("approve", "short")
    #expect(outcome.status == 2 && outcome.error.contains("error[approve.mockup]"))
    #expect(try project.run("approve", "--all").output.hasSuffix("approved 0 baselines, left 1 case\n"))
  }

  @Test("a mask hides ink and needs a reason")
  func masks() throws {
    let without = try project(cases: ", masks: [{box: card/avatar}]").run("compare", ".", "--quiet")
    #expect(without.status == 2 && without.error.contains("error[project.value]: cases.yml:3:"))
    let masked = try project(cases: ", masks: [{box: card/avatar, reason: drawn by hand}]")
    #expect(try masked.run("compare", ".", "--only", "mockups", "--quiet").status == 0)
  }

  @Test(
    "anything that is wrong in cases.yml is reported with line and column",
    arguments: [
      (", widht: 3", "unknown key \"widht\""), (", theme: a/b", "\"theme\" must be"),
      (", tolerances: {box: far}", "\"box\" must be"), (", tolerances: {bix: 1}", "unknown key \"bix\""),
    ])
  func wrongCases(text: String, message: String) throws {
    let outcome = try project(cases: text).run("compare", ".", "--quiet")
    #expect(outcome.status == 2 && outcome.error.contains("cases.yml:3:") && outcome.error.contains(message))
  }

  @Test(
    "a post, a state, a frame or an image that is not there is status 2, or new",
    arguments: [
      ("post: wall1_1", "post: wall1_9", 2, "option.post"), ("frame: short", "state: collapsed", 2, "case.no-state"),
      ("frame: short", "frame: shart", 2, "figma.no-frame"), ("short.png", "none.png", 1, ""),
      ("short.png", "d.json", 2, "image.unrecognized"),
    ] as [(String, String, Int32, String)])
  func absent(old: String, new: String, status: Int32, code: String) throws {
    let project = try project(line: Self.line.replacingOccurrences(of: old, with: new))
    let outcome = try project.run("compare", ".", "--only", "mockups", "--quiet")
    #expect(outcome.status == status && (code.isEmpty || outcome.error.contains("error[\(code)]")), "\(outcome)")
  }
}
