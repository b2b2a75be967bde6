import Drawing
import Foundation
import Prefetching

/// The feed's site: what all its cards have in common. Strings are plain text, lengths are points, which the page takes
/// for CSS pixels. A shard hands it on as it is.
package struct FeedSite: Codable, Sendable {
  /// CSS values of one theme, taken from the design tokens.
  package struct Theme: Codable, Sendable {
    package var name: String
    /// Whether the browser's own controls are to be dark beside it.
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
    /// Of a conversation; nil where the design has none.
    package var chat: ChatLook?

    package init(
      name: String, isDark: Bool, background: String, cardFill: String, shadow: String, text: String,
      secondaryText: String, link: String, placeholder: String, currentDot: String, otherDot: String,
      chat: ChatLook? = nil
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
    }
  }

  package struct Width: Codable, Sendable {
    package var screen: Int
    package var card: Double

    package init(screen: Int, card: Double) { (self.screen, self.card) = (screen, card) }
  }

  /// The page's own words by their names in the templates.
  package typealias Words = [String: String]

  /// BCP 47.
  package var language: String
  package var isRightToLeft: Bool
  package var title: String
  /// "24 записи"
  package var footer: String
  package var words: Words
  /// Never empty; light first.
  package var themes: [Theme]
  /// In the project's order.
  package var widths: [Width]
  package var scales: [Int]
  /// Of the pictures of cards.
  package var encoding: PictureEncoding
  /// Whether the page draws the cards, and there are no pictures of them.
  package var isDrawn: Bool
  package var cardGap: Double
  package var cardRadius: Double
  package var prefetch: PrefetchWeights
  /// The review's page, relative to the feed's; nil where there is none.
  package var review: String?
  /// The page that lists it with others, relative to its own; nil where there is none.
  package var list: String?
  /// Nil for a feed of posts.
  package var chat: ChatPage?
  /// Where the days of a feed begin.
  package var timeZone: TimeZone

  package init(
    language: String, isRightToLeft: Bool = false, title: String, footer: String, words: Words, themes: [Theme],
    widths: [Width], scales: [Int], encoding: PictureEncoding = .png, isDrawn: Bool = false, cardGap: Double,
    cardRadius: Double, prefetch: PrefetchWeights, chat: ChatPage? = nil, timeZone: TimeZone = .gmt
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.title = title
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

  /// Posts in one file of stories: about 30 KB of posts, 50 KB of messages.
  package var postsPerChunk: Int { chat == nil ? 32 : 256 }

  /// How so many posts are spread over files: a feed's last post is its oldest, a conversation's first message.
  package func pieces(_ count: Int) -> SitePieces { SitePieces(count: count, isRising: chat != nil) }
}
