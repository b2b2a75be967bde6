/// Writes strings into YAML text. All writers of YAML files use it; `YAMLSource` reads back the same strings.
///
/// ```swift
/// "title: \(YAMLText.quoted(title))"       // title: "\u0085 is escaped"
/// "\(YAMLText.key("null")): 1"             // "null": 1
/// "# \(YAMLText.comment(untrusted))"
/// ```
package enum YAMLText {
  /// The string as a double-quoted scalar on one line, valid in YAML and JSON.
  package static func quoted(_ string: String) -> String {
    var text = ""
    write(string, to: &text)
    return text
  }

  /// The string as a plain scalar if every YAML parser reads a string there, and quoted otherwise.
  ///
  /// Names, paths and JSONPath names (`$.price`) stay plain. Words such as `null` and `yes`, numbers and dates are quoted.
  package static func scalar(_ string: String) -> String {
    isName(string) || isQuery(string) ? string : quoted(string)
  }

  /// One string as a scalar, several as a list on one line.
  package static func scalars(_ strings: [String]) -> String {
    strings.count == 1 ? scalar(strings[0]) : "[\(strings.map(scalar).joined(separator: ", "))]"
  }

  /// The string as a key of a mapping: plain if it is a name of ASCII letters, digits and `-_./`, and quoted otherwise.
  package static func key(_ string: String) -> String { isName(string) ? string : quoted(string) }

  /// The string as the text of a comment on one line: line breaks and characters that YAML forbids become spaces.
  package static func comment(_ string: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in string.unicodeScalars { text.append(isPrintable(scalar) || scalar.value > 0xFFFF ? scalar : " ") }
    return String(text)
  }

  /// Appends the string as a double-quoted scalar.
  package static func write(_ string: String, to text: inout String) {
    if string.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += "\"\(string)\""
      return
    }
    // Scalars, not characters: a combining mark would hide the quote before it.
    var quoted = String.UnicodeScalarView()
    quoted.append("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted.append("\\")
        quoted.append(scalar)
      case _ where scalar.value > 0xFFFF || isPrintable(scalar): quoted.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      }
    }
    quoted.append("\"")
    text.unicodeScalars.append(contentsOf: quoted)
  }

  /// Whether a scalar of the basic plane can stand unescaped: YAML forbids control characters, and U+0085, U+2028 and
  /// U+2029 end its lines.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: true
    case 0xA0...0xD7FF: scalar.value != 0x2028 && scalar.value != 0x2029
    default: false
    }
  }

  /// Whether a string is a path of names without brackets: `$.price.amount`.
  private static func isQuery(_ string: String) -> Bool {
    string.utf8.first == UInt8(ascii: "$") && string.utf8.count <= 200
      && string.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "$") }
  }

  private static func isName(_ string: String) -> Bool {
    guard let first = string.utf8.first, isLetter(first), string.utf8.count <= 200, string.utf8.allSatisfy(isNameByte)
    else { return false }
    return !words.contains(string.lowercased())
  }

  /// Words that some version of YAML reads as a flag or null.
  private static let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || "-_./".utf8.contains(byte)
  }
}
