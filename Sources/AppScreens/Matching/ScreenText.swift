/// Normalizes texts for comparison: differences between platforms are removed.
enum ScreenText {
  /// Collapses white space, removes placeholders and ellipses, and uses the canonical form.
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

  /// Returns the normalized text; nil if nothing remains.
  static func key(_ text: String?) -> String? {
    text.map(normalized).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether it is an object replacement character, byte order mark, zero-width space or directional mark.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFFFC, 0xFEFF, 0x200B, 0x200E, 0x200F, 0x2060, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether two normalized texts are equal, or one is the beginning of the other if that is truncated.
  static func agree(_ expected: String, _ found: String, isCut: Bool) -> Bool {
    if expected == found { return true }
    guard isCut, expected.count >= 12, found.count >= 12 else { return false }
    return expected.hasPrefix(found) || found.hasPrefix(expected)
  }

  /// Normalizes an identifier or a part's name: `org.app:id/user_Avatar-2` becomes `useravatar`.
  static func name(_ identifier: String) -> String {
    let last = identifier.split { ":/.".contains($0) }.last.map(String.init) ?? identifier
    var name = last.lowercased().filter { !"-_ ".contains($0) }
    while let digit = name.last, digit.isNumber { name.removeLast() }
    return name
  }
}
