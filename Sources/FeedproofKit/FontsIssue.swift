import Diagnostics

/// Why a lock is not written.
enum FontsIssue: Issue {
  /// A file that is not the lock to be added to has the name.
  case lockIsThere(String, [String])

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .lockIsThere(let name, let families):
      .error(
        "font.lock-exists", "the file is there already, and is not overwritten",
        hint:
          "to add to it: feedproof fonts --font-lock \(name) \(families.map { "--add \"\($0)\"" }.joined(separator: " ")) "
          + "--write \(name); or name another with --write")
    }
  }
}
