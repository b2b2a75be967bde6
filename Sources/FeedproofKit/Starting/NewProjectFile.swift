import Cards
import Projects

/// The text of a new project's `feedproof.yml`: every key, those that are seldom asked for as comments.
struct NewProjectFile {
  /// Paths as the file is to name them.
  var feeds: [String]
  var cards: String
  var tokens: [String]
  var language = Language.usual

  var text: String {
    let given = [
      "feeds": Self.list(feeds), "cards": Self.quoted(cards), "tokens": Self.list(tokens), "locale": language.code,
    ]
    let paragraphs = Setting.all.map { setting in
      guard let value = given[setting.key] else { return setting.sample }
      return
        (setting.sample.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        + ["\(setting.key): \(value)"]).joined(separator: "\n")
    }
    return """
      # What this project draws. Every key may be left out; feedproof help project tells of each,
      # and feedproof export --help of the options that override them. Paths start at this file.
      \(paragraphs.joined(separator: "\n"))

      """
  }

  private static func list(_ paths: [String]) -> String {
    paths.count == 1 ? quoted(paths[0]) : "[\(paths.map(quoted).joined(separator: ", "))]"
  }

  /// As YAML takes it for the same text.
  static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/-".contains($0)) }
    // A word that begins with a letter and has a dot or a slash in it is no number, no date, and neither true nor null.
    if isPlain, path.first?.isLetter == true, path.contains(where: { "./".contains($0) }) { return path }
    if ["Cards", "feed"].contains(path) { return path }
    return "'\(path.replacing("'", with: "''"))'"
  }
}
