import DesignTokens
import Diagnostics
import Testing

@Suite("Themes")
struct ThemeTests {
  private let base = """
    {"color": {"$type": "number", "text": {"$value": 1, "$description": "d"}, "link": {"$value": "{color.text}"},
      "edge": {"$ref": "#/color/text"}}}
    """

  @Test("an overlay replaces a value and keeps the rest of the token")
  func replaces() {
    let set = load(base, overlays: #"{"color": {"text": {"$value": 2}}}"#).0
    #expect(set?.tokens["color.text"]?.value == .number(2))
    #expect(set?.tokens["color.text"]?.description == "d")
  }

  @Test("aliases are resolved after all files are laid over each other")
  func lateAliases() throws {
    let overlay = #"{"color": {"text": {"$value": 2}}}"#
    #expect(try value("color.link", in: base, overlays: [overlay]) == .number(2))
    #expect(try value("color.edge", in: base, overlays: [overlay]) == .number(2))
  }

  @Test("a value laid over a reference replaces it, and the other way round")
  func valueOverReference() throws {
    #expect(try value("color.edge", in: base, overlays: [#"{"color": {"edge": {"$value": 9}}}"#]) == .number(9))
    #expect(
      try value(
        "color.text", in: base, overlays: [##"{"color": {"edge": {"$value": 9}, "text": {"$ref": "#/color/edge"}}}"##])
        == .number(9))
  }

  @Test("a file laid over the base may add tokens and replace them; a theme of both is over both")
  func layers() throws {
    let own = TokenFile(
      name: "own.json", contents: #"{"color": {"text": {"$value": 2}, "new": {"$value": "{color.text}"}}}"#)
    let dark = TokenFile(name: "dark.json", contents: #"{"color": {"text": {"$value": 3}}}"#)
    func load(_ overlays: [TokenFile]) -> (TokenSet?, [Diagnostic]) {
      TokenSet.load(layers: [TokenFile(name: "base.json", contents: base), own], overlays: overlays)
    }
    let (light, problems) = load([])
    #expect(problems.isEmpty)
    #expect(try light?.number("color.new") == 2)
    #expect(try light?.number("color.link") == 2)
    #expect(try load([dark]).0?.number("color.new") == 3)
    let stray = TokenFile(name: "dark.json", contents: #"{"color": {"other": {"$value": 3}}}"#)
    #expect(load([stray]).1.map(\.code) == ["token.overlay-only"])
  }

  @Test("the last overlay wins")
  func order() throws {
    let overlays = [#"{"color": {"text": {"$value": 2}}}"#, #"{"color": {"text": {"$value": 3}}}"#]
    #expect(try value("color.text", in: base, overlays: overlays) == .number(3))
  }

  @Test("an error in an overlay is placed in that file")
  func placeInOverlay() {
    let (_, diagnostics) = load(base, overlays: "{\"color\": {\n\"text\": {\"$value\": \"x\"}}}")
    #expect(diagnostics.map { $0.place?.description } == ["overlay0.json:2:20"])
  }

  @Test("a token that only a theme has is a warning")
  func overlayOnly() {
    let (set, diagnostics) = load(base, overlays: #"{"color": {"txet": {"$value": 2}}}"#)
    #expect(set != nil)
    #expect(places(diagnostics) == ["1:20 token.overlay-only"])
  }
}
