import DesignTokens
import Drawing
import Foundation
import Support
import Testing

/// The design tokens of the project.
@Suite("The news feed's tokens")
struct NewsfeedTokensTests {
  static func file(_ name: String) throws -> TokenFile {
    let url = Checkout.url("Mockups/newsfeed/\(name)")
    return TokenFile(name: name, contents: try String(contentsOf: url, encoding: .utf8))
  }

  static func load(_ theme: [String]) throws -> TokenSet {
    let (set, diagnostics) = TokenSet.load(
      layers: [try file("newsfeed.tokens.json")], overlays: try theme.map { try file($0) })
    #expect(diagnostics.isEmpty)
    return try #require(set)
  }

  @Test("both themes load without a word", arguments: [[], ["newsfeed.dark.tokens.json"]])
  func loads(_ theme: [String]) throws {
    _ = try Self.load(theme)
  }

  @Test("a color in components is the one in hex")
  func hex() throws {
    let link = try Self.load([]).color("color.link")
    #expect(Int((link.red * 255).rounded()) == 0x52)
    #expect(Int((link.green * 255).rounded()) == 0x8B)
    #expect(Int((link.blue * 255).rounded()) == 0xCC)
  }
}
