import Testing

@testable import DesignTokens

@Suite("Strict JSON with places")
struct JSONReaderTests {
  private func read(_ text: String) throws -> SourceNode {
    try JSONReader.read(TokenFile(name: "a.json", contents: text))
  }

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
    "broken JSON is one error with its place",
    arguments: [
      ("", "1:1"), ("{", "1:2"), ("{\"a\": 1,}", "1:9"), ("{a: 1}", "1:2"), ("{\"a\" 1}", "1:6"), ("[1 2]", "1:4"),
      ("{\"a\": 01}", "1:8"), ("{\"a\": .5}", "1:7"), ("{\"a\": 1.}", "1:9"), ("{\"a\": tru}", "1:7"),
      ("{\"a\": \"x", "1:7"), ("{\"a\": \"\\q\"}", "1:9"), ("{\"a\": \"\\ud83d\"}", "1:14"), ("{} {}", "1:4"),
      ("{\"a\": 1,\n \"a\": 2}", "2:2"), ("{\"a\": \"\n\"}", "1:8"), ("// no\n{}", "1:1"), ("{\"a\": 1e999}", "1:7"),
    ])
  func broken(_ text: String, _ place: String) {
    let (set, diagnostics) = load(text)
    #expect(set == nil)
    #expect(places(diagnostics) == ["\(place) token.json"])
  }

  @Test("deep nesting is refused instead of exhausting the stack")
  func deep() {
    #expect(load(String(repeating: "[", count: 100_000)).1.map(\.code) == ["token.json"])
  }
}
