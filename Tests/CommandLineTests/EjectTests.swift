import Foundation
import Support
import Testing

/// A card that a project ejects must look like the built-in one, and say later when that one has changed.
@Suite("feedproof eject")
struct EjectTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    #expect(try Tool.run(["init", "p"], in: folder.url).status == 0)
    try folder.write(setting("themes: [light]"), to: "p/feedproof.yml")
  }

  private func setting(_ lines: String) -> String { "feeds: feed\nscales: 1\n\(lines)\n" }

  private func run(_ words: String..., home: URL? = nil) throws -> Tool.Outcome {
    try Tool.run(words, environment: home.map { ["FEEDPROOF_HOME": $0.path] } ?? [:], in: folder.url)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "an ejected template of any skin draws the same cards",
    arguments: ["vk", "blog", "x", "mastodon", "bluesky", "telegram", "activity-streams"])
  func sameCards(skin: String) throws {
    try folder.write(setting("themes: [light, dark]\nskin: \(skin)"), to: "p/feedproof.yml")
    #expect(try run("compare", "p", "--update=missing", "--quiet").status == 1)
    let ejected = try run("eject", "post", "-C", "p")
    #expect(ejected.status == 0, "\(ejected.error)")
    let compared = try run("compare", "p")
    #expect(compared.status == 0, "\(compared.output)\(compared.error)")
    #expect(try run("eject", "tokens", "-C", "p").status == 0)
    #expect(try run("compare", "p", "--quiet").status == 0)
  }

  @Test("every built-in template can be ejected at once, and the project still exports")
  func everyTemplate() throws {
    let names = try run("eject", "-C", "p").output.split(separator: "\n").map(String.init)
    #expect(names.contains("post") && names.contains("parts/media"))
    let ejected = try Tool.run(["eject"] + names + ["-C", "p"], in: folder.url)
    #expect(ejected.status == 0, "\(ejected.error)")
    let exported = try run("export", "p", "--strict", "--quiet")
    #expect(exported.status == 0, "\(exported.error)")
  }

  @Test("existing files are never overwritten, and nothing else is copied then")
  func existing() throws {
    try folder.write("mine\n", to: "p/Cards/post.yml")
    let outcome = try run("eject", "event", "post", "-C", "p")
    #expect(outcome.status == 4 && outcome.error.contains("error[eject.taken]: Cards/post.yml already exists"))
    #expect(try text("p/Cards/post.yml") == "mine\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/p/Cards") == ["post.yml"])
  }

  @Test("a record that can't be read is an error, and is not replaced")
  func brokenRecord() throws {
    try folder.write("{", to: "p/.ejected.json")
    for words in [["eject", "post"], ["eject", "--check"]] {
      let outcome = try Tool.run(words + ["-C", "p"], in: folder.url)
      #expect(outcome.status == 2 && outcome.error.contains("eject.unreadable-record"), "\(outcome.error)")
    }
    #expect(try text("p/.ejected.json") == "{")
  }

  @Test("a newer built-in template is reported by eject --check, compare and export until the file is gone")
  func newerTemplate() throws {
    let home = folder.url.appendingPathComponent("home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    for name in ["Templates", "Mockups"] {
      try FileManager.default.copyItem(at: Checkout.url(name), to: home.appendingPathComponent(name))
    }
    #expect(try run("eject", "post", "event", "-C", "p", home: home).status == 0)
    let unchanged = try run("eject", "--check", "-C", "p", home: home)
    #expect(unchanged.status == 0 && unchanged.output.hasPrefix("no built-in version has changed"))

    let template = try text("home/Templates/Faces/blog/post.yml")
    try folder.write("# New.\n\(template)", to: "home/Templates/Faces/blog/post.yml")
    try FileManager.default.removeItem(at: home.appendingPathComponent("Templates/Cards/event.yml"))
    let changed = try run("eject", "--check", "-C", "p", home: home)
    #expect(changed.status == 1)
    #expect(changed.output.contains("built-in version changed: Cards/post.yml\n"), "\(changed.output)")
    #expect(changed.output.contains("built-in version removed: Cards/event.yml\n"))
    for command in ["export", "compare"] {
      #expect(try run(command, "p", home: home).error.contains("note[eject.outdated]: "), "\(command)")
    }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("p/Cards"))
    #expect(try run("eject", "--check", "-C", "p", home: home).status == 0)
  }
}
