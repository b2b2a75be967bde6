/// Texts as they are held against each other: what platforms write differently is the same.
enum ScreenText {
  /// White space is one blank; what marks a place or a cut is nothing; canonical equivalents are equal as they are.
  static func normalized(_ text: String) -> String {
    var normalized = ""
    var waits = false
    for scalar in text.unicodeScalars where !isMark(scalar) {
      if scalar.properties.isWhitespace {
        waits = !normalized.isEmpty
      } else {
        if waits { normalized.unicodeScalars.append(" ") }
        waits = false
        normalized.unicodeScalars.append(scalar)
      }
    }
    while let last = normalized.last, last == "…" || last == " " { normalized.removeLast() }
    return normalized
  }

  /// Nil where nothing is left.
  static func key(_ text: String?) -> String? {
    text.map(normalized).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Object replacement characters, byte order marks, zero-width spaces, marks of direction.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFFFC, 0xFEFF, 0x200B, 0x200E, 0x200F, 0x2060, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether one is the other, or its beginning where that is cut off; both normalized.
  static func agree(_ expected: String, _ found: String, isCut: Bool) -> Bool {
    if expected == found { return true }
    guard isCut, expected.count >= 12, found.count >= 12 else { return false }
    return expected.hasPrefix(found) || found.hasPrefix(expected)
  }

  /// An identifier or a part's name without what is written differently: `org.app:id/user_Avatar-2` is `useravatar`.
  static func name(_ identifier: String) -> String {
    let last = identifier.split { ":/.".contains($0) }.last.map(String.init) ?? identifier
    var name = last.lowercased().filter { !"-_ ".contains($0) }
    while let digit = name.last, digit.isNumber { name.removeLast() }
    return name
  }
}
