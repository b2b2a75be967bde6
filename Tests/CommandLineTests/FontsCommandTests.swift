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
}
