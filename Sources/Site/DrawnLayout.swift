import Foundation

/// A card as the page draws it at one width.
package struct DrawnLayout: Hashable, Sendable {
  /// JSON: what is drawn in each state, and of each page of its carousels; numbers in it are places in the table.
  package var states: String
  /// Colours, outlines and styles, none with a line end or a tab.
  package var table: [String]
  /// Characters that are set as text, by the face's place in the lock.
  package var letters: [Int: Set<UInt32>]
  /// Glyphs that are pictures: face and glyph, as the file of one is called.
  package var emoji: Set<String>

  package init(states: String, table: [String], letters: [Int: Set<UInt32>], emoji: Set<String>) {
    (self.states, self.table, self.letters, self.emoji) = (states, table, letters, emoji)
  }

  /// As it is kept: lines for the states, the table, the emoji, and each face with its characters.
  var text: String {
    let faces = letters.sorted { $0.key < $1.key }.map { face, characters in
      "\n\(face) " + String(String.UnicodeScalarView(characters.sorted().compactMap(Unicode.Scalar.init)))
    }
    return states + "\n" + table.joined(separator: "\t") + "\n" + emoji.sorted().joined(separator: " ") + faces.joined()
  }

  /// Nil where it is none.
  init?(_ text: String) {
    // By bytes: a character that belongs to the one before is none of its own.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    guard lines.count > 2 else { return nil }
    states = String(lines[0])
    table = lines[1].isEmpty ? [] : lines[1].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    emoji = Set(lines[2].split(separator: " ").map(String.init))
    letters = [:]
    for line in lines.dropFirst(3) {
      let scalars = line.unicodeScalars
      guard let end = scalars.firstIndex(of: " "), let face = Int(String(scalars[..<end])) else { return nil }
      letters[face] = Set(scalars[scalars.index(after: end)...].map(\.value))
    }
  }

  /// Whether a page can read it: another machine may have written it.
  package static func isSound(_ text: String) -> Bool {
    guard let drawn = DrawnLayout(text) else { return false }
    return (try? JSONSerialization.jsonObject(with: Data(drawn.states.utf8))) is [Any]
      && drawn.letters.keys.allSatisfy { (0..<10_000).contains($0) } && drawn.emoji.allSatisfy(isName)
  }

  private static func isName(_ emoji: String) -> Bool {
    let parts = emoji.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { UInt32($0) != nil && !$0.hasPrefix("+") }
  }

  // MARK: Files

  /// A file of several cards: the table of all, then of each which of its texts are the card's, and its states.
  static func chunk(_ cards: [String?]) -> [ScriptValue] {
    var (table, numbers) = ([String](), [String: Int]())
    let drawn = cards.map { text -> ScriptValue in
      guard let card = text.flatMap(DrawnLayout.init) else { return .count(0) }
      let own = card.table.map { text -> Int in
        if let known = numbers[text] { return known }
        numbers[text] = table.count
        table.append(text)
        return table.count - 1
      }
      return [.counts(own), .written(card.states)]
    }
    return [.texts(table)] + drawn
  }

  /// A text as a JSON string that may stand in a script.
  package static func quoted(_ text: String) -> String { ScriptValue.text(text).script }

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
