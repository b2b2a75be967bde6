import CardRendering
import Cards
import Diagnostics
import Files
import Foundation
import Support
import Testing

@Suite("template check")
struct TemplateCheckTests {
  private let folder: TemporaryFolder
  private static let tokens = """
    {
      "color": {"$type": "color", "ink": {"$value": "#000000"}},
      "size": {"$type": "dimension", "a": {"$value": {"value": 4, "unit": "px"}}},
      "type": {"$type": "typography", "t": {"$value": {"fontFamily": "Inter", "fontSize": {"value": 10, "unit": "px"},
        "fontWeight": 400, "letterSpacing": {"value": 0, "unit": "px"}, "lineHeight": 1.5}}}
    }
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.tokens, to: "my.tokens.json")
  }

  private func report(_ files: String..., tokens: [String] = []) -> TemplateReport {
    TemplateCheck(environment: .tests(in: folder.url), tokens: tokens).report(on: files)
  }

  /// Returns the diagnostics for a template with this root element.
  private func problems(card: String = "post", root: String) throws -> [Diagnostic] {
    try folder.write("card: \(card)\ntokens: my.tokens.json\nroot: \(root)\n", to: "a.yml")
    return report("a.yml").diagnostics
  }

  @Test("two names of one side are reported as the language has the sides")
  func language() throws {
    try folder.write("card: none\nroot: {inset: {start: 1, right: 2}, child: {spacer: }}\n", to: "a.yml")
    let environment = Environment.tests(in: folder.url)
    #expect(TemplateCheck(environment: environment).report(on: ["a.yml"]).isSound)
    let turned = TemplateCheck(environment: environment, language: Language(code: "ar")).report(on: ["a.yml"])
    #expect(turned.diagnostics.map(\.code) == ["template.side"], "\(turned.diagnostics)")
  }

  @Test("the tool's own templates are sound in every theme that is next to their tokens")
  func ownTemplates() {
    let report = TemplateCheck(environment: .tests(in: Checkout.folder)).report(on: ["Templates/Cards"])
    #expect(report.isSound && report.diagnostics.isEmpty, "\(report.diagnostics)")
    #expect(report.templates.map(\.file).contains("Templates/Cards/event.yml"))
    #expect(report.templates.allSatisfy { $0.themes.starts(with: ["light", "dark"]) })
    #expect(report.text.contains("Templates/Cards/post.yml: ok (card post; light, dark, high-contrast"))
  }

  @Test(
    "each problem has a file, line, column and hint",
    arguments: [
      ("post", #"{shape: , widht: 5}"#, "3:17", "template.unknown-key", "did you mean \"width\"?"),
      ("post", #"{shape: , width: "{size.b}"}"#, "3:24", "token.unknown", "did you mean \"{size.a}\"?"),
      ("post", #"{shape: , if: autor}"#, "3:21", "template.unknown-path", "did you mean \"author\"?"),
      ("post", #"{icon: lke, tint: "{color.ink}"}"#, "3:14", "template.unknown-icon", "did you mean \"like\"?"),
      ("pst", #"{shape: }"#, "1:7", "template.card", "did you mean \"post\"?"),
      ("event", #"{shape: , if: author}"#, "3:21", "template.unknown-path", "choose one of"),
      ("none", #"{shape: , if: title}"#, "3:21", "template.unknown-path", nil),
      ("post", #"{shape: , width: "{color.ink}"}"#, "3:24", "token.wrong-type", nil),
      (
        "post", #"{text: counters, style: "{type.t}", color: "{color.ink}"}"#, "3:14", "template.path-type",
        "counters.leading"
      ),
      (
        "post", #"{stack: vertical, children: [{shape: , name: a}, {shape: , name: a}]}"#, "3:72",
        "template.duplicate-name", "a unique name"
      ),
      ("post", #"{stack: sideways}"#, "3:15", "template.value", nil),
      ("post", #"{stack: vertical, children: [{use: card}]}"#, "3:42", "template.unknown-part", nil),
    ] as [(String, String, String, String, String?)])
  func places(card: String, root: String, place: String, code: String, hint: String?) throws {
    let problems = try problems(card: card, root: root)
    let problem = try #require(problems.first { $0.code == code }, "\(problems)")
    // Columns are shifted, because elements begin after "root: ".
    #expect(problem.place?.file == "a.yml")
    #expect(problem.place.map { "\($0)" }?.hasPrefix("a.yml:\(place.prefix { $0 != ":" }):") == true)
    if let hint { #expect(problem.hint?.contains(hint) == true, "\(problem)") }
    #expect(!report("a.yml").isSound)
  }

  @Test("a cyclic alias is reported at its place in the token file")
  func cycle() throws {
    try folder.write(
      """
      {"size": {"$type": "dimension",
        "a": {"$value": "{size.b}"},
        "b": {"$value": "{size.a}"}}}
      """, to: "my.tokens.json")
    let problems = try problems(root: #"{shape: , width: "{size.a}"}"#)
    #expect(problems.contains { $0.code == "token.cycle" && "\($0)".contains("my.tokens.json:3:") }, "\(problems)")
    #expect(problems.allSatisfy { $0.severity == .error })
  }

  @Test("a theme that breaks the template is found, though the base is sound")
  func theme() throws {
    try folder.write(#"{"size": {"a": {"$type": "number", "$value": 3}}}"#, to: "my.night.tokens.json")
    let problems = try problems(root: #"{shape: , width: "{size.a}"}"#)
    #expect(problems.map(\.code) == ["token.wrong-type"])
    #expect(report("a.yml").templates[0].themes == ["light", "night"])
  }

  @Test("--tokens takes the place of the template's own; several are laid over each other")
  func ownTokens() throws {
    try folder.write(
      #"{"size": {"$type": "dimension", "b": {"$value": {"value": 4, "unit": "px"}}}}"#, to: "more.tokens.json")
    try folder.write(
      "card: none\ntokens: nowhere.json\nroot: {shape: , width: \"{size.a}\", height: \"{size.b}\"}", to: "a.yml")
    #expect(report("a.yml").diagnostics.map(\.code) == ["design.missing"])
    #expect(report("a.yml", tokens: ["my.tokens.json"]).diagnostics.map(\.code) == ["token.unknown"])
    #expect(report("a.yml", tokens: ["my.tokens.json", "more.tokens.json"]).isSound)
  }

  @Test("a template may name several token files")
  func tokenList() throws {
    try folder.write(#"{"size": {"$type": "dimension", "b": {"$value": "{size.a}"}}}"#, to: "more.tokens.json")
    try folder.write(
      "card: none\ntokens: [my.tokens.json, more.tokens.json]\nroot: {shape: , width: \"{size.b}\"}", to: "a.yml")
    #expect(report("a.yml").isSound)
    #expect(report("a.yml").templates[0].tokens == ["my.tokens.json", "more.tokens.json"])
  }

  @Test("a template without tokens that names one is reported to get some")
  func noTokens() throws {
    try folder.write("card: none\nroot: {shape: , width: \"{size.a}\"}", to: "a.yml")
    #expect(report("a.yml").diagnostics.first?.hint?.contains("--tokens") == true)
    try folder.write("card: none\nroot: {shape: , width: 4}", to: "a.yml")
    #expect(report("a.yml").isSound)
  }

  @Test("a mistake in an included file is reported with that file's own path")
  func included() throws {
    try folder.write("parts: {p: {shape: , widht: 3}}", to: "cards/parts/p.yml")
    try folder.write("card: none\ninclude: parts/p.yml\nroot: {use: p}", to: "cards/a.yml")
    #expect(report("cards/a.yml").diagnostics.map { "\($0.place.map { "\($0)" } ?? "")" } == ["cards/parts/p.yml:1:22"])
  }

  @Test("a file that is not there, or is no YAML, is one error")
  func unreadable() throws {
    #expect(report("nowhere.yml").diagnostics.map(\.code) == ["input.missing"])
    try folder.write("card: [", to: "a.yml")
    #expect(report("a.yml").diagnostics.map(\.code) == ["template.yaml"])
    #expect(!report("a.yml", "nowhere.yml").isSound)
  }
}
