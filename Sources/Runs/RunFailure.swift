import Diagnostics
import Files

/// Why a run could not go on, or ended otherwise than well.
package enum RunFailure: Error, Sendable {
  /// Something went wrong that nobody has been told of yet.
  case stopped([Diagnostic])
  /// Something went wrong that people have been told of.
  case reported(Diagnostic.Kind)
  /// A comparison found differences or new cases.
  case different
  /// Somebody asked the run to stop.
  case interrupted

  /// - Parameter diagnostics: At least one.
  package init(_ diagnostics: [Diagnostic]) { self = .stopped(diagnostics) }

  package init(_ issue: some Issue, at place: Place? = nil) { self = .stopped([Diagnostic(issue, at: place)]) }

  /// What an error means that went up to where a run ends: those that know what they are about are told as they are.
  package init(stopping error: any Error) {
    switch error {
    case let failure as RunFailure: self = failure
    case let diagnostic as Diagnostic: self = .stopped([diagnostic])
    case let error as FileError: self = .stopped([error.diagnostic])
    case let list as DiagnosticList: self = .stopped(list.diagnostics)
    case let issue as any Issue: self = .stopped([Diagnostic(issue)])
    default: self = .stopped([Diagnostic(RunIssue.unexpected(reason: reason(error)))])
    }
  }

  /// What has not been told yet.
  package var diagnostics: [Diagnostic] {
    if case .stopped(let diagnostics) = self { diagnostics } else { [] }
  }

  /// What it is about; nil where nothing went wrong.
  package var kind: Diagnostic.Kind? {
    switch self {
    case .stopped(let diagnostics): (diagnostics.first { $0.severity == .error } ?? diagnostics.first)?.kind
    case .reported(let kind): kind
    case .different, .interrupted: nil
    }
  }

  /// The same failure where `diagnostics` have not been told either.
  package func after(_ diagnostics: [Diagnostic]) -> RunFailure {
    switch self {
    case .stopped(let own): .stopped(diagnostics + own)
    case .reported: diagnostics.isEmpty ? self : .stopped(diagnostics)
    case .different, .interrupted: self
    }
  }
}
