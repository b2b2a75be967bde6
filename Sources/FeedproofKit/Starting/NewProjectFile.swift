import Cards
import Projects

/// The text of a new project's `feedproof.yml`: every key, those that are seldom asked for as comments.
///
/// Lists settings because a new project says some of them.
struct NewProjectFile {
  /// Paths as the file is to name them.
  var feeds: [String]
  /// Nil where the tool's own are taken.
  var cards: String?
  var tokens: [String]
  /// Of own data; nil for a service's feed.
  var types: String?
  var language = Language.usual
  /// Whether it keeps what somebody has written, the newest first.
  var isArchive = false

  var text: String {
    var given = [
      "feeds": Self.list(feeds), "cards": cards.map(Self.quoted), "tokens": tokens.isEmpty ? nil : Self.list(tokens),
      "locale": language.code,
    ]
    if let types { given["types"] = types }
    if isArchive { given.merge(["order": "date", "dates": "absolute", "keepRemoved": "true"]) { $1 } }
    let paragraphs = Setting.all.map { setting in
      guard let value = given[setting.key] else { return setting.sample }
      let lines = setting.sample.split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.dropLast() + [value.map { "\(setting.key): \($0)" } ?? "# \(lines[lines.count - 1])"])
        .joined(separator: "\n")
    }
    return """
      # What this project draws. Every key may be left out; feedproof help project tells of each,
      # and feedproof export --help of the options that override them. Paths start at this file.
      \(paragraphs.joined(separator: "\n"))

      """
  }

  /// Paths as the key `feeds` takes them.
  static func list(_ paths: [String]) -> String {
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
