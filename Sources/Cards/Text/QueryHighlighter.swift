import Basics
import FeedReading
import Foundation

/// Marks the words of a search query in texts, ignoring case and diacritics ("ё" is "е", "é" is "e"; "й" stays a letter
/// of its own).
///
/// Every occurrence of every word matches, inside longer words too. Words separated only by spaces are one match, so
/// that a phrase is marked as a phrase.
package struct QueryHighlighter: Sendable {
  private let words: [[Unicode.Scalar]]

  /// A query without words marks nothing.
  package init(query: String) {
    words = query.split { $0.isWhitespace }.map { word in word.flatMap(Self.folded) }.filter { !$0.isEmpty }
  }

  /// Returns the text with matches added, in the order of the text; a match that starts with a link comes after the
  /// link.
  package func highlighting(_ text: RichText) -> RichText {
    guard !words.isEmpty, !text.isEmpty else { return text }
    let matches = joined(FoldedText(text.string).occurrences(of: words), in: Array(text.string.utf8))
    guard !matches.isEmpty else { return text }
    let added = matches.map { RichText.Span(range: $0, role: .match) }
    return RichText(text.string, spans: (text.spans + added).inOrder)
  }

  private func joined(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      guard let last = result.last else {
        result.append(range)
        continue
      }
      let isJoined =
        range.lowerBound <= last.upperBound
        || bytes[last.upperBound..<range.lowerBound].allSatisfy { $0 == UInt8(ascii: " ") }
      if isJoined {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// A character without case and diacritics, by Unicode's own tables, independent of the locale.
  static func folded(_ character: Character) -> [Unicode.Scalar] {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      switch scalar.value {
      case 0..<0x80:
        return [Unicode.Scalar(WebAddress.asciiLowercase(UInt8(scalar.value)))]
      case 0x430...0x44F: return [scalar]
      case 0x410...0x42F: return [Unicode.Scalar(scalar.value + 0x20) ?? scalar]
      default: break
      }
    }
    var result: [Unicode.Scalar] = []
    for scalar in String(character).decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.value == 0x306, result.last == "и" {
        result[result.count - 1] = "й"
      } else if !isDiacritic(scalar) {
        // Uppercase first: it maps ß to SS and a final sigma to a sigma.
        result += scalar.properties.uppercaseMapping.unicodeScalars.flatMap(
          \.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return result
  }

  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x591...0x5BD, 0x5BF...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF,
      0x1DC0...0x1DFF, 0x20D0...0x20FF:
      true
    default: false
    }
  }
}

/// A text as folded scalars, each with the source character's range.
private struct FoldedText {
  private var scalars: [Unicode.Scalar] = []
  /// The UTF-8 range of each scalar's character.
  private var characters: [Range<Int>] = []

  init(_ string: String) {
    var offset = 0
    for character in string {
      let range = offset..<offset + character.utf8.count
      for scalar in QueryHighlighter.folded(character) {
        scalars.append(scalar)
        characters.append(range)
      }
      offset = range.upperBound
    }
  }

  /// Matches whole characters only; occurrences of a word don't overlap.
  func occurrences(of words: [[Unicode.Scalar]]) -> [Range<Int>] {
    words.flatMap { word -> [Range<Int>] in
      var result: [Range<Int>] = []
      var index = 0
      while index + word.count <= scalars.count {
        if scalars[index] == word[0], scalars[index..<index + word.count].elementsEqual(word),
          isStart(index), isStart(index + word.count)
        {
          result.append(characters[index].lowerBound..<characters[index + word.count - 1].upperBound)
          index += word.count
        } else {
          index += 1
        }
      }
      return result
    }
  }

  private func isStart(_ index: Int) -> Bool {
    index == 0 || index == scalars.count || characters[index - 1] != characters[index]
  }
}
