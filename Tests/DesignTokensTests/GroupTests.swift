import DesignTokens
import Testing

/// Chapters 5 and 6 of the format module: tokens, groups, types.
@Suite("Groups")
struct GroupTests {
  @Test("a type comes from the nearest group that has one")
  func inheritedType() throws {
    let json = """
      {"g": {"$type": "color", "h": {"$type": "number", "i": {"a": {"$value": 3}}}}}
      """
    #expect(try value("g.h.i.a", in: json) == .number(3))
  }

  @Test("a type is never guessed from the value")
  func noType() {
    let (set, diagnostics) = load("{\n \"g\": {\"a\": {\"$value\": \"#FF0000\"}}}")
    #expect(set == nil)
    #expect(places(diagnostics) == ["2:13 token.no-type"])
  }

  @Test("a group's own unknown type is reported once")
  func unknownType() {
    let (_, diagnostics) = load(#"{"$type": "colour", "a": {"$value": 1}, "b": {"$value": 2}}"#)
    #expect(places(diagnostics) == ["1:11 token.unknown-type"])
    #expect(diagnostics[0].hint == "did you mean \"color\"?")
  }

  @Test("an extended group has the other's tokens; its own replace them as a whole, also deeper down")
  func extends() throws {
    let json = """
      {"input": {"$type": "number", "field": {"width": {"$value": 12, "$description": "w"}, "height": {"$value": 5}}},
       "amount": {"$extends": "{input}", "field": {"width": {"$value": 100}}, "extra": {"$value": 1}}}
      """
    #expect(try value("amount.field.width", in: json) == .number(100))
    #expect(try value("amount.field.height", in: json) == .number(5))
    #expect(try value("amount.extra", in: json) == .number(1))
    #expect(load(json).0?.tokens["amount.field.width"]?.description == nil)
  }

  @Test("$extends may be a JSON pointer, and a group's $ref means the same", arguments: ["$extends", "$ref"])
  func extendsByPointer(_ key: String) throws {
    let json = """
      {"a": {"b": {"$type": "number", "x": {"$value": 1}}}, "c": {"\(key)": "#/a/b", "y": {"$value": 2}}}
      """
    #expect(try value("c.x", in: json) == .number(1))
    #expect(try value("c.y", in: json) == .number(2))
  }

  @Test("inherited tokens can be extended and referenced")
  func extendsInherited() throws {
    let json = """
      {"a": {"n": {"$type": "number", "x": {"$value": 1}}}, "b": {"$extends": "{a}"}, "c": {"$extends": "{b.n}"},
       "d": {"$value": "{c.x}"}}
      """
    #expect(try value("d", in: json) == .number(1))
  }

  @Test(
    "circular extension is an error",
    arguments: [
      #"{"button": {"color": {"$type": "number", "$value": 1}, "secondary": {"$extends": "{button}"}}}"#,
      #"{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}}"#,
      #"{"a": {"$extends": "{b}"}, "b": {"$extends": "{c}"}, "c": {"$extends": "{a}"}}"#,
      #"{"a": {"$extends": "{a}"}}"#,
      #"{"a": {"x": {"$extends": "{b}"}}, "b": {"y": {"$extends": "{a}"}}}"#,
      #"{"a": {"$extends": "{a.b}"}}"#,
    ])
  func circularExtension(_ json: String) {
    let (set, diagnostics) = load(json)
    #expect(set == nil)
    #expect(Set(diagnostics.map(\.code)).isSubset(of: ["token.cycle", "token.unknown-alias"]))
    #expect(!diagnostics.isEmpty)
  }

  @Test("extension that doubles at every step ends with an error")
  func explosion() {
    let groups = (1...40).map {
      #""g\#($0)": {"x": {"$extends": "{g\#($0 - 1)}"}, "y": {"$extends": "{g\#($0 - 1)}"}}"#
    }
    let (set, diagnostics) = load(
      #"{"g0": {"$type": "number", "a": {"$value": 1}}, "# + groups.joined(separator: ", ") + "}")
    #expect(set == nil)
    #expect(diagnostics.contains { $0.code == "token.too-large" })
  }

  @Test(
    "extending what is no group is an error",
    arguments: [
      (#"{"t": {"$type": "number", "$value": 1}, "g": {"$extends": "{t}"}}"#, "1:59 token.extends"),
      (#"{"g": {"$extends": "{nothing}"}}"#, "1:20 token.unknown-alias"),
      (#"{"g": {"$extends": 5}}"#, "1:20 token.bad-alias"),
    ])
  func badExtension(_ json: String, _ place: String) {
    #expect(places(load(json).1) == [place])
  }

  @Test("a deprecation holds for the group's tokens until one says otherwise")
  func deprecated() {
    let json = """
      {"g": {"$type": "number", "$deprecated": "use h", "a": {"$value": 1}, "b": {"$deprecated": false, "$value": 2},
       "c": {"$deprecated": true, "$value": 3}}}
      """
    let tokens = load(json).0?.tokens
    #expect(tokens?["g.a"]?.deprecation == "use h")
    #expect(tokens?["g.b"]?.deprecation == nil)
    #expect(tokens?["g.c"]?.deprecation?.isEmpty == true)
  }

  @Test(
    "structure that the format does not allow is an error with its place",
    arguments: [
      ("[]", "1:1 token.not-object"),
      (#"{"a": 5}"#, "1:7 token.not-object"),
      (#"{"a.b": {}}"#, "1:2 token.name"),
      (#"{"a{": {}}"#, "1:2 token.name"),
      (#"{"a": {"$type": "number", "$value": 1, "b": {"$value": 2}}}"#, "1:40 token.children"),
      (#"{"a": {"$type": "number", "$valeu": 1}}"#, "1:8 token.no-value"),
      (#"{"a": {"$description": 5}}"#, "1:24 token.property"),
      (#"{"a": {"$extensions": 5}}"#, "1:23 token.property"),
      (#"{"a": {"$deprecated": 5}}"#, "1:23 token.property"),
    ])
  func structure(_ json: String, _ first: String) {
    #expect(places(load(json).1).first == first)
  }

  @Test("extensions and descriptions are accepted on groups and tokens, and an empty group is one")
  func properties() {
    let json = """
      {"$schema": "x", "$description": "d", "e": {}, "g": {"$extensions": {"org.x": [1]}, "$type": "number",
       "a": {"$value": 1, "$extensions": {"org.x": {"$value": 3}}, "$description": "e"}}}
      """
    let (set, diagnostics) = load(json)
    #expect(diagnostics.isEmpty)
    #expect(set?.tokens["g.a"]?.description == "e")
  }

  @Test("every error of a file is found, in its order")
  func allErrors() {
    let (_, diagnostics) = load(
      """
      {"a": {"$value": 1},
       "b": {"$type": "number", "$value": "x"},
       "c": {"$value": "{nowhere}"}}
      """)
    #expect(places(diagnostics) == ["1:7 token.no-type", "2:37 token.value", "3:18 token.unknown-alias"])
  }
}
