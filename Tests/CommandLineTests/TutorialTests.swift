import CardRendering
import Cards
import Foundation
import Support
import Testing

/// Checks that the instructions in docs/templates.md work.
@Suite("The tutorial of templates")
struct TutorialTests {
  private struct Block {
    var language: Substring
    var lines: [Substring]
    var text: String { lines.map { "\($0)\n" }.joined() }
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: Checkout.url(path), encoding: .utf8)
  }

  private static func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for line in try read("docs/templates.md").split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open {
        if line == "```" { blocks.append(block) }
        open = line == "```" ? nil : Block(language: block.language, lines: block.lines + [line])
      } else if line.hasPrefix("```") {
        open = Block(language: line.dropFirst(3), lines: [])
      }
    }
    return blocks
  }

  private static func blocks(in language: String) throws -> [Block] { try blocks().filter { $0.language == language } }

  @Test("every template in it is sound, with the tokens written there")
  func templates() throws {
    let folder = try TemporaryFolder()
    let tokens = try #require(try Self.blocks(in: "json").first)
    try folder.write(tokens.text, to: "compact.tokens.json")
    let templates = try Self.blocks(in: "yaml")
    #expect(templates.count == 5)
    for (index, template) in templates.enumerated() {
      try folder.write(template.text, to: "Cards/step-\(index).yml")
    }
    let report = TemplateCheck(environment: .tests(in: folder.url)).report(on: ["Cards"])
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics)")
    #expect(report.templates.count == templates.count)
  }

  @Test("the finished card is the example's")
  func finished() throws {
    let templates = try Self.blocks(in: "yaml").filter { $0.lines.first == "# Cards/post.yml" }
    #expect(templates.last?.text == (try Self.read("Examples/compact/Cards/post.yml")))
    #expect(try Self.blocks(in: "json").first?.text == Self.read("Examples/compact/compact.tokens.json"))
  }

  @Test("each edit it shows fits the file that it names, and leaves it sound")
  func edits() throws {
    let diffs = try Self.blocks(in: "diff")
    #expect(diffs.count == 2)
    for diff in diffs {
      let path = try #require(diff.lines.first?.dropFirst("--- ".count))
      func side(_ mark: Character) -> String {
        diff.lines.dropFirst().filter { $0.first == mark }.map { "\($0.dropFirst())\n" }.joined()
      }
      let folder = try TemporaryFolder()
      for file in ["Cards/post.yml", "compact.tokens.json"] {
        try folder.write(try Self.read("Examples/compact/\(file)"), to: file)
      }
      let text = try Self.read("Examples/compact/\(path)")
      #expect(text.components(separatedBy: side("-")).count == 2, "\(path)")
      try folder.write(text.replacingOccurrences(of: side("-"), with: side("+")), to: String(path))
      let report = TemplateCheck(environment: .tests(in: folder.url)).report(on: ["Cards/post.yml"])
      #expect(report.isSound, "\(report.diagnostics)")
    }
  }

  @Test("the error it shows is the one that is reported")
  func shownError() throws {
    let shown = try #require(try Self.blocks().first { $0.lines.first?.hasPrefix("error[") == true })
    let step = try Self.blocks(in: "yaml")[2].text
    let folder = try TemporaryFolder()
    try folder.write(try Self.read("Examples/compact/compact.tokens.json"), to: "compact/compact.tokens.json")
    try folder.write(
      step.replacingOccurrences(of: "- image: thumbnail", with: "- image: thumnail"), to: "compact/Cards/post.yml")
    let report = TemplateCheck(environment: .tests(in: folder.url)).report(on: ["compact/Cards"])
    #expect(report.diagnostics.map { "\($0)\n" }.joined() == shown.text)
  }

  @Test("the layout it shows is the one that is printed")
  func shownLayout() throws {
    let blocks = try Self.blocks()
    let shown = try #require(blocks.first { $0.lines.first?.hasPrefix("$ feedproof template layout") == true })
    let template = try #require(blocks.last { $0.language == "yaml" })
    let folder = try TemporaryFolder()
    try folder.write(template.text, to: "row.yml")
    var options = TemplateLayout.Options()
    (options.minimum, options.maximum) = ("300x0", "300xinf")
    let text = try TemplateLayout(environment: .tests(in: folder.url), options: options).text(
      of: "row.yml", json: false)
    #expect(text.text == shown.lines.dropFirst().map { "\($0)\n" }.joined())
  }

  @Test("every image it shows is there")
  func pictures() throws {
    let text = try Self.read("docs/templates.md")
    let names = text.components(separatedBy: "src=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
    #expect(names.count >= 8)
    for name in names { #expect(FileManager.default.fileExists(atPath: Checkout.url("docs/\(name)").path), "\(name)") }
  }
}
