import Files
import Foundation
import Support
import Testing

@Suite("Folders, locks and streams of the tool's own")
struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test("a folder of ours that a failing disk keeps is taken away all the same, and nothing is tried without end")
  func takenAway() {
    for failures in 0...4 {
      var tried = 0
      ScratchFolder.takeAway {
        tried += 1
        if tried <= failures { throw POSIXError(.EIO) }
      }
      #expect(tried == min(failures + 1, 3))
    }
  }

  @Test("the names in a folder are those of its files, hidden ones too, in the order of their bytes")
  func names() throws {
    for name in ["b", "a10", "a9", ".c", "B/inner"] { try folder.write("", to: name) }
    #expect(try FileSystem.names(in: folder.url) == [".c", "B", "a10", "a9", "b"])
    #expect(throws: FileError(path("a9"), .notAFolder)) {
      try FileSystem.names(in: folder.url.appendingPathComponent("a9"))
    }
  }

  @Test("a link that leads nowhere is nothing, one to a folder is a folder")
  func kinds() throws {
    try FileManager.default.createSymbolicLink(atPath: path("lost"), withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(atPath: path("found"), withDestinationPath: ".")
    #expect(!FileSystem.exists(folder.url.appendingPathComponent("lost")))
    #expect(FileSystem.isFolder(folder.url.appendingPathComponent("found")))
  }

  @Test("a scratch folder and its content are removed with the last reference")
  func scratch() throws {
    try folder.write("text", to: "file")
    var copy: URL?
    do {
      let scratch = try ScratchFolder()
      copy = try withExtendedLifetime(scratch) { try scratch.copy(path("file"), as: "inner/copy") }
      #expect(try copy.map { try RegularFile($0).text() } == "text")
      withExtendedLifetime(scratch) {}
    }
    let made = try #require(copy)
    #expect(
      !FileSystem.exists(made) && !FileSystem.exists(made.deletingLastPathComponent().deletingLastPathComponent()))
  }

  @Test("a held lock is busy for everyone else, and names its holder")
  func lock() throws {
    let tree = try FileTree(folder.url.path)
    let first = try FileLock("lock", in: tree, making: true)
    let second = try FileLock("lock", in: tree, making: false)
    guard case .taken = first.take(.exclusive) else { return }
    first.sign("somebody")
    guard case .busy = second.take(.shared) else {
      Issue.record("both have it")
      return
    }
    #expect(second.signature == "somebody")
  }

  @Test(
    "anything that is appended is behind what was there; a pipe that no one reads is not waited for",
    .timeLimit(.minutes(10))
  )
  func appending() throws {
    try folder.write("one\n", to: "summary")
    let sink = try FileSink(appendingTo: path("summary"))
    try sink.write("two\n")
    try sink.flush()
    #expect(try RegularFile(path("summary")).text() == "one\ntwo\n")
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: FileError.self) { _ = try FileSink(appendingTo: path("pipe")) }
  }

  @Test("a new folder takes its permissions from another folder and replaces none")
  func newFolder() throws {
    #expect(chmod(folder.url.path, 0o750) == 0)
    let tree = try FileTree(folder.url.path)
    _ = try FileTree(new: path("new"), like: tree)
    let mode = try FileManager.default.attributesOfItem(atPath: path("new"))[.posixPermissions] as? Int
    #expect(mode == 0o750)
    #expect(throws: FileError(path("new"), .system(EEXIST))) { _ = try FileTree(new: path("new"), like: tree) }
  }
}
