import Files
import Foundation
import Support
import Testing

@Suite("Lines of a file")
struct FileLinesTests {
  private func lines(_ text: String, takesRest: Bool) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "lines.txt")
    var lines = FileLines(try RegularFile(folder.url.appendingPathComponent("lines.txt")), takesRest: takesRest)
    var found: [String] = []
    while let line = try lines.next() { found.append("\(lines.number) \(String(decoding: line, as: UTF8.self))") }
    return found
  }

  @Test("anything that follows the last newline is a line for those who say so", arguments: [true, false])
  func last(takesRest: Bool) throws {
    #expect(try lines("a\n\nb", takesRest: takesRest) == ["1 a", "2 "] + (takesRest ? ["3 b"] : []))
    #expect(try lines("a\nb\n", takesRest: takesRest) == ["1 a", "2 b"])
    #expect(try lines("", takesRest: takesRest) == [])
  }

  @Test("a line may begin in one piece of the file and end in another")
  func long() throws {
    let words = String(repeating: "lake ", count: RegularFile.pieceSize / 3)
    #expect(try lines("a\n\(words)\nb\n", takesRest: false) == ["1 a", "2 \(words)", "3 b"])
  }
}
