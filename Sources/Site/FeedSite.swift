import Drawing
import Foundation
import Prefetching

/// The feed's site: the data that all its cards share. Strings are plain text; lengths are points, which the page uses
/// as CSS pixels. A shard passes it on unchanged.
package struct FeedSite: Codable, Sendable {
  /// The CSS values of a theme, derived from the design tokens.
  package struct Theme: Codable, Sendable {
    package var name: String
    /// Whether the browser's own controls should be dark.
    package var isDark: Bool
    package var background: String
    package var cardFill: String
    package var shadow: String
    package var text: String
    package var secondaryText: String
    package var link: String
    package var placeholder: String
    package var currentDot: String
    package var otherDot: String
    /// The values for a conversation; nil if the design has none.
    package var chat: ChatLook?
    /// The height of the header above the first card, in points; nil if unknown.
    package var header: Double?

    package init(
      name: String, isDark: Bool, background: String, cardFill: String, shadow: String, text: String,
      secondaryText: String, link: String, placeholder: String, currentDot: String, otherDot: String,
      chat: ChatLook? = nil, header: Double? = nil
    ) {
      self.name = name
      self.isDark = isDark
      self.background = background
      self.cardFill = cardFill
      self.shadow = shadow
      self.text = text
      self.secondaryText = secondaryText
      self.link = link
      self.placeholder = placeholder
      self.currentDot = currentDot
      self.otherDot = otherDot
      self.chat = chat
      self.header = header
    }
  }

  package struct Width: Codable, Sendable {
    package var screen: Int
    package var card: Double

    package init(screen: Int, card: Double) { (self.screen, self.card) = (screen, card) }
  }

  /// The page's own texts by their names in the templates.
  package typealias Words = [String: String]

  /// A BCP 47 tag.
  package var language: String
  package var isRightToLeft: Bool
  package var title: String
  /// The account or channel that it belongs to, or the conversation; nil if unknown.
  package var owner: String?
  /// The owner's initials; nil without letters.
  package var initials: String?
  /// "24 записи"
  package var footer: String
  package var words: Words
  /// The themes, light first; never empty.
  package var themes: [Theme]
  /// The widths in the project's order.
  package var widths: [Width]
  package var scales: [Int]
  /// The encoding of card images.
  package var encoding: ImageEncoding
  /// Whether the page draws the cards instead of showing images.
  package var isDrawn: Bool
  package var cardGap: Double
  package var cardRadius: Double
  package var prefetch: PrefetchWeights
  /// The review's page, relative to the feed's; nil if there is none.
  package var review: String?
  /// The start page that lists it, relative to its own; nil if there is none.
  package var list: String?
  /// Nil for a feed of posts.
  package var chat: ChatPage?
  /// The time zone that determines the days of a feed.
  package var timeZone: TimeZone

  package init(
    language: String, isRightToLeft: Bool = false, title: String, owner: String? = nil, initials: String? = nil,
    footer: String, words: Words, themes: [Theme],
    widths: [Width], scales: [Int], encoding: ImageEncoding = .png, isDrawn: Bool = false, cardGap: Double,
    cardRadius: Double, prefetch: PrefetchWeights, chat: ChatPage? = nil, timeZone: TimeZone = .gmt
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.title = title
    self.owner = owner
    self.initials = initials
    self.footer = footer
    self.words = words
    self.themes = themes
    self.widths = widths
    self.scales = scales
    self.encoding = encoding
    self.isDrawn = isDrawn
    self.cardGap = cardGap
    self.cardRadius = cardRadius
    self.prefetch = prefetch
    self.chat = chat
    self.timeZone = timeZone
  }

  /// The number of posts per story file: about 30 KB of posts, 50 KB of messages.
  package var postsPerChunk: Int { chat == nil ? 32 : 256 }

  /// Returns the distribution of posts over files: a feed's oldest post is the last, a conversation's the first.
  package func pieces(_ count: Int) -> SiteSegments { SiteSegments(count: count, isRising: chat != nil) }
}
