import Foundation

/// A card drawn by the page at one width.
package struct DrawnCardLayout: Hashable, Sendable {
  /// JSON: the drawing of each state and of each carousel page; colors, outlines and styles are shared.
  package var states: String
  /// Characters that are set as text, by the position of the face in the lock.
  package var letters: [Int: Set<UInt32>]
  /// Color glyphs by file name: face and glyph.
  package var emoji: Set<String>

  package init(states: String, letters: [Int: Set<UInt32>], emoji: Set<String>) {
    (self.states, self.letters, self.emoji) = (states, letters, emoji)
  }

  /// The stored form: lines for the states, the emoji, and each face with its characters.
  package var text: String {
    let faces = letters.sorted { $0.key < $1.key }.map { face, characters in
      "\n\(face) " + String(String.UnicodeScalarView(characters.sorted().compactMap(Unicode.Scalar.init)))
    }
    return states + "\n" + emoji.sorted().joined(separator: " ") + faces.joined()
  }

  /// Returns nil for an invalid form.
  package init?(_ text: String) {
    // By bytes: a combining character isn't a character of its own.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    guard lines.count > 1 else { return nil }
    states = String(lines[0])
    emoji = Set(lines[1].split(separator: " ").map(String.init))
    letters = [:]
    for line in lines.dropFirst(2) {
      let scalars = line.unicodeScalars
      guard let end = scalars.firstIndex(of: " "), let face = Int(String(scalars[..<end])) else { return nil }
      letters[face] = Set(scalars[scalars.index(after: end)...].map(\.value))
    }
  }

  /// Whether a page can read it: it may come from another machine.
  package static func isSound(_ text: String) -> Bool {
    guard let drawn = DrawnCardLayout(text) else { return false }
    return SharedTextTable.isList(drawn.states)
      && drawn.letters.keys.allSatisfy { (0..<10_000).contains($0) } && drawn.emoji.allSatisfy(isName)
  }

  private static func isName(_ emoji: String) -> Bool {
    let parts = emoji.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { UInt32($0) != nil && !$0.hasPrefix("+") }
  }

  // MARK: Files

  /// Returns a file of several cards: the shared table, then each card's states.
  package static func chunk(_ cards: [String?]) -> [ScriptValue] {
    SharedTextTable.chunk(cards.map { $0.flatMap(DrawnCardLayout.init)?.states })
  }

  /// Returns a text as a JSON string that is safe inside a script.
  package static func quoted(_ text: String) -> String { ScriptValue.text(text).script }

  /// Returns the reference to a text that a file contains once.
  package static func shared(_ text: String) -> String { ScriptValue.shared(text).script }

  /// Returns the script file of a font: a page opened as a file may not load font files.
  package static func font(_ face: Int, _ bytes: [UInt8]) -> (path: String, text: String) {
    let content = Data(bytes).base64EncodedString()
    return ("site/fonts/\(face).js", ScriptValue.chunk("fonts", String(face), [.text(content)]))
  }

  /// Returns the path of a color glyph.
  package static func emojiPath(_ name: String) -> String { "site/emoji/\(name).png" }

  /// Returns the path of a photo, sized for the card's widths.
  package static func photoPath(_ card: String, _ number: String) -> String { "cards/\(card)/photo-\(number).webp" }
}
