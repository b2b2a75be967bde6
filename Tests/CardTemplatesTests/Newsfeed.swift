import CardTemplates
import DesignTokens
import Diagnostics
import Drawing
import Foundation
import Layout
import Support
import Testing

@testable import Cards

/// The project's own templates, tokens and icons.
enum Newsfeed {
  static let cards = ["post", "system", "screen-header", "feed-footer"]

  static func text(_ path: String) throws -> String {
    try String(contentsOf: Checkout.url(path), encoding: .utf8)
  }

  static func tokens(dark: Bool = false) throws -> TokenSet {
    let names = ["newsfeed.tokens.json"] + (dark ? ["newsfeed.dark.tokens.json"] : [])
    let files = try names.map { TokenFile(name: $0, contents: try text("Mockups/newsfeed/\($0)")) }
    let (set, diagnostics) = TokenSet.load(layers: [files[0]], overlays: Array(files.dropFirst()))
    return try #require(set, "\(diagnostics)")
  }

  static func icons() throws -> IconSet {
    let (set, diagnostics) = IconSet.parse(
      TemplateFile(name: "icons.yml", contents: try text("Templates/Icons/icons.yml")))
    return try #require(set, "\(diagnostics)")
  }

  /// Returns a template for chats.
  static func chatTemplate(_ card: String, direction: LayoutDirection = .leftToRight) throws -> CardTemplate {
    let layers = try ["newsfeed/newsfeed", "chat/chat"].map {
      TokenFile(name: $0, contents: try text("Mockups/\($0).tokens.json"))
    }
    let tokens = try #require(TokenSet.load(layers: layers).0)
    let context = TemplateContext(tokens: tokens, icons: try icons(), direction: direction)
    let file = TemplateFile(name: "\(card).yml", contents: try text("Templates/Cards/\(card).yml"))
    let (template, diagnostics) = CardTemplate.parse(file, in: context)
    return try #require(template, "\(diagnostics)")
  }

  static func parse(_ card: String, dark: Bool = false) throws -> (CardTemplate?, [Diagnostic]) {
    let context = TemplateContext(
      tokens: try tokens(dark: dark), icons: try icons(), include: { try? text("Templates/Cards/\($0)") })
    return CardTemplate.parse(
      TemplateFile(name: "\(card).yml", contents: try text("Templates/Cards/\(card).yml")), in: context)
  }

  static func template(_ card: String, dark: Bool = false) throws -> CardTemplate {
    let (template, diagnostics) = try parse(card, dark: dark)
    return try #require(template, "\(diagnostics)")
  }

  static let header = PostCard.Header(name: RichText("Ann"), date: "today")
  static let picture = ImageReference(candidates: [.init(url: "a.jpg", width: 4, height: 3)])
  static let counters = counters(likes: "1", comments: "2", reposts: "3", views: "4K")

  static func counters(
    likes: String? = nil, comments: String? = nil, reposts: String? = nil, views: String? = nil
  ) -> [PostCard.Counter] {
    let leading = [("likes", "like", likes), ("comments", "comment", comments), ("reposts", "repost", reposts)].map {
      PostCard.Counter(kind: $0, icon: $1, label: $2, spoken: $2.map { "\($0) of them" })
    }
    return leading + (views.map { [.init(kind: "views", icon: "views", label: $0, group: .trailing)] } ?? [])
  }

  static func body(_ text: String) -> PostCard.Body {
    PostCard.Body(text: RichText(text), collapsesAbove: 8, collapsedLines: 6, showMore: "more")
  }

  static let row = PostCard.Row(type: "link", icon: "link", title: RichText("Title"), subtitle: RichText("Sub"))
}
