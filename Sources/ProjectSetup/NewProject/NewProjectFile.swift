import Cards
import DataFormats
import Projects

/// The text of a new project's `feedproof.yml`. It contains every key; most are commented out.
///
/// Lists settings because a new project sets some of them.
struct NewProjectFile {
  /// Paths as written in the file.
  var feeds: [String]
  /// Nil for the built-in cards.
  var cards: String?
  var tokens: [String]
  /// The file of types for the user's own data. Nil for a service's feed.
  var types: String?
  var language = Language.usual
  /// An IANA name. Nil for the default time zone.
  var timeZone: String?
  /// Whether the project is an archive: newest post first, absolute dates, removed posts kept.
  var isArchive = false

  var text: String {
    var given = [
      "feeds": YAMLText.scalars(feeds), "cards": cards.map(YAMLText.scalar),
      "tokens": tokens.isEmpty ? nil : YAMLText.scalars(tokens),
      "locale": YAMLText.scalar(language.code),
    ]
    if let types { given["types"] = YAMLText.scalar(types) }
    if let timeZone { given["timeZone"] = YAMLText.scalar(timeZone) }
    if isArchive { given.merge(["order": "date", "dates": "absolute", "keepRemoved": "true"]) { $1 } }
    let paragraphs = Setting.all.map { setting in
      guard let value = given[setting.key] else { return setting.sample }
      let lines = setting.sample.split(separator: "\n", omittingEmptySubsequences: false)
      // plain: samples are literals
      return (lines.dropLast() + [value.map { "\(setting.key): \($0)" } ?? "# \(lines[lines.count - 1])"])
        .joined(separator: "\n")
    }
    return """
      # What this project draws. Every key may be left out; feedproof help project tells of each,
      # and feedproof export --help of the options that override them. Paths start at this file.
      \(paragraphs.joined(separator: "\n"))

      """
  }
}
