import DataFormats
import Testing

/// Examples from the tables of RFC 9535, as far as their queries are supported.
@Suite("JSONPath (RFC 9535)")
struct JSONQueryTests {
  private func texts(_ query: String, in json: String) throws -> [String] {
    let root = try JSONDocument.parse(Array(json.utf8)).root
    return try JSONQuery(query).nodes(from: root).map(\.value.shown)
  }

  @Test("the bookstore of section 1.5: queries that go straight to values")
  func bookstore() throws {
    let json = """
      { "store": { "book": [
          { "category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95 },
          { "category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99 },
          { "category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3",
            "price": 8.99 },
          { "category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings",
            "isbn": "0-395-19395-8", "price": 22.99 } ],
        "bicycle": { "color": "red", "price": 399 } } }
      """
    #expect(
      try texts("$.store.book[*].author", in: json)
        == ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"])
    #expect(try texts("$['store']['book'][0]['title']", in: json) == ["Sayings of the Century"])
    #expect(try texts("$.store.book[-1].title", in: json) == ["The Lord of the Rings"])
    #expect(try texts("$.store.*", in: json).count == 2)
    #expect(try texts("$.store.bicycle.color", in: json) == ["red"])
  }

  @Test("the root identifier, table 4")
  func root() throws {
    #expect(try texts("$", in: #"{"k": "v"}"#) == [#"{"k":v}"#])
  }

  @Test(
    "name selectors, table 5",
    arguments: [
      ("$.o['j j']", #"{"k.k":3}"#), ("$.o['j j']['k.k']", "3"), (#"$.o["j j"]["k.k"]"#, "3"),
      (#"$["'"]["@"]"#, "2"),
    ])
  func names(query: String, result: String) throws {
    #expect(try texts(query, in: #"{"o": {"j j": {"k.k": 3}}, "'": {"@": 2}}"#) == [result])
  }

  @Test(
    "wildcard selectors, table 6",
    arguments: [
      ("$[*]", [#"{"j":1,"k":2}"#, "[5,3]"]), ("$.o[*]", ["1", "2"]), ("$.a[*]", ["5", "3"]), ("$.o.*", ["1", "2"]),
    ])
  func wildcards(query: String, results: [String]) throws {
    #expect(try texts(query, in: #"{"o": {"j": 1, "k": 2}, "a": [5, 3]}"#) == results)
  }

  @Test("index selectors, table 7", arguments: [("$[1]", ["b"]), ("$[-2]", ["a"]), ("$[2]", []), ("$[-3]", [])])
  func indexes(query: String, results: [String]) throws {
    #expect(try texts(query, in: #"["a","b"]"#) == results)
  }

  @Test(
    "null, table 18",
    arguments: [
      ("$.a", ["null"]), ("$.a[0]", []), ("$.a.d", []), ("$.b[0]", ["null"]), ("$.b[*]", ["null"]), ("$.null", ["1"]),
    ])
  func nulls(query: String, results: [String]) throws {
    #expect(try texts(query, in: #"{"a": null, "b": [null], "c": [{}], "null": 1}"#) == results)
  }

  @Test(
    "names in quotes have JSON's escapes, and that of their own quote (section 2.3.1)",
    arguments: [
      (#"$['\'']"#, "'"), (#"$["\""]"#, "\""), (#"$['\u263A']"#, "\u{263A}"), (#"$['\uD83D\uDE00']"#, "\u{1F600}"),
      (#"$['\n\t\\\/']"#, "\n\t\\/"), (#"$["'"]"#, "'"), ("$.ключ", "ключ"), ("$._1", "_1"),
    ])
  func escapes(query: String, name: String) throws {
    #expect(try JSONQuery(query).selectors == [.name(name)])
  }

  @Test("blanks may stand between segments and inside brackets (section 2.1.1)")
  func blanks() throws {
    #expect(try JSONQuery("$ .a [ 'b' ]\n[*]").selectors == [.name("a"), .name("b"), .wildcard])
  }

  @Test(
    "anything that is not a such query is refused for what it is, with its place",
    arguments: [
      ("store", .withoutOrigin, 0), ("", .withoutOrigin, 0), ("$..author", .descendants, 2), ("$[?@.a]", .filter, 2),
      ("$[1:3]", .slice, 3), ("$[:2]", .slice, 2), ("$[0,1]", .severalSelectors, 3),
      ("$['a','b']", .severalSelectors, 5), ("$[01]", .badIndex, 2), ("$[-0]", .badIndex, 2),
      ("$[9007199254740992]", .badIndex, 2), (#"$['\x']"#, .badEscape, 3), (#"$["\'"]"#, .badEscape, 3),
      (#"$['\uD800']"#, .badEscape, 3), ("$['a", .unclosed, 4), ("$[0", .unclosed, 3), ("$.1a", .unexpected, 2),
      ("$.", .unexpected, 2), ("$ ", .unexpected, 1), ("$a", .unexpected, 1), ("$[]", .unexpected, 2),
    ] as [(String, JSONQuery.Fault.Fact, Int)])
  func refused(query: String, fact: JSONQuery.Fault.Fact, offset: Int) {
    #expect(throws: JSONQuery.Fault(fact: fact, offset: offset)) { try JSONQuery(query) }
  }

  @Test("a query of any length is refused, not followed")
  func bounded() throws {
    #expect(throws: JSONQuery.Fault(fact: .tooLong, offset: 0)) {
      try JSONQuery("$" + String(repeating: ".a", count: 2000))
    }
    let root = try JSONDocument.parse(Array("[[1,2,3],[4,5,6]]".utf8)).root
    #expect(try JSONQuery("$[*][*]").nodes(from: root, limit: 4).map(\.value.shown) == ["1", "2", "3", "4"])
  }

  @Test("where a path breaks off is known, and how it reads with another name")
  func breaking() throws {
    let root = try JSONDocument.parse(Array(#"{"price": {"ammount": 1}}"#.utf8)).root
    let query = try JSONQuery("$.price.amount")
    let found = try #require(query.breakingPoint(from: root))
    #expect(found.step == 1 && found.selector == .name("amount") && found.node.path.description == "price")
    #expect(query.text(naming: "ammount", at: 1) == "$.price.ammount")
    #expect(query.text(naming: "a b", at: 1) == "$.price['a b']")
  }
}

extension JSONValue {
  fileprivate var shown: String {
    switch content {
    case .null: "null"
    case .bool(let flag): String(flag)
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .string(let text): text
    case .array(let elements): "[\(elements.map(\.shown).joined(separator: ","))]"
    case .object(let object):
      "{\(object.members.map { "\"\($0.key)\":\($0.value.shown)" }.joined(separator: ","))}"
    }
  }
}
