import Foundation
import Site
import Testing

@Suite("Values in scripts")
struct ScriptValueTests {
  @Test(
    "a text comes back unchanged, and nothing in it ends a script or a line",
    arguments: [
      "", "привет", "a\"b\\c", "</script><script>alert(1)</script>", "<!--", "]]>", "line\u{2028}line\u{2029}",
      "\u{0}\u{1F}\n\r\t",
      "👩‍🚀", "\u{FEFF}", "'`${1}",
    ])
  func texts(text: String) throws {
    let script = ScriptValue.text(text).script
    let back = try JSONSerialization.jsonObject(with: Data("[\(script)]".utf8)) as? [String]
    #expect(back == [text])
    for scalar in ["<", ">", "&", "\u{2028}", "\u{2029}", "\n", "\r"] { #expect(!script.contains(scalar)) }
  }

  @Test(
    "numbers are as short as a hundredth of a point allows",
    arguments: [
      (302.5, "302.5"), (-0.17, "-0.17"), (12, "12"), (1 / 3, "0.33"), (.nan, "0"), (.infinity, "0"), (-0.001, "0"),
    ])
  func numbers(number: Double, script: String) {
    #expect(ScriptValue.number(number).script == script)
  }

  @Test("lists and records are JSON without spaces")
  func nested() {
    let value = ScriptValue.record([("a", [.count(1), .null, "x"]), ("b", .record([]))])
    #expect(value.script == #"{"a":[1,null,"x"],"b":{}}"#)
  }
}
