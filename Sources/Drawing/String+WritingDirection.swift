/// The direction of letters, as far as lines, texts and inserted words depend on it (UAX #9).

extension Unicode.Scalar {
  /// Whether the scalar belongs to a right-to-left script, or is the mark for such a letter.
  package var isOfRightToLeftScript: Bool {
    switch value {
    case ..<0x590: false
    case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// The direction of a line that begins with this letter or mark; nil for digits, signs and blanks.
  package var direction: LayoutDirection? {
    switch value {
    case 0x200E: return .leftToRight
    case 0x200F, 0x61C: return .rightToLeft
    case 0x41...0x5A, 0x61...0x7A: return .leftToRight
    case ..<0x80: return nil
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return isOfRightToLeftScript ? .rightToLeft : .leftToRight
    default: return nil
    }
  }

  /// Whether the scalar starts an isolate, which extends to the matching end mark.
  fileprivate var beginsIsolate: Bool { (0x2066...0x2068).contains(value) }
}

extension String {
  /// First strong isolate, U+2068: the following text has the direction of its own first letter, and doesn't affect the
  /// surrounding text.
  package static let isolate = "\u{2068}"
  /// Pop directional isolate, U+2069.
  package static let isolateEnd = "\u{2069}"

  /// The direction of the first letter that satisfies the predicate. Isolated text is ignored (UAX #9, P2).
  package func firstDirection(_ isWanted: (LayoutDirection) -> Bool = { _ in true }) -> LayoutDirection? {
    var depth = 0
    for scalar in unicodeScalars {
      if scalar.beginsIsolate {
        depth += 1
      } else if scalar.value == 0x2069 {
        depth = max(0, depth - 1)
      } else if depth == 0, let direction = scalar.direction, isWanted(direction) {
        return direction
      }
    }
    return nil
  }

  /// The text isolated from surrounding words in `direction` if it contains a letter of the other direction: it then
  /// keeps its own order, and neither moves adjacent text nor determines the direction of the line. Unchanged if all
  /// letters have the same direction, and next to words without a letter (nil).
  package func isolated(in direction: LayoutDirection?) -> String {
    guard let direction else { return self }
    // Right-to-left letters start at U+0590, which begins with 0xD6 in UTF-8.
    if direction == .leftToRight, !utf8.contains(where: { $0 >= 0xD6 }) { return self }
    return firstDirection { $0 != direction } == nil ? self : Self.isolate + self + Self.isolateEnd
  }
}
