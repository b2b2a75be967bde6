import DataFormats
import Diagnostics
import Testing

@Suite("Setting values in a text of JSON")
struct JSONEditTests {
  private func edited(_ text: String, _ path: String, _ value: String) throws -> String {
    var edit = JSONEdit(text, file: "a")
    try edit.set(path.split(separator: ".").map(String.init), to: JSONSource.read(value, file: "b"))
    return edit.text
  }

  @Test(
    "all but the value stays as it was written",
    arguments: [
      (#"{ "a": 1.50,  "b": {"c":[1, 2]} }"#, "b.c", "7", #"{ "a": 1.50,  "b": {"c":7} }"#),
      (
        #"{"é\u0301": "ü", "x": "}\"",  "y": 1}"#, "y", #"{"k": [true, null]}"#,
        #"{"é\u0301": "ü", "x": "}\"",  "y": { "k": [true, null] }}"#
      ),
      ("[]", "", "2", "2"), (#"{"a":1}"#, "a", #""t""#, #"{"a":"t"}"#),
    ])
  func replaces(text: String, path: String, value: String, expected: String) throws {
    #expect(try edited(text, path, value) == expected)
  }

  @Test(
    "a missing member is added after the others, on its own line if they are",
    arguments: [
      ("{}", "a", #"{ "a": 1 }"#), (#"{"a": 0}"#, "b", #"{"a": 0, "b": 1}"#),
      ("{\n  \"g\": {\n    \"a\": 0\n  }\n}\n", "g.b", "{\n  \"g\": {\n    \"a\": 0,\n    \"b\": 1\n  }\n}\n"),
      (#"{"a": {}}"#, "a.b.c", #"{"a": { "b": { "c": 1 } }}"#),
    ])
  func adds(text: String, path: String, expected: String) throws {
    #expect(try edited(text, path, "1") == expected)
  }

  @Test("a text that is no JSON is refused")
  func refused() {
    #expect(throws: SourceFault.self) { try edited("{", "a", "1") }
  }
}
