import Diagnostics

/// Why a lock is not written.
enum FontsIssue: Issue {
  /// A file that is not the lock to be added to has the name.
  case lockIsThere(String, [String])

  var kind: Diagnostic.Kind { .usage }

  var severity: Diagnostic.Severity { .error }

  var code: String { "font.lock-exists" }

  var message: String { "the file is there already, and is not overwritten" }

  var hint: String? {
    switch self {
    case .lockIsThere(let name, let families):
      "to add to it: feedproof fonts --font-lock \(name) \(families.map { "--add \"\($0)\"" }.joined(separator: " ")) "
        + "--write \(name); or name another with --write"
    }
  }
}
