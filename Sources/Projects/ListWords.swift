import Files
import Foundation

/// Splits the values of a list option, which takes commas and repeated options alike.
///
/// A comma after a backslash is part of a value: `a\,b`.
package enum ListWords {
  package static func values(_ words: [String]) -> [String] {
    words.flatMap(split).map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Splits paths. An existing path with commas in its name is one path.
  package static func paths(_ words: [String], in environment: Environment = .process()) -> [String] {
    words.flatMap { word in
      word.contains(",") && !FileSystem.exists(environment.url(word)) ? split(word) : [word]
    }
  }

  /// Splits pairs whose values contain commas: `budget=1..4,video=1,2` is `budget=1..4` and `video=1,2`.
  package static func pairs(_ words: [String]) -> [String] {
    words.flatMap { word in
      values([word]).reduce(into: [String]()) { pairs, part in
        if let last = pairs.last, !part.contains("=") {
          pairs[pairs.count - 1] = "\(last),\(part)"
        } else {
          pairs.append(part)
        }
      }
    }
  }

  private static func split(_ word: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in word {
      if isEscaped {
        parts[parts.count - 1] += character == "," ? "," : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1] += "\\" }
    return parts
  }
}
