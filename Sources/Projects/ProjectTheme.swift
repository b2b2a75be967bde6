import Foundation

/// What a project says of a theme beside its name: what is laid over the tokens, from below.
package enum ThemeLayer: Hashable, Sendable {
  /// All that another theme lays over them.
  case theme(String)
  /// A token file.
  case file(URL)
}

/// Names of themes: they stand in names of pictures, in addresses and in the page's style.
package enum ThemeName {
  package static let expected = "a theme's name: letters, digits, \"-\" and \"_\", up to 40"

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

  /// Light and dark first, which the page shows by the reader's system; then the others as they were named. Each once.
  package static func inOrder(_ names: [String]) -> [String] {
    let usual = ["light", "dark"]
    return usual.filter(names.contains) + names.uniqued().filter { !usual.contains($0) }
  }
}
