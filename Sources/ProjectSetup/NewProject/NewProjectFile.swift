import Cards
import DataFormats
import Projects
import RunSupport

/// The text of a new project's `feedproof.yml`: the settings that people change most.
package struct NewProjectFile {
  /// Paths as written in the file.
  var feeds: [String]
  /// Nil for the built-in cards.
  var cards: String?
  /// The file of types for the user's own data. Nil for a service's feed.
  var types: String?
  var language = Language.usual
  /// An IANA name. Nil for the default time zone.
  var timeZone: String?
  /// Whether the project is an archive: newest post first, absolute dates, removed posts kept.
  var isArchive = false

  package init(
    feeds: [String], cards: String? = nil, types: String? = nil, language: Language = Language.usual,
    timeZone: String? = nil, isArchive: Bool = false
  ) {
    (self.feeds, self.cards, self.types, self.language, self.timeZone) = (feeds, cards, types, language, timeZone)
    self.isArchive = isArchive
  }

  package var text: String {
    let version = FeedproofVersion.current.split(separator: ".").prefix(2).joined(separator: ".")
    var lines = [
      // plain: a version
      "requires: \(YAMLText.quoted(">=\(version)"))",
      "",
      "# Feed files, folders or archives; several are combined into one feed.",
      "feeds: \(YAMLText.scalars(feeds))",
    ]
    if let types { lines += ["# Describes the entries and fields of the data.", "types: \(YAMLText.scalar(types))"] }
    if let cards { lines += ["# Card templates that replace built-in ones.", "cards: \(YAMLText.scalar(cards))"] }
    if isArchive {
      lines += [
        "# Newest post first.", "order: date", "# Posts that later exports lack stay, marked as removed.",
        "keepRemoved: true",
      ]
    }
    lines += [
      "", "# Screens: every combination is drawn. Widths are in points, scales in pixels per point.",
      "widths: [375]", "scales: [2]", "themes: [light, dark]", "",
      // plain: names of the tool's own
      "# Language of dates and labels: \(Language.all.map(\.code).joined(separator: ", ")).",
      "locale: \(YAMLText.scalar(language.code))", "timeZone: \(YAMLText.scalar(timeZone ?? "UTC"))",
    ]
    if isArchive { lines.append("dates: absolute") }
    lines += ["", "output: output"]
    return InputSchema.line("feedproof")
      + """
      # Paths are relative to this file. feedproof help project lists all keys, feedproof config prints their values.
      # feedproof eject copies templates and tokens of the built-in design, to edit them.
      \(lines.joined(separator: "\n"))

      """
  }
}
