/// The project's theme that a screen shows, with the evidence for it.
struct ScreenTheme {
  enum ThemeEvidence: String, Encodable {
    /// `screens.yml` names it.
    case rules
    /// The name of the screen, or of a folder above it, contains the theme's name.
    case name
    case colors
    /// No evidence: the first theme of the project.
    case none

    var inWords: String {
      switch self {
      case .rules: "by screens.yml"
      case .name: "by its name"
      case .colors: "by its colors"
      case .none: "by default"
      }
    }
  }

  /// The index in the project's themes.
  var index: Int
  var evidence: ThemeEvidence

  /// Finds the theme whose name occurs as separate words in a screen's name, as in `dark/feed` or `feed_Dark@2x`. The
  /// longest name wins.
  static func named(in name: String, among themes: [String]) -> ScreenTheme? {
    let words = Self.words(name)
    let found = themes.indices.filter { words.contains(Self.words(themes[$0])) }
    return found.max { themes[$0].count < themes[$1].count }.map { ScreenTheme(index: $0, evidence: .name) }
  }

  /// The words in lower case, each surrounded by single spaces.
  private static func words(_ text: String) -> String {
    " " + text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
  }
}
