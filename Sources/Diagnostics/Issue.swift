/// A fact about what went wrong. All that is said of a case stands in one place, its line in `text`:
/// severity, code, message, hint, and what it is about where that is not the enum's `kind`.
package protocol Issue: Sendable {
  /// What most of the cases are about.
  static var kind: Diagnostic.Kind { get }
  var text: IssueText { get }
}

/// What a diagnostic says of an issue.
package struct IssueText: Sendable {
  let severity: Diagnostic.Severity
  let code: String
  let message: String
  let hint: String?
  let kind: Diagnostic.Kind?

  package init(
    _ severity: Diagnostic.Severity, _ code: String, _ message: String, hint: String? = nil,
    kind: Diagnostic.Kind? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.kind = kind
  }

  /// - kind: What this case is about, where it is something else than the enum's other cases.
  package static func error(
    _ code: String, _ message: String, hint: String? = nil, kind: Diagnostic.Kind? = nil
  ) -> IssueText {
    IssueText(.error, code, message, hint: hint, kind: kind)
  }

  package static func warning(
    _ code: String, _ message: String, hint: String? = nil, kind: Diagnostic.Kind? = nil
  ) -> IssueText {
    IssueText(.warning, code, message, hint: hint, kind: kind)
  }

  package static func note(
    _ code: String, _ message: String, hint: String? = nil, kind: Diagnostic.Kind? = nil
  ) -> IssueText {
    IssueText(.note, code, message, hint: hint, kind: kind)
  }
}

extension Issue {
  package static var kind: Diagnostic.Kind { .input }

  package var kind: Diagnostic.Kind { text.kind ?? Self.kind }
  package var severity: Diagnostic.Severity { text.severity }
  package var code: String { text.code }
  package var message: String { text.message }
  package var hint: String? { text.hint }
}

extension Diagnostic {
  package init(_ issue: some Issue, at place: Place? = nil) {
    let text = issue.text
    self.init(
      severity: text.severity, code: text.code, message: text.message, place: place, hint: text.hint,
      kind: text.kind ?? type(of: issue).kind)
  }
}
