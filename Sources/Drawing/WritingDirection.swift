/// Which way letters run, as far as lines, texts and the words that are put into them have to know (UAX #9).

extension Unicode.Scalar {
  /// Whether it is of a script that runs from right to left, or the mark that stands for such a letter.
  package var isOfRightToLeftScript: Bool {
    switch value {
    case ..<0x590: false
    case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// Where a line begins that begins with this letter, or with a mark that stands for one; nil of digits, signs and blanks.
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

  /// What sets the text behind it apart, up to the mark that ends it.
  fileprivate var beginsIsolate: Bool { (0x2066...0x2068).contains(value) }
}

extension String {
  /// First strong isolate, U+2068: what follows runs as its own first letter does, and counts as no letter around it.
  package static let isolate = "\u{2068}"
  /// Pop directional isolate, U+2069.
  package static let isolateEnd = "\u{2069}"

  /// The direction of the first letter that runs in a wanted one. What isolates set apart does not count (UAX #9, P2).
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

  /// Set apart from words around it that run in `direction`, where a letter of it runs the other way: it then keeps its own
  /// order, and neither moves what stands beside it nor says where the whole line begins. As it is where all runs alike, and
  /// beside words without a letter (nil).
  package func isolated(in direction: LayoutDirection?) -> String {
    guard let direction else { return self }
    // Letters that run from right to left begin at U+0590, in UTF-8 with 0xD6.
    if direction == .leftToRight, !utf8.contains(where: { $0 >= 0xD6 }) { return self }
    return firstDirection { $0 != direction } == nil ? self : Self.isolate + self + Self.isolateEnd
  }
}
