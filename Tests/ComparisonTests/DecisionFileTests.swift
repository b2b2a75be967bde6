import Comparison
import Diagnostics
import Foundation
import Support
import Testing

@Suite("Files of decisions")
struct DecisionFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func problem(_ name: String) -> String? {
    do throws(Diagnostic) {
      _ = try DecisionFile.read(folder.url.appendingPathComponent(name))
      return nil
    } catch {
      #expect(error.code == "decisions.unreadable" && error.hint != nil)
      #expect(error.place?.file == folder.url.appendingPathComponent(name).path)
      return error.message
    }
  }

  @Test("a pipe, a folder and what is not there are reported at once", .timeLimit(.minutes(10)))
  func special() throws {
    #expect(mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600) == 0)
    #expect(problem("pipe") == "the decisions can't be read: it is not a regular file")
    #expect(problem("") == "the decisions can't be read: it is a folder")
    #expect(problem("nothing") == "the decisions can't be read: No such file or directory")
  }

  @Test("a file that is larger than any number of decisions is not read")
  func size() throws {
    try folder.write("", to: "large.json")
    let file = folder.url.appendingPathComponent("large.json")
    #expect(truncate(file.path, off_t(DecisionFile.sizeLimit + 1)) == 0)
    #expect(problem("large.json") == "the decisions can't be read: it is larger than 67108864 bytes")
  }

  @Test(
    "anything that is not a decision is reported at its place",
    arguments: [
      ("[]", nil, "expected a mapping, found a list"), (#"{"decisions": []}"#, nil, #""schema" is missing"#),
      (
        #"{"schema": 1, "decisions": [{"case": "a", "decision": "maybe"}]}"#, "decisions[0].decision",
        #""maybe" is not allowed here"#
      ),
    ])
  func damaged(text: String, path: String?, reason: String) {
    let error = #expect(throws: Diagnostic.self) { try DecisionFile(data: Data(text.utf8)) }
    #expect(error?.message == "the decisions can't be read: \(reason)")
    #expect(error?.place == path.map { .json($0) } ?? Place())
  }

  @Test("decisions are read")
  func sound() throws {
    try folder.write(#"{"schema": 1, "decisions": [{"case": "a", "decision": "approve"}]}"#, to: "a.json")
    #expect(try DecisionFile.read(folder.url.appendingPathComponent("a.json")).decisions.map(\.id) == ["a"])
  }
}
