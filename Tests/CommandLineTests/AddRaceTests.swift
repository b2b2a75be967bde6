import Foundation
import Support
import Testing

@Suite("Several processes add to one project")
struct AddRaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func wall(_ id: Int) -> String {
    #"{"response": {"items": [{"id": \#(id), "from_id": 2, "date": \#(1_717_236_000 + id), "text": "a"}]}}"#
  }

  private func run(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(arguments, in: folder.url) }

  private func names(_ path: String) -> [String] {
    let path = folder.url.appendingPathComponent(path).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }

  /// Holds a lock that conflicts with the one of `add`.
  private func locked(_ kind: Int32, _ body: () throws -> Void) throws {
    let descriptor = open(folder.url.appendingPathComponent("diary").path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try #require(descriptor >= 0 && flock(descriptor, kind | LOCK_NB) == 0)
    try body()
  }

  @Test("while one works, another is refused before it copies anything, and so are verify and init")
  func refused() throws {
    try folder.write(Self.wall(1), to: "wall.json")
    try folder.write(Self.wall(2), to: "june.json")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    try locked(LOCK_EX) {
      for command in [["add", "june.json", "--to", "diary"], ["verify", "diary"], ["init", "diary"]] {
        let refused = try Tool.run(command, in: folder.url)
        #expect(refused.status == 5 && refused.error.contains("error[folder.busy]: diary"), "\(refused.error)")
      }
    }
    try locked(LOCK_SH) {
      let shared = try run("verify", "diary")
      #expect(shared.status == 0, "\(shared.error)")
    }
    #expect(names("diary/inputs") == ["wall.json"])
    #expect(names("diary") == ["feedproof.yml", "inputs", "inputs.sha256", "output"])
  }

  @Test("a half-written list of a killed run goes away, even if its process id is in use again")
  func leftList() throws {
    try folder.write(Self.wall(1), to: "wall.json")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    try folder.write("half", to: "diary/.inputs.sha256.partial-\(getpid())")
    try folder.write("mine", to: "diary/.notes.partial-\(getpid())")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    #expect(names("diary") == [".notes.partial-\(getpid())", "feedproof.yml", "inputs", "inputs.sha256", "output"])
  }

  @Test("of many at once each is done or refused, nothing is lost, doubled or left unlisted")
  func many() throws {
    let exports = (1...6).map { "e\($0)" }
    for (number, name) in exports.enumerated() {
      try folder.write(Self.wall(number), to: "\(name)/wall.json")
      try folder.write(String(repeating: name, count: 100_000), to: "\(name)/photo.bin")
    }
    let running = try (exports + exports).map { name in
      (name, try Tool.start(["add", name, "--to", "diary"], in: folder.url))
    }
    var done: Set<String> = []
    for (name, process) in running {
      let outcome = process.outcome()
      #expect([0, 5].contains(outcome.status), "\(outcome.error)")
      if outcome.status == 0 { done.insert(name) }
    }
    #expect(!done.isEmpty && names("diary/inputs") == done.sorted())
    let verified = try run("verify", "diary")
    #expect(verified.status == 0 && !verified.output.contains("not listed"), "\(verified.output)")
  }

  @Test("a partial copy that a kill left is removed by the next, and is never among the inputs")
  func killed() throws {
    try folder.write(Self.wall(1), to: "wall.json")
    try folder.write("half", to: "diary/.feedproof/add/export/photo.bin")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    #expect(names("diary/inputs") == ["wall.json"] && !names("diary").contains(".feedproof"))
  }

  @Test("an export whose name looks like a partial copy is added under another, with a message")
  func lookAlike() throws {
    try folder.write(Self.wall(1), to: ".mine.partial-2147480000/wall.json")
    try folder.write("kept", to: ".mine.partial-2147480000/.a.json.partial-2147480001")
    try folder.write(Self.wall(2), to: "june.json")
    let added = try run("add", ".mine.partial-2147480000", "--to", "diary")
    #expect(added.status == 0 && added.error.contains("warning[add.renamed]"), "\(added.error)")
    #expect(try run("add", "june.json", "--to", "diary").status == 0)
    #expect(names("diary/inputs") == ["june.json", "mine.partial-2147480000"])
    let list = try text("diary/inputs.sha256")
    #expect(list.contains("  inputs/mine.partial-2147480000/.a.json.partial-2147480001\n"))
    #expect(try run("verify", "diary").status == 0)
    #expect(try run("add", ".mine.partial-2147480000", "--to", "diary").output.contains("mine.partial"))
    #expect(names("diary/inputs").count == 2)
  }

  @Test("a feed whose name looks like a partial copy is read under the name that it gets")
  func lookAlikeFeed() throws {
    try folder.write(Self.wall(1), to: ".wall.json.partial-2147480000")
    let added = try run("add", ".wall.json.partial-2147480000", "--to", "diary")
    #expect(added.status == 0 && added.error.contains("warning[add.renamed]"), "\(added.error)")
    #expect(names("diary/inputs") == ["wall.partial-2147480000.json"])
  }

  @Test("lines of partial copies that are gone fail verify, which names the cure, and the cure removes them")
  func staleLines() throws {
    try folder.write(Self.wall(1), to: "wall.json")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    let list = try text("diary/inputs.sha256")
    let stale = String(repeating: "0", count: 64) + "  inputs/.big.partial-2147480000/photo.bin\n"
    try folder.write(stale + list, to: "diary/inputs.sha256")
    #expect(try run("export", "diary").error.contains("warning[input.gone-copy]"))
    let broken = try run("verify", "diary")
    #expect(broken.status == 1 && broken.output.contains("feedproof add --to diary"), "\(broken.output)")
    let healed = try run("add", "--to", "diary")
    #expect(healed.status == 0 && healed.error.contains("warning[add.dropped-line]"), "\(healed.error)")
    #expect(try text("diary/inputs.sha256") == list)
    #expect(try run("verify", "diary").status == 0)
  }

  @Test("anything that looks like a partial copy among the inputs is moved aside whole, with a message")
  func setAside() throws {
    try folder.write(Self.wall(1), to: "wall.json")
    try folder.write("mine", to: "diary/inputs/.mine.partial-2147480000/a.txt")
    let added = try run("add", "wall.json", "--to", "diary")
    #expect(added.status == 0 && added.error.contains("warning[add.set-aside]"), "\(added.error)")
    #expect(try text("diary/inputs.set-aside/mine.partial-2147480000/a.txt") == "mine")
  }

  @Test("verify names a cure for each kind of fault")
  func cures() throws {
    try folder.write(Self.wall(1), to: "wall.json")
    #expect(try run("add", "wall.json", "--to", "diary").status == 0)
    try folder.write("new", to: "diary/inputs/new.txt")
    try folder.write("other", to: "diary/inputs/wall.json")
    let broken = try run("verify", "diary").output
    #expect(broken.contains("hint: feedproof add --to diary adds the missing lines to the list"), "\(broken)")
    #expect(broken.contains("hint: restore missing and changed inputs"), "\(broken)")
  }

  @Test("without an export a project is brought up to date, and nothing else is made one")
  func withoutExports() throws {
    let refused = try run("add", "--to", "diary")
    #expect(refused.status == 2 && refused.error.contains("add.nothing") && names("").isEmpty, "\(refused.error)")
  }

  @Test("of several init of one folder one makes a whole project")
  func initAtOnce() throws {
    let running = try (1...6).map { _ in try Tool.start(["init", "diary"], in: folder.url) }
    let statuses = running.map { $0.outcome().status }
    #expect(statuses.filter { $0 == 0 }.count == 1 && statuses.allSatisfy { [0, 4, 5].contains($0) }, "\(statuses)")
    let alone = try run("init", "other")
    #expect(alone.status == 0)
    for path in ["Cards", "tokens", "feed", ""] { #expect(names("diary/\(path)") == names("other/\(path)")) }
  }
}
