import Foundation
import Support
import Testing

@testable import Files

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

  @Test("a file that has become shorter is an error, not fewer bytes")
  func shorter() throws {
    let file = try RegularFile(path("file"))
    #expect(truncate(path("file"), 10) == 0)
    #expect(throws: FileIssue.self) { try file.bytes(first: 600_000) }
    #expect(try file.bytes(first: 10) == Array("0123456789".utf8))
  }

  @Test("a pipe is refused at once, as are devices, folders and what is not there")
  func special() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    for path in [path("pipe"), "/dev/zero", folder.url.path, path("nothing")] {
      #expect(throws: FileIssue.self, "\(path)") { _ = try RegularFile(path) }
    }
  }
}
