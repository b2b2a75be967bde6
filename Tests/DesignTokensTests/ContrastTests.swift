import DesignTokens
import Drawing
import Foundation
import Support
import Testing

/// WCAG 2.2 (1.4.3, 1.4.11) requires 4.5 to 1 for text and 3 to 1 for other elements. High-contrast themes require 7
/// and 4.5.
@Suite("Contrast of the designs' colors")
struct ContrastTests {
  /// Token files without extension, each layered over the previous ones.
  private static let newsfeed = ["Mockups/newsfeed/newsfeed"]
  static let designs: [[String]] =
    [newsfeed]
    + ["mastodon", "bluesky", "x", "telegram", "blog", "activity-streams"].map {
      newsfeed + ["Templates/Faces/\($0)/\($0)"]
    }

  /// A color, followed by its background. A background that is not opaque follows the one below it.
  private static let texts: [[String]] = [
    ["text", "card"], ["secondary", "card"], ["link", "card"], ["counter.label", "card"],
    ["counter.views-label", "card"], ["match.text", "card"], ["footer", "background.top"],
    ["footer", "background.bottom"], ["avatar.text", "card", "avatar.fill"], ["text", "card", "warning.fill"],
    ["link", "card", "warning.fill"], ["text", "card", "poll.track"], ["text", "card", "poll.bar"],
    ["text", "card", "poll.leader"], ["poll.votes", "card", "poll.track"], ["poll.votes", "card", "poll.bar"],
    ["poll.votes", "card", "poll.leader"], ["reaction.text", "card", "reaction.fill"],
  ]
  private static let icons: [[String]] = [
    ["counter.icon", "card"], ["counter.views-icon", "card"], ["pin", "card"], ["context.icon", "card"],
    ["row.icon", "card", "row.tile"], ["warning.icon", "card", "warning.fill"], ["poll.check", "card", "poll.track"],
    ["poll.check", "card", "poll.bar"], ["poll.check", "card", "poll.leader"],
    ["missing.icon", "card", "missing.fill"],
    ["voice.mark", "card"], ["voice.icon", "card", "voice.mark"], ["page.current", "card"],
  ]
  /// Pairs in chats.
  private static let messages: [[String]] =
    [
      ["chat.color.text", "chat.color.incoming.fill"], ["chat.color.text", "chat.color.outgoing.fill"],
      ["chat.color.incoming.time", "chat.color.incoming.fill"],
      ["chat.color.outgoing.time", "chat.color.outgoing.fill"],
      ["chat.color.quiet", "chat.color.incoming.fill"], ["color.secondary", "chat.color.incoming.fill"],
      ["color.secondary", "chat.color.outgoing.fill"], ["color.link", "chat.color.incoming.fill"],
      ["color.link", "chat.color.outgoing.fill"], ["chat.color.text", "chat.color.incoming.fill", "color.poll.leader"],
      ["chat.color.text", "chat.color.outgoing.fill", "color.poll.leader"],
      ["color.poll.votes", "chat.color.incoming.fill", "color.poll.leader"],
      ["color.poll.votes", "chat.color.outgoing.fill", "color.poll.leader"],
      ["chat.color.notice.text", "chat.color.background.top", "chat.color.notice.fill"],
      ["chat.color.reaction.text", "chat.color.background.top", "chat.color.reaction.fill"],
      ["chat.color.notice.text", "chat.color.notice.pinned"], ["chat.color.text", "chat.color.composer.field"],
      ["chat.color.composer.hint", "chat.color.composer.field"],
      ["chat.color.composer.icon", "chat.color.composer.fill"], ["chat.color.accent-mark", "chat.color.accent"],
    ]
    + ["red", "orange", "violet", "green", "cyan", "blue", "pink"].flatMap {
      [
        ["chat.color.face.text", "chat.color.face.\($0)"], ["chat.color.name.\($0)", "chat.color.background.top"],
        ["chat.color.name.\($0)", "chat.color.background.bottom"],
      ]
    }

  @Test("the dark theme, and both of high contrast, hold every pair", arguments: designs)
  func pairs(_ bases: [String]) throws {
    for (theme, text, icon) in [("dark", 4.5, 3.0), ("high-contrast", 7, 4.5), ("high-contrast-dark", 7, 4.5)] {
      let tokens = try Self.load(bases, theme)
      let texts = Self.texts + (tokens.has("color.name") ? [["name", "card"]] : [])
      for (pairs, least) in [(texts, text), (Self.icons, icon)] {
        for pair in pairs {
          let found = try Self.ratio(pair.map { "color.\($0)" }, tokens)
          #expect(found >= least, "\(bases.last ?? "") \(theme): \(pair) \(found)")
        }
      }
    }
  }

  @Test(
    "a conversation in the dark is readable on the user's own bubbles, too",
    arguments: [("dark", 4.5), ("high-contrast", 7), ("high-contrast-dark", 7)])
  func chat(theme: String, least: Double) throws {
    let tokens = try Self.load(Self.newsfeed + ["Mockups/chat/chat"], theme)
    for pair in Self.messages { #expect(try Self.ratio(pair, tokens) >= least, "\(pair)") }
  }

  @Test("the light theme's texts are readable on its cards: 4.5 to 1 for body text, 3 to 1 for the rest")
  func light() throws {
    let tokens = try Self.load(Self.newsfeed, "light")
    #expect(try Self.ratio(["color.text", "color.card"], tokens) >= 4.5)
    for name in ["color.link", "color.secondary", "color.match.text"] {
      #expect(try Self.ratio([name, "color.card"], tokens) >= 3, "\(name)")
    }
  }

  private static func load(_ bases: [String], _ theme: String) throws -> TokenSet {
    func file(_ path: String) throws -> TokenFile {
      TokenFile(name: path, contents: try String(contentsOf: Checkout.url(path), encoding: .utf8))
    }
    var stack: [(file: TokenFile, isTheme: Bool)] = []
    for base in bases {
      stack.append((try file("\(base).tokens.json"), isTheme: false))
      if theme != "light" { stack.append((try file("\(base).\(theme).tokens.json"), isTheme: true)) }
    }
    let (set, diagnostics) = TokenSet.load(stack: stack)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    return try #require(set)
  }

  /// Returns the contrast of the first color with its background.
  private static func ratio(_ names: [String], _ tokens: TokenSet) throws -> Double {
    let colors = try names.map { try tokens.color($0) }
    let ground = colors.dropFirst().reduce(Color.white) { $1.over($0) }
    let (light, dark) = (colors[0].over(ground).luminance, ground.luminance)
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
  }
}

extension Color {
  fileprivate func over(_ ground: Color) -> Color {
    func mix(_ one: Double, _ other: Double) -> Double { one * alpha + other * (1 - alpha) }
    return Color(
      red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue), alpha: 1)
  }

  fileprivate var luminance: Double {
    let linear = [red, green, blue].map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
