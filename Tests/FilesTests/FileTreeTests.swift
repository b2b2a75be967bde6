import Files
import Foundation
import Support
import Testing

@Suite("Files of a folder, reached without links")
struct FileTreeTests {
  private let folder: TemporaryFolder
  private let tree: FileTree

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("theirs", to: "elsewhere/a.txt")
    tree = try FileTree(making: folder.url.appendingPathComponent("out").path)
  }

  private func fact(_ body: () throws -> Void) -> FileError.Fact? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FileError)?.fact
    }
  }

  private var elsewhere: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("elsewhere").path)) ?? []
  }

  @Test("nothing is written, read, renamed or removed through a link to a folder")
  func folders() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(tree.path)/cards", withDestinationPath: folder.url.appendingPathComponent("elsewhere").path)
    try tree.create("b.txt").flush()
    #expect(fact { _ = try tree.create("cards/b.txt") } == .link)
    #expect(fact { _ = try tree.open("cards/a.txt") } == .link)
    #expect(fact { try tree.rename("b.txt", to: "cards/b.txt") } == .link)
    #expect(fact { try tree.remove("cards/a.txt") } == .link)
    #expect(fact { try tree.link("b.txt", in: tree, as: "cards/b.txt") } == .link)
    #expect(tree.stamp(of: "cards/a.txt") == nil && tree.stamp(of: "cards")?.kind == .link)
    try tree.removeAll("cards")
    #expect(elsewhere == ["a.txt"])
  }

  @Test("a link in place of a file is replaced or removed itself, and never written or read")
  func files() throws {
    let target = folder.url.appendingPathComponent("elsewhere/a.txt")
    try FileManager.default.createSymbolicLink(atPath: "\(tree.path)/a.txt", withDestinationPath: target.path)
    #expect(fact { _ = try tree.create("a.txt") } == .system(EEXIST))
    #expect(fact { _ = try tree.data("a.txt") } == .link)
    try OutputFolder(URL(fileURLWithPath: tree.path)).write(Data("ours".utf8), to: "a.txt")
    #expect(tree.stamp(of: "a.txt")?.kind == .file)
    #expect(try String(contentsOf: target, encoding: .utf8) == "theirs")
  }

  @Test("a pipe, a device and a folder are not files, and no one waits for them", .timeLimit(.minutes(10)))
  func special() throws {
    #expect(mkfifo("\(tree.path)/pipe", 0o600) == 0)
    try tree.makeFolder("folder")
    #expect(fact { _ = try tree.data("pipe") } == .notAFile)
    #expect(fact { _ = try tree.data("folder") } == .folder)
    #expect(fact { _ = try FileTree("/dev").data("zero") } == .notAFile)
    #expect(fact { _ = try FileLock("pipe", in: tree, making: true) } == .notAFile)
  }

  @Test("a file that is larger than it may be is not read")
  func size() throws {
    try folder.write("12345", to: "out/a")
    #expect(fact { _ = try tree.data("a", limit: 4) } == .tooLarge(limit: 4))
    #expect(try tree.data("a", limit: 5) == Data("12345".utf8))
  }

  @Test("names that are no UTF-8 are walked over, linked and removed as any other")
  func bytes() throws {
    let name = try #require(RelativePath(found: [0x61, 0xFF, 0xFE], in: "sub"))
    try tree.create(name).flush()
    var found: [RelativePath] = []
    try tree.walk { path, step in if case .file = step { found.append(path) } }
    #expect(found == [name])
    let other = try FileTree(making: folder.url.appendingPathComponent("other").path)
    try tree.link(name, in: other)
    #expect(other.stamp(of: name) != nil)
    try tree.removeAll("sub")
    #expect(tree.stamp(of: name) == nil && tree.stamp(of: "sub") == nil)
  }

  @Test("a name that is taken is not taken over")
  func taken() throws {
    try folder.write("one", to: "out/a")
    try folder.write("two", to: "out/b")
    #expect(try !tree.renameIfFree("a", to: "b"))
    #expect(try tree.renameIfFree("a", to: "c"))
    #expect(try tree.data("b") == Data("two".utf8) && tree.data("c") == Data("one".utf8))
  }
}
