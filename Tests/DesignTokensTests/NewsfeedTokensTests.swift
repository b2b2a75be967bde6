import Drawing
import Foundation
import Support
import Testing

@testable import DesignTokens

/// The design tokens that the project ships.
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

  @Test("the feed's metrics are those of the design")
  func metrics() throws {
    let (metrics, diagnostics) = FeedMetrics.read(from: try Self.load([]), file: "newsfeed.tokens.json")
    #expect(diagnostics.isEmpty)
    #expect(metrics?.collapseAbove == 8)
    #expect(metrics?.collapsedLines == 6)
    #expect(metrics?.photoAspect == 0.4...3)
    #expect(metrics?.tallestPicture == 1.5)
    #expect(metrics?.enlargedFrom == 180)
    #expect(metrics?.repostSteps == 3)
    #expect(metrics?.screenMargin == 8)
    #expect(metrics?.cardGap == 12)
    #expect(metrics?.cardRadius == 10)
  }

  @Test("a colour in components is the one in hex")
  func hex() throws {
    let link = try Self.load([]).color("color.link")
    #expect(Int((link.red * 255).rounded()) == 0x52)
    #expect(Int((link.green * 255).rounded()) == 0x8B)
    #expect(Int((link.blue * 255).rounded()) == 0xCC)
  }

  @Test("a metric that is missing or senseless is an error each")
  func badMetrics() throws {
    let (set, _) = TokenSet.load(layers: [
      TokenFile(
        name: "t.json", contents: #"{"text": {"collapse-above": {"$type": "number", "$value": 2.5}}}"#)
    ])
    let (metrics, diagnostics) = FeedMetrics.read(from: try #require(set), file: "t.json")
    #expect(metrics == nil)
    #expect(diagnostics.contains { $0.code == "token.metric" && $0.place?.description == "t.json:1:29" })
    #expect(diagnostics.contains { $0.code == "token.unknown" && $0.message.contains("screen.margin") })
  }
}
