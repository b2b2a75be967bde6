import Cards
import Diagnostics

/// The author and first words of a case's post, for readers who don't know posts by number.
struct CaseLabel: Hashable, Codable, Sendable {
  /// The author's name, or an event's title.
  var author: String
  /// The first words; nil for a post without text.
  var words: String?

  init(author: String, words: String?) {
    (self.author, self.words) = (author, words)
  }

  init(_ card: FeedCard) {
    self.init(author: card.title, words: card.opening())
  }

  /// `Anna Berg: “Two tickets left …”`, safe for a terminal.
  var text: String {
    let name = PlainText.piece(author)
    // A card of custom data is named after its first words.
    guard let words, !author.hasPrefix(words.hasSuffix(" …") ? String(words.dropLast(2)) : words) else { return name }
    return "\(name): “\(PlainText.piece(words))”"
  }
}
