import Cards
import Diagnostics

/// Whose post a case shows and how that begins, for people who don't know posts by their numbers.
struct CaseLabel: Hashable, Codable, Sendable {
  /// The author's name; of an event its title.
  var author: String
  /// The first words; nil for a post without any.
  var words: String?

  init(author: String, words: String?) {
    (self.author, self.words) = (author, words)
  }

  init(_ card: FeedCard) {
    self.init(author: card.title, words: card.opening())
  }

  /// `Anna Berg: “Two tickets left …”`, fit for a terminal.
  var text: String {
    let name = PlainText.piece(author)
    // What a card of own data is called is how it begins.
    guard let words, !author.hasPrefix(words.hasSuffix(" …") ? String(words.dropLast(2)) : words) else { return name }
    return "\(name): “\(PlainText.piece(words))”"
  }
}
