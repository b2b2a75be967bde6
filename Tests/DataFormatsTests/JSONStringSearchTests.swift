import DataFormats
import Testing

@Suite("The strings inside JSON values")
struct JSONStringSearchTests {
  private static func found(_ json: String, skippingTypes: Set<String> = []) throws -> [String] {
    let root = try JSONDocument.parse(Array(json.utf8)).root
    var search = JSONStringSearch(skippingTypes: skippingTypes) {
      $0 == "skip" ? .skipped : $0 == "apart" ? .apart : .searched
    }
    var found: [String] = []
    search.search(root) {
      found.append("\($0.member.key ?? "-"): \($0.text)\($0.isApart ? " (apart)" : "") \($0.node.path)")
    }
    return found
  }

  @Test("strings with letters are found at any depth, in the order of the document, with their places")
  func order() throws {
    #expect(
      try Self.found(#"{"a":{"b":["x","7",{"c":"y\n"}]},"d":"z","e":null,"f":5,"g":true}"#)
        == ["b: x a.b[0]", "c: y\n a.b[2].c", "d: z d"])
  }

  @Test("members are skipped or told apart by their names, with everything inside")
  func roles() throws {
    #expect(
      try Self.found(#"{"skip":{"a":"x"},"apart":{"skip":"x","b":["y"]},"c":"z"}"#)
        == ["b: y (apart) apart.b[0]", "c: z c"])
  }

  @Test("the pieces of a divided text are one text; other members of the pieces are searched")
  func divided() throws {
    #expect(
      try Self.found(#"{"t":["on",{"type":"bold","text":"e wo"},"rd"],"u":["a","b"]}"#)
        == ["t: one word t", "type: bold t[1].type", "u: a u[0]", "u: b u[1]"])
  }

  @Test("objects of skipped types are left out")
  func types() throws {
    #expect(
      try Self.found(#"[{"type":"emoji","name":"tada"},{"type":"text","text":"x"}]"#, skippingTypes: ["emoji"])
        == ["type: text [1].type", "text: x [1].text"])
  }
}
