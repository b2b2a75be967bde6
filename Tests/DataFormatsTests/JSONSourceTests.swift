import DataFormats
import Diagnostics
import Testing

@Suite("Strict JSON with places")
struct JSONSourceTests {
  private func read(_ text: String) throws -> SourceNode { try JSONSource.read(text, file: "a.json") }

  private func fault(_ text: String) -> SourceFault? { #expect(throws: SourceFault.self) { try read(text) } }

  @Test("values, escapes and surrogate pairs are read")
  func values() throws {
    let root = try read(#"{"a": [1, -2.5e2, true, null], "b": "x\u00e9\ud83d\ude00\/\n"}"#)
    #expect(root["a"]?.elements?.map(\.content) == [.number(1), .number(-250), .flag(true), .null])
    #expect(root["b"]?.string == "xé😀/\n")
  }

  @Test("a place is a line and a column in Unicode scalars")
  func placesOfNodes() throws {
    let root = try read("{\n  \"é\": 1, \"b\": 2\n}")
    #expect(root["b"]?.place == .line(2, column: 16, in: "a.json"))
    #expect(root.member("b")?.keyPlace == .line(2, column: 11, in: "a.json"))
  }

  @Test(
    "broken JSON is one fault with its place",
    arguments: [
      ("", 1, 1), ("{", 1, 2), ("{\"a\": 1,}", 1, 9), ("{a: 1}", 1, 2), ("{\"a\" 1}", 1, 6), ("[1 2]", 1, 4),
      ("{\"a\": 01}", 1, 7), ("{\"a\": .5}", 1, 7), ("{\"a\": 1.}", 1, 7), ("{\"a\": tru}", 1, 10),
      ("{\"a\": \"x", 1, 9), ("{\"a\": \"\\q\"}", 1, 8), ("{\"a\": \"\\ud83d\"}", 1, 7), ("{} {}", 1, 4),
      ("{\"a\": 1,\n \"a\": 2}", 2, 2), ("{\"a\": \"\n\"}", 1, 8), ("// no\n{}", 1, 1), ("{\"a\": 1e999}", 1, 7),
    ])
  func broken(text: String, line: Int, column: Int) {
    #expect(fault(text)?.place == .line(line, column: column, in: "a.json"))
  }

  @Test("nothing is repaired, and no key stands twice")
  func strict() {
    #expect(fault(#"{"a": "\ud83d"}"#)?.fact == .badText)
    #expect(fault(#"{"a": 1, "\u0061": 2}"#)?.fact == .duplicateKey("a"))
    #expect(fault(#"[1e999]"#)?.fact == .hugeNumber)
  }

  @Test("deep nesting is refused instead of exhausting the stack")
  func deep() {
    #expect(fault(String(repeating: "[", count: 100_000))?.fact == .json(.tooDeep(limit: JSONSource.depthLimit)))
  }
}
