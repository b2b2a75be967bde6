import Files
import Foundation
import Support
import Testing

@Suite("Texts that a run was given")
struct InputTextCacheTests {
  @Test("a text is as it was when it was first read, and so is what kept it from being read")
  func once() throws {
    let folder = try TemporaryFolder()
    let (file, missing) = (folder.url.appendingPathComponent("a.yml"), folder.url.appendingPathComponent("b.yml"))
    let environment = Environment.tests(in: folder.url)
    try folder.write("first", to: "a.yml")
    #expect(try environment.texts.text(of: file) == "first")
    #expect(throws: FileError(missing.path, .system(ENOENT))) { try environment.texts.text(of: missing) }
    for name in ["a.yml", "b.yml"] { try folder.write("second", to: name) }
    #expect(try environment.texts.text(of: file) == "first")
    #expect(throws: FileError.self) { try environment.texts.text(of: missing) }
    #expect(try Environment.tests(in: folder.url).texts.text(of: file) == "second")
  }
}
