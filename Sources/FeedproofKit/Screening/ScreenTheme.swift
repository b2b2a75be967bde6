/// Which of a project's themes a screen shows, and how that is known.
struct ScreenTheme {
  enum Evidence: String, Encodable {
    /// `screens.yml` says so.
    case rules
    /// The name of the screen, or of a folder around it, has the theme's.
    case name
    case colors
    /// Nothing tells: the project's first.
    case none

    var inWords: String {
      switch self {
      case .rules: "by screens.yml"
      case .name: "by its name"
      case .colors: "by its colours"
      case .none: "as nothing tells which"
      }
    }
  }

  /// In the project's order.
  var index: Int
  var evidence: Evidence

  /// The theme whose name stands in a screen's as words of its own: `dark/feed`, `feed_Dark@2x`; of several the longest.
  static func named(in name: String, among themes: [String]) -> ScreenTheme? {
    let words = Self.words(name)
    let found = themes.indices.filter { words.contains(Self.words(themes[$0])) }
    return found.max { themes[$0].count < themes[$1].count }.map { ScreenTheme(index: $0, evidence: .name) }
  }

  /// In lower case, a blank around each.
  private static func words(_ text: String) -> String {
    " " + text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
  }
}
