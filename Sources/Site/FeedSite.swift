import Drawing
import Foundation
import Prefetching

/// The feed's site: what all its cards have in common. Strings are plain text, lengths are points, which the page takes
/// for CSS pixels.
package struct FeedSite: Sendable {
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

  /// The page's own words by their names in the templates.
  package typealias Words = [String: String]

  /// BCP 47.
  package var language: String
  package var title: String
  /// "24 записи"
  package var footer: String
  package var words: Words
  /// Never empty; light first.
  package var themes: [Theme]
  /// The screen's widths with their cards' widths, in the project's order.
  package var widths: [(screen: Int, card: Double)]
  package var scales: [Int]
  /// Of the pictures of cards.
  package var encoding: PictureEncoding
  package var cardGap: Double
  package var cardRadius: Double
  package var prefetch: PrefetchWeights
  /// The review's page, relative to the feed's; nil where there is none.
  package var review: String?
  /// Nil for a feed of posts.
  package var chat: ChatPage?
  /// Where the days of a feed begin.
  package var timeZone: TimeZone

  package init(
    language: String, title: String, footer: String, words: Words, themes: [Theme],
    widths: [(screen: Int, card: Double)], scales: [Int], encoding: PictureEncoding = .png, cardGap: Double,
    cardRadius: Double,
    prefetch: PrefetchWeights,
    review: String?, chat: ChatPage? = nil, timeZone: TimeZone = .gmt
  ) {
    self.language = language
    self.title = title
    self.footer = footer
    self.words = words
    self.themes = themes
    self.widths = widths
    self.scales = scales
    self.encoding = encoding
    self.cardGap = cardGap
    self.cardRadius = cardRadius
    self.prefetch = prefetch
    self.review = review
    self.chat = chat
    self.timeZone = timeZone
  }
}

/// What a shard tells of the site; whoever joins the shards writes the same site from it.
extension FeedSite: Codable {
  private enum Key: CodingKey {
    case language, title, footer, words, themes, screens, cards, scales, encoding, cardGap, cardRadius, prefetch,
      review, chat, timeZone
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func value<Value: Decodable>(_ key: Key) throws -> Value { try container.decode(Value.self, forKey: key) }
    let (screens, cards): ([Int], [Double]) = (try value(.screens), try value(.cards))
    let themes: [Theme] = try value(.themes)
    guard screens.count == cards.count, !themes.isEmpty else {
      throw DecodingError.dataCorruptedError(forKey: .screens, in: container, debugDescription: "no site is like that")
    }
    self.init(
      language: try value(.language), title: try value(.title), footer: try value(.footer), words: try value(.words),
      themes: themes, widths: Array(zip(screens, cards)), scales: try value(.scales),
      encoding: try value(.encoding), cardGap: try value(.cardGap),
      cardRadius: try value(.cardRadius), prefetch: try value(.prefetch),
      review: try container.decodeIfPresent(String.self, forKey: .review),
      chat: try container.decodeIfPresent(ChatPage.self, forKey: .chat),
      timeZone: try container.decode(TimeZone.self, forKey: .timeZone))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (key, text) in [(Key.language, language), (.title, title), (.footer, footer)] {
      try container.encode(text, forKey: key)
    }
    try container.encode(words, forKey: .words)
    try container.encode(themes, forKey: .themes)
    try container.encode(widths.map(\.screen), forKey: .screens)
    try container.encode(widths.map(\.card), forKey: .cards)
    try container.encode(scales, forKey: .scales)
    try container.encode(encoding, forKey: .encoding)
    try container.encode(cardGap, forKey: .cardGap)
    try container.encode(cardRadius, forKey: .cardRadius)
    try container.encode(prefetch, forKey: .prefetch)
    try container.encodeIfPresent(review, forKey: .review)
    try container.encodeIfPresent(chat, forKey: .chat)
    try container.encode(timeZone, forKey: .timeZone)
  }
}
