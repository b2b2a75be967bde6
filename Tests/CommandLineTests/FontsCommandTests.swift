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

  @Test("writes a lock of the user's own, says how it is used, and writes over no file that is there")
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
    let hint = #"feedproof fonts --fonts fonts.lock.json --add 'Noto Sans Carian' --write fonts.lock.json"#
    #expect(again.error.contains(hint))
    #expect(try text("fonts.lock.json") == written)
    #expect(try fonts("--add", "Noto Sans Carian", "--write", "fonts.lock.json").status == 2)
    #expect(try text("fonts.lock.json") == written)

    // Run the command from the hint.
    let asked = try fonts(
      "--font-lock", "fonts.lock.json", "--add", "Noto Sans Carian", "--write", "fonts.lock.json")
    #expect(asked.status == 0, "\(asked.error)")
    let both = try text("fonts.lock.json")
    #expect(both.contains("Noto Sans Phoenician") && both.contains("Noto Sans Carian"))
  }

  @Test("writes nothing if one of the families is not there")
  func absent() throws {
    let outcome = try fonts("--add", "Noto Sans Phoenician", "--add", "Zapfino")
    #expect(outcome.status == 3 && outcome.error.contains("error[font.not-installed]"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("fonts.lock.json").path))
  }

  /// Creates a project with a typeface in its own folder.
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
    // Adding again is no error: a changed file is locked with its new contents.
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

  @Test("a folder stands for the lock in it, which may are next to its typefaces")
  func folderWithLock() throws {
    try makeProject()
    try folder.write("feeds: ../feed\nscales: [1]\nfonts: fonts\n", to: "own/feedproof.yml")
    let outcome = try fonts("--add", "own/fonts/Mine.otf")
    #expect(outcome.status == 0 && !outcome.output.contains("use it with"), "\(outcome.error)")
    #expect(try text("own/fonts/fonts.lock.json").contains(#""path" : "Mine.otf""#))
    let exported = try Tool.run(["export", "own"], in: folder.url)
    #expect(exported.status == 0, "\(exported.error)")
  }

  @Test("files that are not text fonts are refused")
  func unusable() throws {
    try folder.write("no font", to: "notes.ttf")
    let outcome = try fonts("--add", "./notes.ttf")
    #expect(outcome.status == 3 && outcome.error.contains("error[font.unusable]: "), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("fonts.lock.json").path))
  }

  @Test("a file that is not there is reported as that, and one that is empty as no font")
  func noFont() throws {
    let folder = try TemporaryFolder()
    let missing = try Tool.run(["fonts", "--add", "./gone.ttf", "--write", "own.lock.json"], in: folder.url)
    #expect(missing.status != 0 && missing.error.contains("error[font.no-file]: the font file "), "\(missing.error)")
    try folder.write("", to: "empty.ttf")
    let empty = try Tool.run(["fonts", "--add", "./empty.ttf", "--write", "own.lock.json"], in: folder.url)
    #expect(empty.status == 3 && empty.error.contains("is not a complete font file"), "\(empty.error)")
  }

  /// Returns the bundled font with a weight axis from 100 to 900 and the default 400 (OpenType, `fvar`), which marks a
  /// variable font.
  private func variableFont() throws -> Data {
    let bytes = [UInt8](try Data(contentsOf: Checkout.url("Templates/Fonts/Inter/Inter-Regular.otf")))
    func number(at place: Int, _ count: Int) -> Int { bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) } }
    func written(_ number: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
    var tables = (0..<number(at: 4, 2)).map { index in
      let entry = 12 + 16 * index
      let start = number(at: entry + 8, 4)
      return (name: Array(bytes[entry..<(entry + 4)]), data: Array(bytes[start..<(start + number(at: entry + 12, 4))]))
    }
    // Version 1.0, the axes after 16 bytes, one axis of 20 bytes, no named instances of 8 bytes.
    let head = [1, 0, 16, 2, 1, 20, 0, 8].flatMap { written($0, 2) }
    var axis = Array("wght".utf8)
    for number in [100 << 16, 400 << 16, 900 << 16] { axis += written(number) }
    axis += written(0, 2) + written(256, 2)
    tables.append((Array("fvar".utf8), head + axis))
    tables.sort { $0.name.lexicographicallyPrecedes($1.name) }
    var (directory, body) = (Array(bytes[0..<4]), [UInt8]())
    directory += written(tables.count, 2) + Array(bytes[6..<12])
    let start = 12 + 16 * tables.count
    for table in tables {
      directory += table.name + written(0) + written(start + body.count) + written(table.data.count)
      body += table.data + [UInt8](repeating: 0, count: (4 - table.data.count % 4) % 4)
    }
    return Data(directory) + Data(body)
  }

  @Test("a variable font is used at its default weight, with a note")
  func variable() throws {
    try folder.write("widths: [375]\nscales: [1]\n", to: "own/feedproof.yml")
    try FileManager.default.copyItem(
      at: Checkout.url("Templates/Project/feed"), to: folder.url.appendingPathComponent("own/feed"))
    try variableFont().write(to: folder.url.appendingPathComponent("own/Var.otf"))
    let outcome = try fonts("--add", "own/Var.otf")
    #expect(outcome.status == 0 && outcome.output.contains("added Inter 400 (Var.otf"), "\(outcome.error)")
    #expect(outcome.error.contains("note[font.variable]: "), "\(outcome.error)")
    #expect(outcome.error.contains("only its default weight is used, Inter 400"))
    let lock = try text("own/fonts.lock.json")
    #expect(lock.contains(#""path" : "Var.otf""#))
    try folder.write("widths: [375]\nscales: [1]\nfonts: fonts.lock.json\n", to: "own/feedproof.yml")
    let exported = try Tool.run(["export", "own"], in: folder.url)
    #expect(exported.status == 0 && !exported.error.contains("error"), "\(exported.error)")
  }
}
