import Diagnostics

extension DesignIssue {
  package var severity: Diagnostic.Severity {
    switch self {
    case .themeBorrowed: .warning
    case .resourcesMissing, .missing, .folderUnused, .themeMissing: .error
    }
  }

  package var code: String {
    switch self {
    case .resourcesMissing: "resources.missing"
    case .missing: "design.missing"
    case .folderUnused: "design.unused-folder"
    case .themeMissing: "design.no-theme"
    case .themeBorrowed: "design.borrowed-theme"
    }
  }

  package var message: String {
    switch self {
    case .resourcesMissing(let path): "\(path) is missing"
    case .missing(let path): "\(path) is missing or can't be read"
    case .folderUnused(let path): "nothing in \(path) is used: it holds no template of a known name"
    case .themeMissing(let theme, let overlay): "there is no theme \"\(theme)\": \(overlay) is missing"
    case .themeBorrowed(let theme, let overlay, let other):
      "\(overlay) is missing; the theme \"\(theme)\" is \(other) laid over these tokens"
    }
  }

  package var hint: String? {
    switch self {
    case .resourcesMissing:
      "run ./feedproof from the checkout, or set FEEDPROOF_HOME to the folder that holds Templates"
    case .missing: "check the path; paths in feedproof.yml start at that file"
    case .folderUnused: "name the files as in Templates/Cards (post.yml, …) or Templates/Site"
    case .themeMissing(let theme, let overlay):
      "write what \(theme) changes into \(overlay) beside the tokens, or leave the theme out (--theme light)"
    case .themeBorrowed(let theme, let overlay, from: _):
      "write what \(theme) changes into \(overlay) beside the tokens"
    }
  }
}
