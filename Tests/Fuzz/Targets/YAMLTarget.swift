import DataFormats
import Diagnostics

/// Strings that are written into YAML and read back unchanged: as a key, as a value, and before a comment.
enum YAMLTarget {
  static func run(_ input: [UInt8]) throws {
    let string = String(decoding: input, as: UTF8.self)
    let scalars = Array(string.unicodeScalars)
    for value in [YAMLText.quoted(string), YAMLText.scalar(string)] {
      let comment = YAMLText.comment(string)
      let texts = ["# \(comment)\nkey: \(value) # \(comment)\n", "{key: \(value)}", "key:\n  - \(value)\n"]
      for text in texts {
        let root = try read(text)
        let node = root["key"]?.elements?.first ?? root["key"]
        try Violation.unless(root.members?.count == 1, "a string adds a key: \(text.debugDescription)")
        try Violation.unless(
          node?.string.map { Array($0.unicodeScalars) } == scalars, "another string is read: \(text.debugDescription)")
      }
    }
    // YAML allows keys of up to 1024 characters.
    let key = YAMLText.key(string)
    guard key.unicodeScalars.count < 1000 else { return }
    let member = try read("\(key): 1\n").members?.first
    try Violation.unless(
      member.map { Array($0.key.unicodeScalars) } == scalars, "another key is read: \(key.debugDescription)")
  }

  private static func read(_ text: String) throws -> SourceNode {
    do throws(SourceFault) {
      return try YAMLSource.read(text, file: "written.yml")
    } catch {
      throw Violation("the written YAML is refused: \(text.debugDescription)")
    }
  }

  static let vocabulary = [
    "null", "true", "~", "1e3", "#", ": ", "- ", "'", "\"", "\\", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{600}",
    "\u{301}",
    "\u{FFFE}", "\u{9F}", "\u{200D}", "\u{202E}", "---", "...", "{", "}", "[", "]", "&a", "*a", "!!str", "%YAML", "|",
    ">",
  ]

  static let seeds = Dictionary(
    uniqueKeysWithValues: vocabulary.enumerated().map { ("\($0.offset)", Array($0.element.utf8)) })
}
