extension FeedCard {
  /// The first words that the card says of itself, so that somebody knows it without its number: of the post's own text,
  /// else of what it reposts, else its first row's. On one line; an ellipsis stands for the rest. Nil for a card without
  /// words.
  ///
  /// - Parameter limit: Characters, the ellipsis not counted.
  package func opening(limit: Int = 48) -> String? {
    let texts: [String?] =
      switch self {
      case .post(let card):
        card.bodies.map(\.body.text.string) + [card.summary?.string] + card.rows.map(\.title.string)
      case .event(let card): [card.description?.string]
      case .message(let card):
        [card.bubble.body?.string, card.bubble.emoji, card.bubble.absence] + card.bubble.rows.map(\.title.string)
      case .notice(let card): [card.text.string]
      }
    let words = texts.lazy.compactMap { $0?.split(whereSeparator: \.isWhitespace) }.first { !$0.isEmpty }
    guard let words else { return nil }
    var opening = ""
    for word in words {
      let longer = opening.isEmpty ? String(word) : "\(opening) \(word)"
      // A word that is longer than all that there is room for is cut.
      if longer.count > limit { return (opening.isEmpty ? String(word.prefix(limit)) : opening) + " …" }
      opening = longer
    }
    return opening
  }
}
