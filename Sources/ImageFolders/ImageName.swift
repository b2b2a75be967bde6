/// The name of an image, split into the name proper, the variant (machine, size) and the scale:
/// `login-chromium-darwin@2x` is `login`.
package struct ImageName: Hashable, Sendable {
  package var name: String
  /// The parts of the name for machine, size and scale, separated by spaces; empty if there are none.
  package var variant: String
  /// Pixels per point.
  package var scale = 1

  private static let machines: Set = [
    "darwin", "linux", "win32", "macos", "windows", "ubuntu", "ios", "android", "chromium", "chrome", "firefox",
    "webkit",
    "safari", "edge",
  ]

  package init(name: String, variant: String, scale: Int) {
    (self.name, self.variant, self.scale) = (name, variant, scale)
  }

  /// - Parameter path: The path without its extension.
  package init(_ path: String) {
    var name = Substring(path)
    var words: [Substring] = []
    while let place = name.lastIndex(where: { "-_@.".contains($0) }), place > name.startIndex,
      name[name.index(before: place)] != "/"
    {
      let word = name[name.index(after: place)...]
      if name[place] == "@", let scale = Self.scale(word) {
        self.scale = scale
      } else if !Self.machines.contains(word.lowercased()), !Self.isSize(word) {
        break
      }
      words.insert(word, at: 0)
      name = name[..<place]
    }
    (self.name, variant) = (String(name), words.joined(separator: " "))
  }

  private static func scale(_ word: Substring) -> Int? {
    guard word.count == 2, word.last == "x", let scale = word.first?.wholeNumberValue, (1...4).contains(scale) else {
      return nil
    }
    return scale
  }

  /// Returns whether a word has the form `393x852`.
  private static func isSize(_ word: Substring) -> Bool {
    let sides = word.split(separator: "x", omittingEmptySubsequences: false)
    return sides.count == 2 && sides.allSatisfy { $0.count > 1 && $0.allSatisfy(\.isNumber) }
  }
}
