import DesignTokens
import Drawing
import Testing

/// Chapter 7 of the format module: references.
@Suite("Aliases and references")
struct AliasTests {
  private let colors = """
    {"colors": {"$type": "color", "blue": {"$value": {"colorSpace": "srgb", "components": [0, 0.4, 0.8]}}},
    """

  @Test("a chain of aliases resolves to the last value and type")
  func chain() throws {
    let json = """
      {"base": {"primary": {"$type": "number", "$value": 4}},
       "semantic": {"brand": {"$value": "{base.primary}"}, "link": {"$value": "{semantic.brand}"}}}
      """
    #expect(try value("semantic.link", in: json) == .number(4))
  }

  @Test("an alias's type comes before the type of the groups around it")
  func typeOfTarget() throws {
    let json = """
      {"n": {"$type": "number", "$value": 4}, "g": {"$type": "color", "a": {"$value": "{n}"}}}
      """
    #expect(try value("g.a", in: json) == .number(4))
  }

  @Test("an explicit type must be the target's")
  func explicitType() {
    let json = "{\"n\": {\"$type\": \"number\", \"$value\": 4},\n \"a\": {\"$type\": \"color\", \"$value\": \"{n}\"}}"
    #expect(places(load(json).1) == ["2:36 token.alias-type"])
  }

  @Test("$ref to a token, with or without $value, is an alias", arguments: ["#/colors/blue", "#/colors/blue/$value"])
  func refToToken(_ pointer: String) throws {
    let json = colors + "\"a\": {\"$ref\": \"\(pointer)\"}}"
    #expect(try value("a", in: json) == .color(Color(red: 0, green: 0.4, blue: 0.8)))
  }

  @Test("$ref takes a part of a composite value")
  func refToPart() throws {
    let json =
      colors + """
        "hue": {"$type": "number", "$ref": "#/colors/blue/$value/components/1"},
        "green": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [
          {"$ref": "#/colors/blue/$value/components/0"}, {"$ref": "#/hue/$value"}, 0.1]}},
        "pale": {"$type": "color", "$value": {
          "colorSpace": "srgb", "components": {"$ref": "#/colors/blue/$value/components"}, "alpha": 0.5}}}
        """
    let fixed = json.replacingOccurrences("{\"$ref\": \"#/hue/$value\"}", "\"{hue}\"")
    #expect(try value("hue", in: json) == .number(0.4))
    #expect(try value("green", in: fixed) == .color(Color(red: 0, green: 0.4, blue: 0.1)))
    #expect(try value("pale", in: json) == .color(Color(red: 0, green: 0.4, blue: 0.8, alpha: 0.5)))
  }

  @Test("$ref goes through an alias to the parts of what it stands for")
  func refThroughAlias() throws {
    let json =
      colors + """
        "link": {"$value": "{colors.blue}"},
        "hue": {"$type": "number", "$ref": "#/link/$value/components/2"}}
        """
    #expect(try value("hue", in: json) == .number(0.8))
  }

  @Test("~1 and ~0 in a pointer are a slash and a tilde")
  func escapedPointer() throws {
    let json = """
      {"a/b": {"~c": {"$type": "number", "$value": 7}}, "d": {"$ref": "#/a~1b/~0c/$value"}}
      """
    #expect(try value("d", in: json) == .number(7))
  }

  @Test("a number and a unit can be taken apart")
  func dimensionParts() throws {
    let json = """
      {"s": {"$type": "dimension", "$value": {"value": 2, "unit": "rem"}},
       "t": {"$type": "dimension", "$value": {"value": {"$ref": "#/s/$value/value"}, "unit": "px"}},
       "u": {"$type": "dimension", "$value": {"value": 3, "unit": {"$ref": "#/s/$value/unit"}}}}
      """
    #expect(try value("t", in: json) == .dimension(2))
    #expect(try value("u", in: json) == .dimension(48))
  }

