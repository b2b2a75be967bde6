import Diagnostics

extension DesignIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .themeBorrowed, .themeReplaces, .themeMoves: .warning
    case .resourcesMissing, .missing, .fontLockMissing, .folderUnused, .themeMissing, .themeCycle: .error
    }
  }

  package var code: String {
    switch self {
    case .resourcesMissing: "resources.missing"
    case .missing, .fontLockMissing: "design.missing"
    case .folderUnused: "design.unused-folder"
    case .themeMissing: "design.no-theme"
    case .themeBorrowed: "design.borrowed-theme"
    case .themeReplaces: "design.theme-replaces"
    case .themeCycle: "design.theme-cycle"
    case .themeMoves: "design.theme-moves"
    }
  }

  package var message: String {
    switch self {
    case .resourcesMissing(let path): "\(path) is missing"
    case .missing(let path): "\(path) is missing or can't be read"
    case .fontLockMissing(let path, _): "the font lock \(path) is missing or can't be read"
    case .folderUnused(let path): "nothing in \(path) is used: it holds no template of a known name"
    case .themeMissing(let theme, let overlay, _): "there is no theme \"\(theme)\": \(overlay) is missing"
    case .themeBorrowed(let theme, let overlay, let other):
      "\(overlay) is missing; the theme \"\(theme)\" is \(other) laid over these tokens"
    case .themeReplaces(let theme, let tokens, _):
      "the theme \"\(theme)\" is borrowed and has other values for \(Self.brief(tokens)) than these tokens"
    case .themeCycle(let chain): "a theme rests on itself: \(chain.joined(separator: " → "))"
    case .themeMoves(let theme, let first, let tokens):
      "the theme \"\(theme)\" changes \(Self.brief(tokens)), but the page places its cards as those of \"\(first)\""
    }
  }

  package var hint: String? {
    switch self {
    case .resourcesMissing:
      "run ./feedproof from the checkout, or set FEEDPROOF_HOME to the folder that holds Templates"
    case .missing: "check the path; paths in feedproof.yml start at that file"
    case .fontLockMissing(_, .project):
      "check \"fonts:\" in feedproof.yml, whose paths start at that file, or --font-lock; "
        + "feedproof fonts --write makes a lock"
    case .fontLockMissing(_, .variable): "check FEEDPROOF_FONT_LOCK, or unset it for the tool's own lock"
    case .folderUnused:
      "name the files as in Templates/Cards (post.yml, …) or Templates/Site (feed.html.mustache, feed/card.js, …)"
    case .themeMissing(let theme, let overlay, let known):
      nearest(to: theme, among: known).map { "did you mean \"\($0)\"?" }
        ?? "write what \(theme) changes into \(overlay), or name its files under \"themes:\" in feedproof.yml; "
        + "there are \(known.joined(separator: ", "))"
    case .themeBorrowed(let theme, let overlay, from: _):
      "write what \(theme) changes into \(overlay) beside the tokens"
    case .themeReplaces(_, let tokens, let overlay):
      "write what \(tokens.count == 1 ? "it is" : "they are") to be there into \(overlay) beside the tokens"
    case .themeCycle: "let one of them stand for itself"
    case .themeMoves(let theme, _, _): "export it by itself: --theme \(theme)"
    }
  }

  private static func brief(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
