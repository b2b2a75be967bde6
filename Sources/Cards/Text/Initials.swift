/// What stands for a face that there is no picture of.
enum Initials {
  /// The first letters of a name's first two words, in capitals where its script has them ("Анна Снегирёва" is "АС"); one
  /// character of a name whose script writes syllables or whole words. Nil of a name without a letter or a digit.
  static func of(_ name: String) -> String? {
    let words = name.split { !$0.isLetter && !$0.isNumber && !$0.isMark }
    let first = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    guard let initial = first.first else { return nil }
    // Two letters of a cursive script would join, and are no word; two ideographs are.
    guard hasCapitals(initial), first.count > 1, hasCapitals(first[1]) else { return capital(of: initial) }
    return capital(of: initial) + capital(of: first[1])
  }

  /// Latin, Greek, Cyrillic, Armenian, …
  private static func hasCapitals(_ letter: Character) -> Bool {
    letter.isUppercase || letter.uppercased() != "\(letter)"
  }

  /// One letter: the capital of "ß" is two.
  private static func capital(of letter: Character) -> String { letter.uppercased().first.map(String.init) ?? "" }
}

extension Character {
  /// An apostrophe within a word is none of its ends.
  fileprivate var isMark: Bool { self == "'" || self == "’" }
}
