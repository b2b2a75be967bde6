import Foundation

/// A card as the page draws it at one width.
package struct DrawnLayout: Hashable, Sendable {
  /// JSON: what is drawn in each state, and of each page of its carousels; colours, outlines and styles in it are shared.
  package var states: String
  /// Characters that are set as text, by the face's place in the lock.
  package var letters: [Int: Set<UInt32>]
  /// Glyphs that are pictures: face and glyph, as the file of one is called.
  package var emoji: Set<String>

  package init(states: String, letters: [Int: Set<UInt32>], emoji: Set<String>) {
    (self.states, self.letters, self.emoji) = (states, letters, emoji)
  }

  /// As it is kept: lines for the states, the emoji, and each face with its characters.
  var text: String {
    let faces = letters.sorted { $0.key < $1.key }.map { face, characters in
      "\n\(face) " + String(String.UnicodeScalarView(characters.sorted().compactMap(Unicode.Scalar.init)))
    }
    return states + "\n" + emoji.sorted().joined(separator: " ") + faces.joined()
  }

  /// Nil where it is none.
  init?(_ text: String) {
    // By bytes: a character that belongs to the one before is none of its own.
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

  /// Whether a page can read it: another machine may have written it.
  package static func isSound(_ text: String) -> Bool {
    guard let drawn = DrawnLayout(text) else { return false }
    return SharedTexts.isList(drawn.states)
      && drawn.letters.keys.allSatisfy { (0..<10_000).contains($0) } && drawn.emoji.allSatisfy(isName)
  }

  private static func isName(_ emoji: String) -> Bool {
    let parts = emoji.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { UInt32($0) != nil && !$0.hasPrefix("+") }
  }

  // MARK: Files

  /// A file of several cards: the table of all, then each one's states.
  static func chunk(_ cards: [String?]) -> [ScriptValue] {
    SharedTexts.chunk(cards.map { $0.flatMap(DrawnLayout.init)?.states })
  }

  /// A text as a JSON string that may stand in a script.
  package static func quoted(_ text: String) -> String { ScriptValue.text(text).script }

  /// A text that is said once in a file.
  package static func shared(_ text: String) -> String { ScriptValue.shared(text).script }

  /// The file of a font: a page that was opened as a file may load no other.
  package static func font(_ face: Int, _ bytes: [UInt8]) -> (path: String, text: String) {
    let content = Data(bytes).base64EncodedString()
    return ("site/fonts/\(face).js", ScriptValue.chunk("fonts", String(face), [.text(content)]))
  }

  /// The file of a glyph that is a picture.
  package static func emojiPath(_ name: String) -> String { "site/emoji/\(name).png" }

  /// Of a photo at the size that the card's widths need.
  package static func photoPath(_ card: String, _ number: String) -> String { "cards/\(card)/photo-\(number).webp" }
}
