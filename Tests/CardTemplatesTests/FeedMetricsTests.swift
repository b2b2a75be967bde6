import CardTemplates
import DesignTokens
import Testing

@Suite("Numbers of a design outside of its templates")
struct FeedMetricsTests {
  @Test("the news feed's are those of its design")
  func metrics() throws {
    let (metrics, diagnostics) = FeedMetrics.read(from: try Newsfeed.tokens(), file: "newsfeed.tokens.json")
    #expect(diagnostics.isEmpty)
    let rules = try #require(metrics?.rules)
    #expect((rules.collapsesAbove, rules.collapsedLines) == (8, 6))
    #expect((rules.minimumAspect, rules.maximumAspect) == (0.4, 3))
    #expect(rules.maximumRatio == 1.5 && rules.enlargedFrom == 180 && rules.repostSteps == 3)
    #expect(metrics?.screenMargin == 8 && metrics?.cardGap == 12 && metrics?.cardRadius == 10)
  }

  @Test("one that is missing or senseless is an error each")
  func badMetrics() throws {
    let (set, _) = TokenSet.load(layers: [
      TokenFile(name: "t.json", contents: #"{"text": {"collapse-above": {"$type": "number", "$value": 2.5}}}"#)
    ])
    let (metrics, diagnostics) = FeedMetrics.read(from: try #require(set), file: "t.json")
    #expect(metrics == nil)
    #expect(diagnostics.contains { $0.code == "token.metric" && $0.place?.description == "t.json:1:29" })
    #expect(diagnostics.contains { $0.code == "token.unknown" && $0.message.contains("screen.margin") })
  }
}