  @Test(
    "a reference that leads back is an error where it closes",
    arguments: [
      (#"{"a": {"$value": "{a}"}}"#, "1:18"),
      (#"{"a": {"$value": "{b}"}, "b": {"$value": "{c}"}, "c": {"$value": "{a}"}}"#, "1:66"),
      (##"{"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}"##, "1:29"),
      (##"{"a": {"$type": "number", "$ref": "#/a/$value/x"}}"##, "1:7"),
    ])
  func cycles(_ json: String, _ place: String) throws {
    let (set, diagnostics) = load(json)
    #expect(set == nil)
    try #require(diagnostics.count == 1)
    #expect(places(diagnostics)[0].hasPrefix(place))
  }

  @Test("a cycle is reported as a chain")
  func cycleMessage() {
    let (_, diagnostics) = load(#"{"a": {"$value": "{b}"}, "b": {"$value": "{a}"}}"#)
    #expect(diagnostics.map(\.message) == ["the references form a loop: a → b → a"])
    #expect(diagnostics.map(\.code) == ["token.cycle"])
  }

  @Test("a pointer that leads back to itself inside a value is a cycle")
  func pointerCycle() {
    let json = """
      {"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [{"$ref": "#/a/$value/components/0"}, 0, 0]}}}
      """
    #expect(load(json).1.map(\.code) == ["token.cycle"])
  }

  @Test("an unknown alias suggests the nearest token")
  func unknown() {
    let (_, diagnostics) = load(
      #"{"color": {"card": {"$type": "number", "$value": 1}}, "a": {"$value": "{color.crad}"}}"#)
    #expect(places(diagnostics) == ["1:71 token.unknown-alias"])
    #expect(diagnostics[0].hint == "did you mean \"color.card\"?")
  }

  @Test("a group is not a token; its root is")
  func groupsAndRoots() throws {
    let json = #"{"g": {"$type": "number", "$root": {"$value": 1}, "b": {"$value": 2}}, "a": {"$value": "{g}"}}"#
    #expect(places(load(json).1) == ["1:88 token.unknown-alias"])
    #expect(try value("a", in: json.replacingOccurrences("{g}", "{g.$root}")) == .number(1))
  }

  @Test("malformed references are errors", arguments: ["{a", "a}", "{}", "{a..b}", "{a}{b}", "{a}.{b}"])
  func malformed(_ text: String) {
    let json = "{\"a\": {\"$type\": \"fontFamily\", \"$value\": \"\(text)\"}}"
    #expect(load(json).1.map(\.code) == ["token.bad-alias"])
  }

  /// Returns `count` references, each to the next token or, if `backwards`, to the previous one.
  private func chain(of count: Int, backwards: Bool = false) -> String {
    let aliases = (0..<count).map { "\"t\($0)\": {\"$value\": \"{t\($0 + 1)}\"}" }
    let tokens = aliases + ["\"t\(count)\": {\"$type\": \"number\", \"$value\": 1}"]
    return "{\((backwards ? tokens.reversed() : tokens).joined(separator: ", "))}"
  }

  @Test("64 references are followed, in whatever order they stand", arguments: [false, true])
  func longChain(_ backwards: Bool) throws {
    #expect(try value("t0", in: chain(of: 64, backwards: backwards)) == .number(1))
    #expect(load(chain(of: 65, backwards: backwards)).1.map(\.code) == ["token.too-deep"])
  }

  @Test("a chain that no stack would hold is refused", arguments: [false, true])
  func endlessChain(_ backwards: Bool) {
    let (set, diagnostics) = load(chain(of: 40_000, backwards: backwards))
    #expect(set == nil)
    #expect(Set(diagnostics.map(\.code)) == ["token.too-deep"])
  }

  @Test("lists of aliases to lists of aliases are refused before they grow")
  func multiplyingLists() {
    let lists = (1...12).map { level in
      let aliases = [String](repeating: "\"{f\(level - 1)}\"", count: 9).joined(separator: ", ")
      return "\"f\(level)\": {\"$type\": \"fontFamily\", \"$value\": [\(aliases)]}"
    }
    let (set, diagnostics) = load(
      #"{"f0": {"$type": "fontFamily", "$value": "Inter"}, "# + lists.joined(separator: ", ") + "}")
    #expect(set == nil)
    #expect(diagnostics.map(\.message) == ["expected a list of at most 100 font names, found a list"])
  }

  @Test("pointers that lead through each other are followed so many times in all, not at each step")
  func branchingPointers() {
    let links = (0..<30).map { "\"p\($0)\": {\"$ref\": \"#/p\($0 + 1)/k/k/k\"}" }.joined(separator: ", ")
    let json = """
      {\(links), "p30": {"k": {"k": {"k": {"$ref": "#/p0/k/k/k"}}}}, "a": {"$type": "number", "$ref": "#/p0/k/x"}}
      """
    #expect(load(json).0 == nil)
  }

  @Test("of many unknown names the first ones get a suggestion")
  func manyUnknown() {
    let tokens = (0..<1000).map { "\"t\($0)\": {\"$type\": \"number\", \"$value\": 1}" }
    let aliases = (0..<1000).map { "\"a\($0)\": {\"$value\": \"{tt\($0)}\"}" }
    let diagnostics = load("{\((tokens + aliases).joined(separator: ", "))}").1
    #expect(diagnostics.count == 1000)
    // A search compares 2,000 names, so the number of hints is limited.
    #expect(diagnostics.count { $0.hint != nil } == 25)
  }

  @Test("what fails is reported once, not again by everything that refers to it")
  func onceOnly() {
    let json = #"{"a": {"$type": "number", "$value": "x"}, "b": {"$value": "{a}"}, "c": {"$value": "{b}"}}"#
    #expect(places(load(json).1) == ["1:37 token.value"])
  }
}

extension String {
  fileprivate func replacingOccurrences(_ target: String, _ replacement: String) -> String {
    split(separator: target, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}
