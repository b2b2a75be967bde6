import DataFormats
import Diagnostics

/// The source of a font lock's path.
package enum FontLockSource: Hashable, Sendable {
  case project, variable
}

/// A problem with the location of templates, tokens or fonts.
package enum DesignIssue: Issue, Hashable {
  case resourcesMissing(path: String)
  case missing(path: String)
  /// A font lock that was named explicitly; `by` is the source of its path.
  case fontLockMissing(path: String, by: FontLockSource)
  case folderUnused(path: String)
  /// An icons folder of the project that contains no icons.
  case iconsMissing(path: String)
  /// An icon named by a custom data type.
  case iconUnknown(String, type: String, known: [String])
  case themeMissing(theme: String, overlay: String, known: [String])
  case themeBorrowed(theme: String, overlay: String, from: String)
  /// A borrowed theme overrides values that the base tokens changed.
  case themeReplaces(theme: String, tokens: [String], overlay: String)
  /// The project's tokens make light again what a theme makes dark, or the reverse.
  case themeCovered(theme: String, tokens: [String], overlay: String)
  /// Themes that are based on each other.
  case themeCycle([String])
  /// A page positions the cards of all themes as those of the first.
  case themeMoves(theme: String, first: String, tokens: [String])

  package var text: IssueText {
    switch self {
    case .resourcesMissing(let path):
      .error(
        "resources.missing", "\(path) is missing",
        hint: "run ./feedproof from the checkout, or set FEEDPROOF_HOME to the folder that contains Templates")
    case .missing(let path):
      .error(
        "design.missing", "\(path) is missing or can't be read",
        hint: path.hasSuffix(".tokens.json")
          ? "a template's paths are relative to its folder, the project's folder, or Feedproof's Templates/Cards, as in "
            + "\"../../Mockups/newsfeed/newsfeed.tokens.json\"; paths in feedproof.yml are relative to that file"
          : "check the path; paths in feedproof.yml are relative to that file")
    case .fontLockMissing(let path, let source):
      .error(
        "design.missing", "the font lock \(path) is missing or can't be read",
        hint: source == .variable
          ? "check FEEDPROOF_FONT_LOCK, or unset it to use the built-in lock"
          : "check \"fonts:\" in feedproof.yml (its paths are relative to that file), or --fonts; "
            + "feedproof fonts --write creates a lock")
    case .folderUnused(let path):
      .error(
        "design.unused-folder", "nothing in \(path) is used: it contains no template with a known name",
        hint:
          "name the files as in Templates/Cards (post.yml, …) or Templates/Site (feed.html.mustache, feed/card.js, …)")
    case .iconsMissing(let path):
      .error(
        "design.no-icons", "\(path) contains no icon file",
        hint:
          "add a .yml file with icons, in the format of Templates/Icons/icons.yml: for an SVG file, write the viewBox's "
          + "side and the d=\"…\" of each path")
    case .iconUnknown(let icon, let type, let known):
      .warning(
        "design.unknown-icon", "type \"\(type)\" names an icon \"\(icon)\" that does not exist",
        hint: nearest(to: icon, among: known).map { "did you mean \"\($0)\"?" }
          ?? "add it to the project's icons, or use one in Templates/Icons/icons.yml")
    case .themeMissing(let theme, let overlay, let known):
      .error(
        "design.no-theme", "there is no theme \"\(theme)\": \(overlay) is missing",
        hint: nearest(to: theme, among: known).map { "did you mean \"\($0)\"?" }
          ?? "write the tokens that \(theme) changes into \(overlay), or name its files under \"themes:\" in feedproof.yml; "
          + "known themes: \(known.joined(separator: ", "))")
    case .themeBorrowed(let theme, let overlay, let other):
      .warning(
        "design.borrowed-theme", "\(overlay) is missing; the theme \"\(theme)\" applies \(other) to these tokens",
        hint: "put the tokens that \(theme) changes into \(overlay), next to the token file")
    case .themeReplaces(let theme, let tokens, let overlay):
      .warning(
        "design.theme-replaces",
        "the borrowed theme \"\(theme)\" overrides \(tokens.counted(most: 3)) of these tokens",
        hint:
          "write \(tokens.count == 1 ? "its value" : "their values") for \(theme) into \(overlay), next to the tokens")
    case .themeCovered(let theme, let tokens, let overlay):
      .warning(
        "design.theme-covered",
        "these tokens also override \(tokens.counted(most: 3)) of the theme \"\(theme)\", turning dark colors light or "
          + "light colors dark",
        hint:
          "write \(tokens.count == 1 ? "its value" : "their values") for \(theme) into \(overlay), next to the tokens")
    case .themeCycle(let chain):
      .error(
        "design.theme-cycle", "the themes form a loop: \(chain.joined(separator: " → "))",
        hint: "remove one of the references between them")
    case .themeMoves(let theme, let first, let tokens):
      .warning(
        "design.theme-moves",
        "the theme \"\(theme)\" changes \(tokens.counted(most: 3)), but the page uses the layout of \"\(first)\" for it",
        hint: "export it separately: --themes \(ShellWord.quoted(theme))")
    }
  }
}

extension Diagnostic {
  /// The diagnostic with another file name.
  package func placed(inFile name: String) -> Diagnostic {
    let placed = Place(file: name, position: place?.position)
    return Diagnostic(
      severity: severity, code: code, message: message, place: placed, hint: hint, count: count, kind: kind)
  }
}
