import Foundation

/// A layer over the tokens of a theme, from bottom to top.
package enum ThemeLayer: Hashable, Sendable {
  /// All layers of another theme.
  case theme(String)
  /// A token file.
  case file(URL)
}

/// Names of themes, which are used in image names, URLs and CSS.
package enum ThemeName {
  package static let expected = "a theme's name: up to 40 letters, digits, \"-\" and \"_\""

  package static func isSound(_ name: String) -> Bool {
    let isWord = { (byte: UInt8) in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    guard 1...40 ~= name.utf8.count, let first = name.utf8.first, let last = name.utf8.last else { return false }
    return isWord(first) && isWord(last) && name.utf8.allSatisfy { isWord($0) || $0 == 0x2D }
  }

  /// Returns the names without duplicates: light and dark first, which the page selects by the reader's system; then
  /// the others in the given order.
  package static func inOrder(_ names: [String]) -> [String] {
    let usual = ["light", "dark"]
    return usual.filter(names.contains) + names.uniqued().filter { !usual.contains($0) }
  }
}
