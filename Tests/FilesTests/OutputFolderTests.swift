import Diagnostics
import Foundation
import Support
import Testing

@testable import Files

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
