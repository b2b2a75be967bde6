import DesignTokens
import Diagnostics
import Drawing
import Testing

@Suite("Which face a typography token means")
struct TypefaceTests {
  private static let locked = Typefaces([
    (family: "Inter", weight: 400), (family: "Inter", weight: 700), (family: "Inter", weight: 500),
    (family: "Noto Sans", weight: 400),
  ])

  private func tokens(family: String, weight: String = "400", standIns: String = "{}") -> TokenSet? {
    let json = """
      {"$extensions": {"feedproof": {"fonts": \(standIns)}, "com.example.tool": 1},
       "type": {"$type": "typography", "$value": {"fontFamily": \(family), "fontSize": {"value": 10, "unit": "px"},
         "fontWeight": \(weight), "lineHeight": 1.5}}}
      """
    return TokenSet.load(layers: [TokenFile(name: "a.tokens.json", contents: json)]).0
  }

  private func face(_ tokens: TokenSet?) throws -> String {
    let style = try #require(tokens).textStyle("type", among: Self.locked)
    return "\(style.family) \(style.weight)"
  }

  private func issue(_ tokens: TokenSet?) throws -> TokenLookupIssue? {
    let tokens = try #require(tokens)
    do throws(TokenLookupIssue) {
      _ = try tokens.textStyle("type", among: Self.locked)
      return nil
    } catch {
      return error
    }
  }

  @Test("a family is found whatever its case, and called as the lock calls it")
  func found() throws {
    #expect(try face(tokens(family: #""inter""#, weight: "500")) == "Inter 500")
  }

  @Test("of a list the first family that is locked is taken, as the format says")
  func list() throws {
    #expect(try face(tokens(family: #"["Helvetica Neue", "Noto Sans", "Inter"]"#)) == "Noto Sans 400")
  }

  @Test("a family that is not locked is an error that lists those that are")
  func noFamily() throws {
    let issue = try #require(try issue(tokens(family: #""Comic Sans MS""#)))
    #expect(issue == .noFamily("Comic Sans MS", insteadOf: nil, locked: ["Inter", "Noto Sans"]))
    #expect(issue.message == "the font lock does not contain \"Comic Sans MS\"; it contains Inter, Noto Sans")
    #expect(issue.hint?.contains("feedproof fonts --add 'Comic Sans MS'") == true)
    #expect(
      issue.hint?.contains(#""$extensions": {"feedproof": {"fonts": {"Comic Sans MS": "Inter"}}}"#) == true)
    #expect(try self.issue(tokens(family: #""Intre""#))?.hint == "did you mean \"Inter\"?")
  }

  @Test(
    "a weight that is not locked is an error that names the nearest",
    arguments: [("900", 700), ("450", 400), ("600", 700)])
  func noWeight(weight: String, nearest: Int) throws {
    let issue = try #require(try issue(tokens(family: #""Inter""#, weight: weight)))
    let number = try #require(Int(weight))
    #expect(issue == .noWeight(family: "Inter", weight: number, locked: [400, 500, 700], nearest: nearest))
    #expect(issue.hint?.contains(#"{"Inter \#(weight)": "Inter \#(nearest)"}"#) == true)
  }

  @Test(
    "a substitute from the token file replaces a typeface that is not locked",
    arguments: [
      (#""Comic Sans MS""#, "700", #"{"Comic Sans MS": "Inter"}"#, "Inter 700"),
      (#""Inter""#, "900", #"{"Inter 900": "Inter 700"}"#, "Inter 700"),
      // Stand-ins are followed from one to the next.
      (#""Comic Sans MS""#, "900", #"{"Comic Sans MS": "Inter", "Inter 900": "Inter 700"}"#, "Inter 700"),
      (
        #""Comic Sans MS""#, "900", #"{"Comic Sans MS": "Inter", "Comic Sans MS 900": "Noto Sans 400"}"#,
        "Noto Sans 400"
      ),
      // An available typeface needs no stand-in.
      (#""Inter""#, "400", #"{"Inter": "Noto Sans", "Inter 400": "Noto Sans 400"}"#, "Inter 400"),
    ])
  func standIns(family: String, weight: String, standIns: String, expected: String) throws {
    #expect(try face(tokens(family: family, weight: weight, standIns: standIns)) == expected)
  }

  @Test("a substitute that is not locked either, and those that lead in a circle, are errors")
  func lostStandIns() throws {
    let lost = try #require(try issue(tokens(family: #""Comic Sans MS""#, standIns: #"{"Comic Sans MS": "Intre"}"#)))
    #expect(lost == .noFamily("Intre", insteadOf: "Comic Sans MS", locked: ["Inter", "Noto Sans"]))
    #expect(try issue(tokens(family: #""A""#, standIns: #"{"A": "B", "B": "A"}"#)) != nil)
  }

  @Test("substitutes of several files are merged, and later files win")
  func layers() throws {
    func file(_ name: String, _ standIns: String, _ rest: String = "") -> TokenFile {
      TokenFile(name: name, contents: #"{"$extensions": {"feedproof": {"fonts": \#(standIns)}}\#(rest)}"#)
    }
    let type = #"""
      , "type": {"$type": "typography", "$value": {"fontFamily": "A", "fontSize": {"value": 10, "unit": "px"},
      "fontWeight": 400, "lineHeight": 1.5}}
      """#
    let (set, problems) = TokenSet.load(layers: [
      file("a", #"{"A": "Noto Sans", "B": "Noto Sans"}"#, type), file("b", #"{"A": "B", "B": "Inter"}"#),
    ])
    #expect(problems.isEmpty)
    #expect(try face(set) == "Inter 400")
  }

  @Test(
    "a substitute that can't be read is reported at its place",
    arguments: [
      (#"{"Inter 900": 700}"#, "token.value"), (#"["Inter"]"#, "token.property"), (#"{"": "Inter"}"#, "token.value"),
    ])
  func unreadable(standIns: String, code: String) {
    let json = #"{"$extensions": {"feedproof": {"fonts": \#(standIns)}}}"#
    let (set, problems) = TokenSet.load(layers: [TokenFile(name: "a", contents: json)])
    #expect(set == nil)
    #expect(problems.map(\.code) == [code])
    #expect(problems.first?.place?.position != nil)
  }

  @Test("a token of a family is the first that is locked, else what replaces it")
  func family() throws {
    let json = """
      {"$extensions": {"feedproof": {"fonts": {"Old Mono": "Inter"}}},
       "first": {"$type": "fontFamily", "$value": ["Mono", "noto sans"]},
       "other": {"$type": "fontFamily", "$value": "Old Mono"}, "none": {"$type": "fontFamily", "$value": "Mono"}}
      """
    let tokens = try #require(TokenSet.load(layers: [TokenFile(name: "a.tokens.json", contents: json)]).0)
    func family(_ path: String, among typefaces: Typefaces? = Self.locked) throws -> String {
      try tokens.family(path, among: typefaces)
    }
    #expect(try family("first") == "Noto Sans")
    #expect(try family("other") == "Inter")
    #expect(try family("none", among: nil) == "Mono")
    #expect(throws: TokenLookupIssue.noFamily("Mono", insteadOf: nil, locked: ["Inter", "Noto Sans"])) {
      try family("none")
    }
  }
}
