import Foundation
import Support
import Testing

@Suite("Errors name the file with its folder, and the right hint")
struct HintTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"items":[{"type":"post","source_id":1,"post_id":1,"date":1,"text":"a"}],"profiles":[],"groups":[]}"#,
      to: "feed.json")
  }

  /// Exports the project `a` and returns the outcome.
  private func export(_ settings: String, environment: [String: String?] = [:]) throws -> Tool.Outcome {
    try folder.write(settings, to: "a/feedproof.yml")
    let arguments = ["export", "a", "--output", "out", "--scale", "1", "--quiet"]
    return try Tool.run(arguments, environment: environment, in: folder.url)
  }

  @Test("a feed that is not there is no matter of permissions")
  func feed() throws {
    let outcome = try export("feeds: nowhere.json")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("error[input.missing]: nowhere.json: the file or folder does not exist"))
    #expect(outcome.error.contains("hint: check \"feeds:\" in feedproof.yml; its paths are relative to that file"))
  }

  @Test("a font lock that is not there was named by someone")
  func fontLock() throws {
    let named = try export("feeds: ../feed.json\nfonts: locks/my.lock.json")
    #expect(named.status == 2)
    #expect(named.error.contains("error[design.missing]: the font lock a/locks/my.lock.json is missing"))
    #expect(named.error.contains("check \"fonts:\" in feedproof.yml"))
    let variable = try export("feeds: ../feed.json", environment: ["FEEDPROOF_FONT_LOCK": "nowhere.json"])
    #expect(variable.status == 2 && variable.error.contains("check FEEDPROOF_FONT_LOCK"))
    #expect(!named.error.contains("FEEDPROOF_HOME") && !variable.error.contains("FEEDPROOF_HOME"))
  }

  @Test("the project file, its tokens, templates and font lock are called by their paths")
  func paths() throws {
    #expect(try export("widht: 3").error.contains("error[project.unknown-key]: a/feedproof.yml:1:1:"))
    try folder.write("{", to: "a/design/my.tokens.json")
    #expect(
      try export("feeds: ../feed.json\ntokens: design/my.tokens.json").error.contains("]: a/design/my.tokens.json:1"))
    let gone = try export("feeds: ../feed.json\ntokens: design/your.tokens.json")
    #expect(gone.error.contains("error[design.missing]: a/design/your.tokens.json is missing"))
    try folder.write("card: post\nroot: {shape: , widht: 3}\n", to: "a/Cards/post.yml")
    #expect(try export("feeds: ../feed.json\ncards: Cards").error.contains("]: a/Cards/post.yml:2:17: unknown key"))
    try folder.write("{}", to: "a/my.lock.json")
    #expect(try export("feeds: ../feed.json\nfonts: my.lock.json").error.contains("]: a/my.lock.json: "))
  }

  @Test("warnings of a design are the same in a manifest wherever the run was started")
  func manifest() throws {
    try folder.write(
      "card: post\nroot: {ratio: 0, child: {shape: , width: 3, height: 3}}\n", to: "a/Cards/post.yml")
    let outcome = try export("feeds: ../feed.json\ncards: Cards")
    #expect(outcome.status == 0, "\(outcome.error)")
    let above = try String(contentsOf: folder.url.appendingPathComponent("out/manifest.json"), encoding: .utf8)
    let inside = folder.url.appendingPathComponent("a")
    _ = try Tool.run(["export", ".", "--output", "../in", "--scale", "1", "--quiet"], in: inside)
    #expect(try String(contentsOf: folder.url.appendingPathComponent("in/manifest.json"), encoding: .utf8) == above)
    #expect(above.contains("template.value"))
  }

  @Test(
    "an unknown option suggests one of another command or with a similar spelling",
    arguments: [
      (["export", "feed.json", "--stage", "a"], "'--stage'\n  hint: it is an option of feedproof show\n"),
      (["export", "feed.json", "--widht", "320"], "'--widht'\n  hint: did you mean '--widths'?\n"),
      (["template", "check", "a", "--min", "3"], "'--min'\n  hint: it is an option of feedproof template layout\n"),
      (["export", "feed.json", "--frobnicate"], "'--frobnicate'\n"),
    ])
  func options(arguments: [String], message: String) throws {
    let outcome = try Tool.run(arguments, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("error[usage.unknown-option]: unknown option " + message))
  }
}
