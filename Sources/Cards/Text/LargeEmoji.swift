/// Messages that consist of emoji only.
enum LargeEmoji {
  /// More emoji than this are a normal text.
  private static let limit = 3

  /// The emoji without blanks between them; nil for any other text, and for more than three.
  static func of(_ text: String) -> String? {
    // A character may have hundreds of combining marks; a text that long is no emoji.
    guard text.utf8.count <= 128 else { return nil }
    // For most texts, the first letter decides.
    var characters: [Character] = []
    for character in text where !character.isWhitespace {
      guard character.isEmoji, characters.count < limit else { return nil }
      characters.append(character)
    }
    return characters.isEmpty ? nil : String(characters)
  }
}

extension Character {
  /// Whether the character is shown as an emoji by itself: digits and signs with an optional emoji form are letters.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    let properties = first.properties
    return properties.isEmojiPresentation || properties.isEmoji && unicodeScalars.contains("\u{FE0F}")
      || properties.isEmoji && properties.isEmojiModifierBase && unicodeScalars.count > 1
  }
}
