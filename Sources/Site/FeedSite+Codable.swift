import Drawing
import Foundation

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
