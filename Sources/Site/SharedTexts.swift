import Foundation

/// Texts that the values of one file have in common, each said once, in a table. In a value as it is kept they are strings that
/// begin with a mark, which in all other strings would be escaped.
struct SharedTexts {
  static let mark: Unicode.Scalar = "\u{1}"

  private(set) var table: [ScriptValue] = []
  private var numbers: [String: Int] = [:]

  /// A value with numbers of the table in the place of texts.
  mutating func numbered(_ value: String) -> String {
    var left = value.utf8[...]
    var written = ""
    while let mark = left.firstIndex(of: 1) {
      let text = left[mark...].dropFirst()
      // Another machine may have written it.
      guard mark > left.startIndex, let end = Self.end(of: text) else { break }
      written += String(Substring(left[..<left.index(before: mark)]))
      written += String(number(of: String(Substring(text[..<end]))))
      left = text[end...].dropFirst()
    }
    return written + String(Substring(left))
  }

  /// A file of several values: the table of all, then the values; 0 for one that there is none of.
  static func chunk(_ values: [String?]) -> [ScriptValue] {
    var shared = SharedTexts()
    let numbered = values.map { ScriptValue.written(shared.numbered($0 ?? "0")) }
    return [.list(shared.table)] + numbered
  }

  /// Whether a value is a list that a page can read.
  static func isList(_ value: String) -> Bool {
    var shared = SharedTexts()
    return (try? JSONSerialization.jsonObject(with: Data(shared.numbered(value).utf8))) is [Any]
  }

  /// The quote behind a string.
  private static func end(of string: Substring.UTF8View) -> String.Index? {
    var isEscaped = false
    return string.indices.first { index in
      if string[index] == UInt8(ascii: "\""), !isEscaped { return true }
      isEscaped = string[index] == UInt8(ascii: "\\") && !isEscaped
      return false
    }
  }

  /// - Parameter text: As it stands between its quotes.
  private mutating func number(of text: String) -> Int {
    if let known = numbers[text] { return known }
    numbers[text] = table.count
    table.append(.written("\"\(text)\""))
    return table.count - 1
  }
}
