/// A problem as a case of an enum. `text` defines everything that is reported about a case in one line: severity, code,
/// message, hint, and the subject if it differs from the enum's `kind`.
package protocol Issue: Sendable {
  /// The subject of most cases.
  static var kind: Diagnostic.Kind { get }
  var text: IssueText { get }
}

/// The texts of a diagnostic that an issue defines.
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

  /// - kind: The subject of this case, if it differs from the enum's `kind`.
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
