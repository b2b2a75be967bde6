import Diagnostics
import Files
import Foundation
import Projects
import Support
import Testing

@Suite("Values of list options")
struct ListWordsTests {
  @Test(
    "commas and repeated options are the same",
    arguments: [
      (["a,b", "c"], ["a", "b", "c"]), (["a, b"], ["a", "b"]), ([#"a\,b"#], ["a,b"]), ([#"a\b"#], [#"a\b"#]),
      (["a,,b"], ["a", "", "b"]), ([#"a\"#], [#"a\"#]),
    ])
  func values(words: [String], expected: [String]) {
    #expect(ListWords.values(words) == expected)
  }

  @Test("an existing path with a comma is one path")
  func paths() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a,b/photo.jpg")
    let environment = Environment.tests(in: folder.url)
    #expect(ListWords.paths(["a,b", "c,d"], in: environment) == ["a,b", "c", "d"])
  }

  @Test("pairs keep commas in their values")
  func pairs() {
    #expect(ListWords.pairs(["budget=1..4,video=1,2", "text=3"]) == ["budget=1..4", "video=1,2", "text=3"])
  }
}

@Suite("Required versions")
struct VersionRequirementTests {
  @Test(
    "bounds compare number by number",
    arguments: [
      (">=0.2", "0.2.0", true), (">=0.2", "0.1.9", false), (">=0.2", "0.10.0", true), (">=0.2, <1", "1.0", false),
      (">=0.2,<1", "0.9.9", true), ("=0.2", "0.2.0", true), (">0.2", "0.2", false), ("<=0.2", "0.2.1", false),
    ])
  func bounds(requirement: String, version: String, expected: Bool) throws {
    #expect(try #require(VersionRequirement(requirement)).accepts(version) == expected)
  }

  @Test(
    "other texts are no requirement", arguments: ["0.2", ">= x", ">=", "", ">=1.2.3.4.5", ">=1..2", "~>0.2", ">=٣"])
  func invalid(text: String) {
    #expect(VersionRequirement(text) == nil)
  }

  @Test("a project for a later version reports only that")
  func project() throws {
    let text = "requires: \">=99\"\nnewKey: 1\nwidths: x\n"
    let issues = #expect(throws: DiagnosticList.self) {
      try ProjectFile.read(text, in: URL(fileURLWithPath: "/p"))
    }
    #expect(issues?.diagnostics.map(\.code) == ["project.version"])
    #expect(throws: DiagnosticList.self) { try ProjectFile.read("requires: 0.2", in: URL(fileURLWithPath: "/p")) }
    #expect(throws: Never.self) { try ProjectFile.read("requires: \">=0.1\"", in: URL(fileURLWithPath: "/p")) }
  }
}

@Suite("Named screens")
struct NamedScreenTests {
  private func read(_ text: String) throws -> Project { try ProjectFile.read(text, in: URL(fileURLWithPath: "/p")) }

  @Test("alone, they are all screens of a comparison")
  func alone() throws {
    let project = try read(
      "screens: [{name: phone, width: 375, scale: 2, themes: [light, dark]}, {name: tablet, width: 768, scale: 1}]")
    #expect(project.widths == [375, 768] && project.scales == [2, 1] && project.themes == ["light", "dark"])
    #expect(project.compares(width: 375, scale: 2, theme: "dark"))
    #expect(project.compares(width: 768, scale: 1, theme: "light"))
    #expect(!project.compares(width: 768, scale: 1, theme: "dark"))
    #expect(!project.compares(width: 375, scale: 1, theme: "light"))
  }

  @Test("they are added to the combinations of widths, scales and themes")
  func combined() throws {
    let project = try read("widths: [320]\nscreens: [{name: tablet, width: 768, scale: 1}]")
    #expect(project.compares(width: 320, scale: 2, theme: "light"))
    #expect(project.compares(width: 768, scale: 1, theme: "light"))
    #expect(!project.compares(width: 320, scale: 1, theme: "light"))
  }

  @Test("screens on the command line replace them")
  func overridden() throws {
    let project = try read("screens: [{name: tablet, width: 768, scale: 1}]")
    var overrides = ProjectOverrides()
    overrides["widths"] = ["320"]
    let environment = Environment.tests(in: URL(fileURLWithPath: "/p"))
    let other = try overrides.apply(to: project, environment: environment)
    #expect(other.compares(width: 320, scale: 1, theme: "light"))
  }

  @Test(
    "an incomplete, unknown or repeated screen is an error",
    arguments: [
      "screens: []", "screens: phone", "screens: [{name: a}]", "screens: [{width: 375}]",
      "screens: [{name: a, width: 375, height: 3}]", "screens: [{name: a, width: 3}]",
      "screens: [{name: a, width: 375}, {name: a, width: 320}]", "screens: [{name: a, width: 375, themes: [\"/\"]}]",
    ])
  func faulty(text: String) {
    #expect(throws: DiagnosticList.self) { try read(text) }
  }
}

@Suite("Names of settings")
struct SettingNameTests {
  @Test("an option has the name of its key")
  func options() {
    for setting in Setting.all {
      guard let option = setting.option else { continue }
      let words = option.name.split(separator: "-").map(String.init)
      let key = (words.first ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      #expect(key == setting.name)
    }
  }

  @Test("skin was called face, and still may be")
  func skin() throws {
    let read = { (text: String) in try ProjectFile.read(text, in: URL(fileURLWithPath: "/p")).face }
    #expect(try read("skin: vk") == "vk" && read("face: vk") == "vk")
  }
}
