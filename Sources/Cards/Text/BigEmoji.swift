/// Messages of nothing but emoji.
enum BigEmoji {
  /// More of them are a text.
  private static let limit = 3

  /// The emoji without the blanks between them; nil of any other text, and of more than three.
  static func of(_ text: String) -> String? {
    // A character may have hundreds of marks; a text of that length is no emoji.
    guard text.utf8.count <= 128 else { return nil }
    // Of most texts the first letter is enough.
    var characters: [Character] = []
    for character in text where !character.isWhitespace {
      guard character.isEmoji, characters.count < limit else { return nil }
      characters.append(character)
    }
    return characters.isEmpty ? nil : String(characters)
  }
}

extension Character {
  /// Shown as a picture by itself: digits and signs that only may be one are letters.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    let properties = first.properties
    return properties.isEmojiPresentation || properties.isEmoji && unicodeScalars.contains("\u{FE0F}")
      || properties.isEmoji && properties.isEmojiModifierBase && unicodeScalars.count > 1
  }
}
