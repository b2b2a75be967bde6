/// What stands for a face that there is no picture of.
enum Initials {
  /// The first letters of a name's first two words, in capitals where its script has them ("Анна Снегирёва" is "АС"); one
  /// character of a name whose script writes syllables or whole words. Nil of a name without a letter or a digit.
  static func of(_ name: String) -> String? {
    let words = local(name).split { !$0.isLetter && !$0.isNumber && !$0.isMark }
    let first = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    guard let initial = first.first else { return nil }
    // Two letters of a cursive script would join, and are no word; two ideographs are.
    guard standsAlone(initial), first.count > 1, standsAlone(first[1]) else { return capital(of: initial) }
    return capital(of: initial) + capital(of: first[1])
  }

  /// Of an address (`@jun@links.example`) whose it is, not where.
  private static func local(_ name: String) -> Substring {
    let own = name.drop { $0 == "@" }.prefix { $0 != "@" }
    return name.contains(where: \.isWhitespace) || own.isEmpty ? name[...] : own
  }

  /// Whether two of its kind are read as two letters: those with capitals, and Hebrew, some of which are no more than a dot
  /// by themselves.
  private static func standsAlone(_ letter: Character) -> Bool {
    hasCapitals(letter) || letter.unicodeScalars.first.map { 0x5D0...0x5EA ~= $0.value } ?? false
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
