import CardRendering
import Comparison
import DesignTokens
import Testing

@Suite("What changed about a design")
struct DesignDeltaTests {
  private func record(_ light: String, dark: String? = nil, card: String = "root: {spacer: }") -> DesignRecord {
    var record = DesignRecord()
    record.templates = ["post.yml": card]
    let base = DesignRecord.Text(name: "a.tokens.json", text: light)
    record.add(base, toTokensOf: "light")
    record.add(base, toTokensOf: "dark")
    if let dark { record.add(DesignRecord.Text(name: "a.dark.tokens.json", text: dark), toTokensOf: "dark") }
    return record
  }

  private static func tokens(_ gap: Int, alias: String = "gap", more: String = "") -> String {
    """
    {"space": {"$type": "dimension", "gap": {"$value": {"value": \(gap), "unit": "px"}},
     "wide": {"$value": {"value": 40, "unit": "px"}}, "row": {"$value": "{space.\(alias)}"}\(more)}}
    """
  }

  private func titles(_ old: DesignRecord, _ new: DesignRecord) -> [String] {
    DesignDelta(from: old, to: new).changes.map(\.cause.title)
  }

  @Test("a token of all themes is one change, and those that refer to it are none")
  func token() {
    #expect(titles(record(Self.tokens(4)), record(Self.tokens(6))) == ["{space.gap} 4 → 6"])
    #expect(titles(record(Self.tokens(4)), record(Self.tokens(4, alias: "wide"))) == ["{space.row} 4 → 40"])
  }

  @Test("a token that no one names and the feed is made by is a change where it comes or goes")
  func spare() throws {
    let without = record(#"{"photo": {"$type": "number", "min-aspect": {"$value": 0.4}}}"#)
    let with = record(
      #"{"photo": {"$type": "number", "min-aspect": {"$value": 0.4}, "enlarged-from": {"$value": 180}}}"#)
    #expect(titles(without, with) == ["{photo.enlarged-from} was added: 180"])
    #expect(titles(with, without) == ["{photo.enlarged-from} was removed (180)"])
    for (old, new) in [(without, with), (with, without)] {
      let reverted = DesignDelta(from: old, to: new).record(reverting: [0])
      let tokens = try #require(TokenSet.load(layers: reverted.tokenFiles(of: "light")).0)
      #expect(tokens.tokens.keys.contains("photo.enlarged-from") == (old == with))
      let kept = DesignDelta(from: old, to: new).record(reverting: [])
      #expect(try #require(TokenSet.load(layers: kept.tokenFiles(of: "light")).0).tokens.count == (new == with ? 2 : 1))
    }
  }

  @Test("another way to write the same value, and words about it, are no change")
  func same() {
    let other = Self.tokens(4).replacing(#""value": 4,"#, with: #""value": 4.0,"#)
      .replacing(#""wide": {"#, with: #""wide": {"$description": "Wide", "#)
    #expect(titles(record(Self.tokens(4)), record(other)).isEmpty)
  }

  @Test("a theme's own value is a change of its own")
  func theme() {
    func dark(_ gap: Int) -> String { #"{"space": {"gap": {"$value": {"value": \#(gap), "unit": "px"}}}}"# }
    let found = DesignDelta(
      from: record(Self.tokens(4), dark: dark(1)), to: record(Self.tokens(5), dark: dark(2)))
    #expect(found.changes.map(\.cause.title).sorted() == ["{space.gap} 1 → 2", "{space.gap} 4 → 5"])
    #expect(found.changes.map { $0.concerns(theme: "light") }.filter { $0 }.count == 1)
  }

  @Test("without all of its changes a design is the old one, whatever is taken back with them")
  func reverted() throws {
    let old = record(
      Self.tokens(4, more: #", "old": {"$value": {"value": 1, "unit": "px"}}"#),
      card: "root: {spacer: , height: \"{space.old}\"}")
    let new = record(Self.tokens(6), card: "root: {spacer: , height: \"{space.gap}\"}")
    let delta = DesignDelta(from: old, to: new)
    #expect(delta.changes.count == 2)
    let reverted = delta.record(reverting: [0, 1])
    #expect(try #require(reverted.templates["post.yml"]).contains("{space.old}"))
    for theme in ["light", "dark"] {
      let tokens = try #require(TokenSet.load(layers: reverted.tokenFiles(of: theme)).0)
      #expect(try tokens.length("space.gap") == 4 && tokens.length("space.old") == 1)
    }
    // Reverting one change leaves the other one.
    let one = delta.record(reverting: [1])
    let tokens = try #require(TokenSet.load(layers: one.tokenFiles(of: "light")).0)
    #expect(try tokens.length("space.gap") == 6)
  }
}
