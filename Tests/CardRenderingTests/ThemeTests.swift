import CardRendering
import Cards
import Diagnostics
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Themes of a project")
struct ThemeTests {
  private let folder: TemporaryFolder
  private static let pink = "rgba(255, 105, 180, 1.0)"

  init() throws {
    folder = try TemporaryFolder()
    for name in ["newsfeed.tokens.json", "newsfeed.dark.tokens.json"] {
      try folder.write(try String(contentsOf: Checkout.url("Mockups/newsfeed/\(name)"), encoding: .utf8), to: name)
    }
    try write("own", text: "#FF69B4")
  }

  /// Writes tokens that define only the color of texts.
  private func write(_ name: String, text: String) throws {
    try folder.write(##"{"color": {"text": {"$value": "\##(text)"}}}"##, to: "\(name).tokens.json")
  }

  /// - Parameter settings: Lines of `feedproof.yml`.
  private func design(_ settings: String, tokens: [String] = ["newsfeed", "own"]) throws -> Design {
    let text = "tokens: [\(tokens.map { "\($0).tokens.json" }.joined(separator: ", "))]\n\(settings)\n"
    let project = try ProjectFile.read(text, in: folder.url)
    return try Design.load(for: project, environment: .tests(in: folder.url), showing: [.post])
  }

  private func texts(_ design: Design) -> [String: String] {
    Dictionary(uniqueKeysWithValues: design.themes.map { ($0.name, $0.page.text) })
  }

  private func failure(_ settings: String, tokens: [String] = ["newsfeed", "own"]) -> [Diagnostic] {
    do {
      _ = try design(settings, tokens: tokens)
      return []
    } catch {
      return RunFailure(stopping: error).diagnostics
    }
  }

  @Test("a project's base values also override the built-in dark overlay")
  func seenInDark() throws {
    let design = try design("themes: [light, dark]")
    #expect(texts(design) == ["light": Self.pink, "dark": Self.pink])
    #expect(design.diagnostics.isEmpty)
    // The other values come from the overlay.
    #expect(design.themes[1].page.cardFill == "rgba(25, 25, 26, 1.0)" && design.themes[1].page.isDark)
  }

  @Test("a ground that is made light again in dark is reported, until an overlay says what it is there")
  func covered() throws {
    func write(_ name: String, card: String) throws {
      try folder.write(##"{"color": {"card": {"$value": "\##(card)"}}}"##, to: "\(name).tokens.json")
    }
    try write("own", card: "#FFFFFF")
    let told = try design("themes: [light, dark]").diagnostics
    #expect(told.map(\.code) == ["design.theme-covered"])
    #expect(told.first?.place?.file == "own.tokens.json" && told.first?.message.contains("color.card") == true)
    #expect(told.first?.hint?.contains("own.dark.tokens.json") == true)
    try write("own.dark", card: "#202020")
    #expect(try design("themes: [light, dark]").diagnostics.isEmpty)
  }

  @Test("a token that own tokens lack is reported alone, with the list that the project's is in place of")
  func lacking() throws {
    try folder.write(
      ##"{"a": {"mine": {"$value": "{color.text}", "$type": "color"}}}"##, to: "own.tokens.json")
    try folder.write(##"{"color": {"card": {"$value": "#000000"}}}"##, to: "own.dark.tokens.json")
    let told = failure("themes: [light, dark]", tokens: ["own"])
    #expect(told.map(\.code) == ["token.unknown-alias"], "\(told)")
    #expect(told.first?.hint?.contains("newsfeed.tokens.json, own.tokens.json]") == true, "\(told)")
  }

  @Test("its own overlay says what it is in dark")
  func ownOverlay() throws {
    try write("own.dark", text: "#00FF00")
    #expect(texts(try design("themes: [light, dark]")) == ["light": Self.pink, "dark": "rgba(0, 255, 0, 1.0)"])
  }

  @Test("a borrowed theme and the tokens that it overrides are reported")
  func borrowed() throws {
    let stock = try String(contentsOf: folder.url.appendingPathComponent("newsfeed.tokens.json"), encoding: .utf8)
    let changed = stock.replacing("#2C2D2E", with: "#FF69B4", maxReplacements: 1)
      .replacing("0.172549, 0.176471, 0.180392", with: "1, 0.411765, 0.705882", maxReplacements: 1)
    try folder.write(changed, to: "copy.tokens.json")
    let design = try design("themes: [light, dark]", tokens: ["copy"])
    #expect(texts(design)["light"] == Self.pink && texts(design)["dark"] != Self.pink)
    #expect(design.diagnostics.map(\.code) == ["design.borrowed-theme", "design.theme-replaces"])
    let replaced = try #require(design.diagnostics.last)
    #expect(replaced.message.contains("color.text") && replaced.hint?.contains("copy.dark.tokens.json") == true)
    #expect(replaced.place?.file == "copy.tokens.json")
  }

  @Test("a theme has any name, and is there where its overlay is next to one of the tokens")
  func anyName() throws {
    try write("own.high-contrast", text: "#000000")
    let design = try design("themes: [high-contrast, dark, light]")
    #expect(design.themes.map(\.name) == ["high-contrast", "dark", "light"])
    #expect(texts(design)["high-contrast"] == "rgba(0, 0, 0, 1.0)")
  }

  @Test("a project may lay files of any names over the tokens in a theme, and over another theme")
  func layers() throws {
    try write("one", text: "#010101")
    try write("two", text: "#020202")
    let design = try design(
      """
      themes:
        light:
        dark: one.tokens.json
        night: [dark, two.tokens.json]
        plain: [one.tokens.json, two.tokens.json]
      """)
    #expect(
      texts(design) == [
        "light": Self.pink, "dark": "rgba(1, 1, 1, 1.0)", "night": "rgba(2, 2, 2, 1.0)",
        "plain": "rgba(2, 2, 2, 1.0)",
      ])
    #expect(design.themes.map(\.page.isDark) == [false, true, true, false])
  }

  @Test("a theme that is not there is an error that says which are")
  func unknown() throws {
    try write("own.sepia", text: "#704214")
    let misspelt = try #require(failure("themes: [light, sepai]").first)
    #expect(misspelt.code == "design.no-theme" && misspelt.hint == "did you mean \"sepia\"?")
    let unknown = try #require(failure("themes: [light, print]").first)
    #expect(unknown.hint?.contains("known themes: light, dark, sepia") == true)
    #expect(failure("themes: {light: , night: [midnight]}").map(\.code) == ["design.no-theme"])
    #expect(failure("themes: {a: [b], b: [a]}").map(\.code) == ["design.theme-cycle"])
    #expect(failure("themes: {light: nowhere.tokens.json}").map(\.code) == ["design.missing"])
  }

  @Test("a theme that moves boxes is reported, because a page uses the layout of the first theme")
  func moves() throws {
    try folder.write(#"{"space": {"card": {"$value": {"value": 40, "unit": "px"}}}}"#, to: "own.large.tokens.json")
    let design = try design("themes: [light, large]")
    #expect(design.diagnostics.map(\.code) == ["design.theme-moves"])
    #expect(design.diagnostics.first?.message.contains("space.card") == true)
    #expect(try self.design("themes: [large]").diagnostics.isEmpty)
  }
}
