import Files
import Foundation
import Support
import Testing

@Suite("Regular files")
struct RegularFileTests {
  private let folder: TemporaryFolder
  private let text = String(repeating: "0123456789", count: 60_000)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(text, to: "file")
    try folder.write("", to: "empty")
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test("as much as is asked for is read, or all there is", arguments: [0, 1, 25, 600_000, 600_001, .max])
  func first(count: Int) throws {
    let file = try RegularFile(path("file"))
    #expect(try file.bytes(first: count) == Array(text.utf8.prefix(count)))
    #expect(file.stamp.size == 600_000)
  }

  @Test("pieces are the whole file in its order", arguments: ["file", "empty"])
  func pieces(name: String) throws {
    var bytes: [UInt8] = []
    try RegularFile(path(name)).forEachPiece { bytes += $0 }
    #expect(bytes == (name == "file" ? Array(text.utf8) : []))
  }

  @Test("some of a file's bytes are a file by themselves, with an end and a mark of their own")
  func part() throws {
    let whole = try RegularFile(path("file"))
    let (part, other) = (
      RegularFile(10..<600, of: whole, path: "part"), RegularFile(600..<600, of: whole, path: "none")
    )
    #expect(try part.bytes(limit: 590) == Array(text.utf8)[10..<600].map { $0 } && part.stamp.size == 590)
    #expect(try part.bytes(last: 3) == Array("789".utf8) && part.read(at: 588, upTo: 9) == Array("89".utf8))
    #expect(try part.bytes(first: 600).count == 590 && part.read(at: 700, upTo: 1).isEmpty)
    #expect(throws: FileError("part", .tooLarge(limit: 589))) { try part.bytes(limit: 589) }
    #expect(throws: FileError.self) { try part.mapped() }
    #expect(try other.bytes(limit: 0).isEmpty && other.stamp != part.stamp)
    #expect(RegularFile(10..<600, of: whole, path: "part").stamp == part.stamp)
  }

  @Test("a file that has become shorter is an error, not fewer bytes")
  func shorter() throws {
    let file = try RegularFile(path("file"))
    #expect(truncate(path("file"), 10) == 0)
    #expect(throws: FileError.self) { try file.bytes(first: 600_000) }
    #expect(try file.bytes(first: 10) == Array("0123456789".utf8))
  }

  @Test("a file that is larger than it may be is not read")
  func limit() throws {
    #expect(throws: FileError(path("file"), .tooLarge(limit: 599_999))) {
      try RegularFile(path("file")).bytes(limit: 599_999)
    }
    #expect(try RegularFile(path("file")).bytes(limit: 600_000).count == 600_000)
  }

  @Test("a file of the kernel's, which says that it is empty, is read to its end")
  func unsized() throws {
    let path = "/proc/self/status"
    guard FileStamp(path, following: true) != nil else { return }
    #expect(try RegularFile(path).text().hasPrefix("Name:"))
  }

  @Test("a text is UTF-8, with or without a byte order mark, and else an error")
  func texts() throws {
    try folder.write("кот", to: "text")
    try folder.write("\u{FEFF}кот", to: "marked")
    try Data([0xEA, 0xEE, 0xF2]).write(to: folder.url.appendingPathComponent("latin"))
    #expect(try RegularFile(path("text")).text() == "кот")
    #expect(try RegularFile(path("marked")).text().hasSuffix("кот"))
    #expect(throws: FileError(path("latin"), .notUTF8)) { try RegularFile(path("latin")).text() }
  }

  @Test("a mapping has the file's bytes", arguments: ["file", "empty"])
  func mapping(name: String) throws {
    let file = try RegularFile(path(name)).mapped()
    #expect(Array(file.bytes) == (name == "file" ? Array(text.utf8) : []))
  }

  @Test("a symbolic link is followed unless it must not be")
  func links() throws {
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "file")
    #expect(try RegularFile(path("link")).stamp.size == 600_000)
    #expect(throws: FileError(path("link"), .link)) { try RegularFile(notLinked: path("link")) }
  }

  @Test("a pipe is refused at once, as are devices, folders and what is not there", .timeLimit(.minutes(10)))
  func special() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let places: [(String, FileError.Fact)] = [
      (path("pipe"), .notAFile), ("/dev/zero", .notAFile), (folder.url.path, .folder),
      (path("nothing"), .system(ENOENT)),
    ]
    for (path, fact) in places {
      #expect(throws: FileError(path, fact)) { _ = try RegularFile(path) }
    }
  }

  @Test(
    "anything that can't be read is reported with its reason and what to do",
    arguments: [
      (.folder, "it is a folder"), (.notAFile, "it is not a regular file"), (.notUTF8, "it is not UTF-8"),
      (.tooLarge(limit: 5), "it is larger than 5 bytes"), (.system(ENOENT), "No such file or directory"),
    ] as [(FileError.Fact, String)])
  func words(fact: FileError.Fact, reason: String) {
    let diagnostic = FileError("a.yml", fact).unreadable()
    #expect("\(diagnostic)".hasPrefix("error[input.unreadable]: a.yml: the file can't be read: \(reason)\n"))
    #expect(diagnostic.hint != nil && diagnostic.kind == .input)
  }
}
