import Foundation

/// A table of texts that the values of one file share, each stored once. In a stored value, they are strings that begin
/// with a mark, which is escaped in all other strings.
struct SharedTextTable {
  static let mark: Unicode.Scalar = "\u{1}"

  private(set) var table: [ScriptValue] = []
  private var numbers: [String: Int] = [:]

  /// Returns a value with texts replaced by their numbers in the table.
  mutating func numbered(_ value: String) -> String {
    var left = value.utf8[...]
    var written = ""
    while let mark = left.firstIndex(of: 1) {
      let text = left[mark...].dropFirst()
      // It may come from another machine.
      guard mark > left.startIndex, let end = Self.end(of: text) else { break }
      written += String(Substring(left[..<left.index(before: mark)]))
      written += String(number(of: String(Substring(text[..<end]))))
      left = text[end...].dropFirst()
    }
    return written + String(Substring(left))
  }

  /// Returns a file of several values: the shared table, then the values; 0 for a missing one.
  static func chunk(_ values: [String?]) -> [ScriptValue] {
    var shared = SharedTextTable()
    let numbered = values.map { ScriptValue.written(shared.numbered($0 ?? "0")) }
    return [.list(shared.table)] + numbered
  }

  /// Whether a value is a list that a page can read.
  static func isList(_ value: String) -> Bool {
    var shared = SharedTextTable()
    return (try? JSONSerialization.jsonObject(with: Data(shared.numbered(value).utf8))) is [Any]
  }

  /// Returns the closing quote of a string.
  private static func end(of string: Substring.UTF8View) -> String.Index? {
    var isEscaped = false
    return string.indices.first { index in
      if string[index] == UInt8(ascii: "\""), !isEscaped { return true }
      isEscaped = string[index] == UInt8(ascii: "\\") && !isEscaped
      return false
    }
  }

  /// - Parameter text: The text in its escaped form.
  private mutating func number(of text: String) -> Int {
    if let known = numbers[text] { return known }
    numbers[text] = table.count
    table.append(.written("\"\(text)\""))
    return table.count - 1
  }
}
