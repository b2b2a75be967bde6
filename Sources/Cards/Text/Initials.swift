/// The initials shown in place of a missing avatar.
package enum Initials {
  /// Returns the capitalized first letters of a name's first two words ("Анна Снегирёва" is "АС"), or one character if
  /// the name's script writes syllables or whole words. Nil if the name has no letter or digit.
  package static func of(_ name: String) -> String? {
    let words = local(name).split { !$0.isLetter && !$0.isNumber && !$0.isMark }
    let first = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    guard let initial = first.first else { return nil }
    // Two letters of a cursive script would join without forming a word; two ideographs can form a word.
    guard standsAlone(initial), first.count > 1, standsAlone(first[1]) else { return capital(of: initial) }
    return capital(of: initial) + capital(of: first[1])
  }

  /// The user part of an address (`@jun@links.example`), without the host.
  private static func local(_ name: String) -> Substring {
    let own = name.drop { $0 == "@" }.prefix { $0 != "@" }
    return name.contains(where: \.isWhitespace) || own.isEmpty ? name[...] : own
  }

  /// Whether two such letters are read as two: scripts with capitals, and Hebrew, some of whose letters are only
  /// a dot by themselves.
  private static func standsAlone(_ letter: Character) -> Bool {
    hasCapitals(letter) || letter.unicodeScalars.first.map { 0x5D0...0x5EA ~= $0.value } ?? false
  }

  /// Latin, Greek, Cyrillic, Armenian, …
  private static func hasCapitals(_ letter: Character) -> Bool {
    letter.isUppercase || letter.uppercased() != "\(letter)"
  }

  /// A single letter: the capital of "ß" is two.
  private static func capital(of letter: Character) -> String { letter.uppercased().first.map(String.init) ?? "" }
}

extension Character {
  /// An apostrophe within a word doesn't end it.
  fileprivate var isMark: Bool { self == "'" || self == "’" }
}
