/// Several things that are wrong at once.
package struct DiagnosticList: Error, Sendable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
