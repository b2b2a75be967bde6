import Diagnostics
import Files
import Foundation
import Support
import Testing

@Suite("Output folder")
struct OutputFolderTests {
  @Test("a file appears under its name, in folders made on the way, and nothing else stays")
  func writes() throws {
    let folder = try TemporaryFolder()
    let output = OutputFolder(folder.url.appendingPathComponent("new"))
    try output.write(Data("one".utf8), to: "cards/a/1.png")
    try output.write(Data("two".utf8), to: "cards/a/1.png")
    let written = try FileManager.default.subpathsOfDirectory(atPath: output.url.path).sorted()
    #expect(written == ["cards", "cards/a", "cards/a/1.png"])
    #expect(try String(contentsOf: output.url.appendingPathComponent("cards/a/1.png"), encoding: .utf8) == "two")
  }

  @Test("what killed processes have left goes when something is written next to it, and nothing else does")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let others = [".a.png.partial-1", ".b.txt.partial-2147480000", ".a.png.partial-x", ".partial-2147480000", "a.png~"]
    // A name that is too long ends in a digest.
    let long = ".\(String(repeating: "n", count: 210))~0123456789abcdef.partial-2147480000"
    let ours = [".a.png.partial-2147480000", ".a.png.partial-2147480001", ".b.json.partial-2147480000", long]
    for name in others + ours {
      try folder.write("half", to: "cards/\(name)")
    }
    let output = OutputFolder(folder.url)
    for _ in 0..<2 { try output.write(Data("whole".utf8), to: "cards/a.png") }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("cards").path)
    #expect(left.sorted() == (others + ["a.png"]).sorted())
  }

  @Test("anything that is left of a file of any kind goes when that file is written")
  func ownLeftovers() throws {
    let folder = try TemporaryFolder()
    for name in ["1.avif", "2.avif"] { try folder.write("half", to: ".\(name).partial-2147480000") }
    let output = OutputFolder(folder.url)
    for name in ["a.png", "1.avif"] { try output.write(Data("whole".utf8), to: try .checked(name)) }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.sorted() == [".2.avif.partial-2147480000", "1.avif", "a.png"])
  }

  @Test("a name as long as a file system takes is no longer while it is written", arguments: [200, 252, 255])
  func longName(count: Int) throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: count - 4) + ".png"
    try OutputFolder.write(Data("whole".utf8), to: folder.url.appendingPathComponent(name))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [name])
    let (one, other) = (PartialName(for: name.utf8), PartialName(for: Array((name.dropLast(5) + "m.png").utf8)))
    #expect(one.bytes.count <= 255 && one.bytes != other.bytes)
    #expect(PartialName(one.bytes).map { $0.target == one.target && !$0.isLeft } == true)
  }

  @Test("bytes accepted before a failed write are not written again")
  func halfWritten() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    // More bytes than the pipe has room for, as on an almost full disk.
    let bytes = (0..<300_000).map { UInt8($0 % 251) }
    let sink = FileSink(ends[1], path: "pipe")
    #expect(throws: FileError.self) { try sink.append(bytes) }
    var (arrived, room) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    for _ in 0..<100 where arrived.count < bytes.count {
      let count = read(ends[0], &room, room.count)
      if count > 0 { arrived += room.prefix(count) }
      try? sink.end()
    }
    #expect(arrived == bytes)
    try sink.end()
    #expect(read(ends[0], &room, room.count) < 0)
  }

  @Test("a word of the command line that is not UTF-8 is refused, since its file would get another name")
  func notUTF8() throws {
    let name = [0x61, 0xFF, 0x2E, 0x70].map { CChar(truncatingIfNeeded: $0) } + [0]
    let error = #expect(throws: Diagnostic.self) { try ProcessArguments.check(name, as: "word 2 of the command line") }
    #expect(error?.message == "word 2 of the command line is not UTF-8" && error?.kind == .usage)
    try ProcessArguments.check("ä.png", as: "")
  }

  @Test("a place that can't be written is an error with the file's name")
  func refuses() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let output = OutputFolder(folder.url.appendingPathComponent("file"))
    let error = #expect(throws: Diagnostic.self) { try output.write(Data(), to: "a.png") }
    #expect(error?.code == "output.not-a-folder")
    #expect(error?.place?.file?.hasSuffix("/file") == true)
  }

  @Test("a name as long as file systems take is written like any other")
  func longName() throws {
    let name = String(repeating: "n", count: 251) + ".png"
    let folder = try TemporaryFolder()
    try OutputFolder.write(Data("one".utf8), to: folder.url.appendingPathComponent(name))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [name])
  }
}
