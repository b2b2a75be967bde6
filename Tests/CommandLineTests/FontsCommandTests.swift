import Foundation
import Support
import Testing

@Suite("feedproof fonts --add")
struct FontsCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func fonts(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["fonts"] + arguments, in: folder.url)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  @Test("writes a lock of one's own, says how it is used, and writes over no file that is there")
  func add() throws {
    let outcome = try fonts("--add", "Noto Sans Phoenician")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("added Noto Sans Phoenician 400 (NotoSansPhoenician-Regular.ttf"))
    #expect(outcome.output.contains("fonts: fonts.lock.json"))
    let written = try text("fonts.lock.json")
    #expect(written.contains("Noto Sans Phoenician") && written.contains("Inter-Regular.otf"))
    #expect(try fonts("--font-lock", "fonts.lock.json").status == 0)

    let again = try fonts("--add", "Noto Sans Carian")
    #expect(again.status == 2 && again.error.contains("error[font.lock-exists]: fonts.lock.json"))
    let hint = #"feedproof fonts --font-lock fonts.lock.json --add "Noto Sans Carian" --write fonts.lock.json"#
    #expect(again.error.contains(hint))
    #expect(try text("fonts.lock.json") == written)
    #expect(try fonts("--add", "Noto Sans Carian", "--write", "fonts.lock.json").status == 2)
    #expect(try text("fonts.lock.json") == written)

    // As the hint says.
    let asked = try fonts(
      "--font-lock", "fonts.lock.json", "--add", "Noto Sans Carian", "--write", "fonts.lock.json")
    #expect(asked.status == 0, "\(asked.error)")
    let both = try text("fonts.lock.json")
    #expect(both.contains("Noto Sans Phoenician") && both.contains("Noto Sans Carian"))
  }

  @Test("writes nothing where one of the families is not there")
  func absent() throws {
    let outcome = try fonts("--add", "Noto Sans Phoenician", "--add", "Zapfino")
    #expect(outcome.status == 3 && outcome.error.contains("error[font.not-installed]"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("fonts.lock.json").path))
  }

  /// A project with a typeface in a folder of it.
  private func makeProject() throws {
    let files = FileManager.default
    try files.copyItem(
      at: Checkout.url("Templates/Project/feed"), to: folder.url.appendingPathComponent("feed"))
    try folder.write("feeds: ../feed\nscales: [1]\n", to: "own/feedproof.yml")
    try files.createDirectory(at: folder.url.appendingPathComponent("own/fonts"), withIntermediateDirectories: true)
    try files.copyItem(
      at: Checkout.url("Templates/Fonts/Inter/Inter-Regular.otf"),
      to: folder.url.appendingPathComponent("own/fonts/Mine.otf"))
  }

  @Test("a file goes into its project's lock by its path from there, with its licence, from whatever folder")
  func own() throws {
    try makeProject()
    let outcome = try fonts("--add", "own/fonts/Mine.otf")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.output == """
        wrote own/fonts.lock.json
        added Inter 400 (fonts/Mine.otf, SIL Open Font License)
        use it with "fonts: fonts.lock.json" in feedproof.yml

        """)
    #expect(try text("own/fonts.lock.json").contains(#""path" : "fonts/Mine.otf""#))
    // Once more is no error: a file that changed is locked as it is then.
    try folder.write("feeds: ../feed\nscales: [1]\nfonts: fonts.lock.json\n", to: "own/feedproof.yml")
    let again = try Tool.run(["fonts", "--add", "./fonts"], in: folder.url.appendingPathComponent("own"))
    #expect(again.status == 0 && !again.output.contains("use it with"), "\(again.error)")

    let shown = try Tool.run(["fonts"], in: folder.url.appendingPathComponent("own"))
    #expect(shown.status == 0 && shown.output.contains("own/fonts/Mine.otf"), "\(shown.output)")
    #expect(try Tool.run(["export", "own"], in: folder.url).status == 0)
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("own/fonts/Mine.otf"))
    let missing = try Tool.run(["export", "own", "--output", "else"], in: folder.url)
    #expect(missing.status == 3 && missing.error.contains("the font file fonts/Mine.otf is not installed"))
  }

  @Test("a folder stands for the lock in it, which may lie beside its typefaces")
  func folderWithLock() throws {
    try makeProject()
    try folder.write("feeds: ../feed\nscales: [1]\nfonts: fonts\n", to: "own/feedproof.yml")
    let outcome = try fonts("--add", "own/fonts/Mine.otf")
    #expect(outcome.status == 0 && !outcome.output.contains("use it with"), "\(outcome.error)")
    #expect(try text("own/fonts/fonts.lock.json").contains(#""path" : "Mine.otf""#))
    let exported = try Tool.run(["export", "own"], in: folder.url)
    #expect(exported.status == 0, "\(exported.error)")
  }

  @Test("what is no font, or none that texts are set in, is refused")
  func unusable() throws {
    try folder.write("no font", to: "notes.ttf")
    let outcome = try fonts("--add", "./notes.ttf")
    #expect(outcome.status == 3 && outcome.error.contains("error[font.unusable]: "), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("fonts.lock.json").path))
  }

  @Test("a file that is not there is told as that, and one that is empty as no font")
  func noFont() throws {
    let folder = try TemporaryFolder()
    let missing = try Tool.run(["fonts", "--add", "./gone.ttf", "--write", "own.lock.json"], in: folder.url)
    #expect(missing.status != 0 && missing.error.contains("error[font.no-file]: there is no file "), "\(missing.error)")
    try folder.write("", to: "empty.ttf")
    let empty = try Tool.run(["fonts", "--add", "./empty.ttf", "--write", "own.lock.json"], in: folder.url)
    #expect(empty.status == 3 && empty.error.contains("is no font, or not all of one"), "\(empty.error)")
  }
}
