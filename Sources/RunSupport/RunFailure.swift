import Diagnostics
import Files

/// The reason why a run stopped or did not succeed.
package enum RunFailure: Error, Sendable {
  /// A failure that has not been reported yet.
  case stopped([Diagnostic])
  /// A failure that has already been reported.
  case reported(Diagnostic.Kind)
  /// A comparison found differences or new cases.
  case different
  /// The run was asked to stop.
  case interrupted

  /// - Parameter diagnostics: At least one.
  package init(_ diagnostics: [Diagnostic]) { self = .stopped(diagnostics) }

  package init(_ issue: some Issue, at place: Place? = nil) { self = .stopped([Diagnostic(issue, at: place)]) }

  /// Converts an error that ended a run. Keeps errors that already carry their own diagnostics.
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

  /// The diagnostics not reported yet.
  package var diagnostics: [Diagnostic] {
    if case .stopped(let diagnostics) = self { diagnostics } else { [] }
  }

  /// The kind of failure; nil if nothing went wrong.
  package var kind: Diagnostic.Kind? {
    switch self {
    case .stopped(let diagnostics): (diagnostics.first { $0.severity == .error } ?? diagnostics.first)?.kind
    case .reported(let kind): kind
    case .different, .interrupted: nil
    }
  }

  /// Returns the same failure with other unreported diagnostics added.
  package func after(_ diagnostics: [Diagnostic]) -> RunFailure {
    switch self {
    case .stopped(let own): .stopped(diagnostics + own)
    case .reported: diagnostics.isEmpty ? self : .stopped(diagnostics)
    case .different, .interrupted: self
    }
  }
}

/// The exit status of a command, for the shell and for CI.
package enum ExitStatus: Int32, Sendable {
  case good = 0
  /// A comparison found differences or new cases.
  case different = 1
  /// Wrong usage, no readable input, or (with `--strict`) any error or warning.
  case brokenInput = 2
  /// Fonts or libraries do not match the lock or the baselines.
  case environment = 3
  case unwritableOutput = 4
  /// Another process is using the output folder.
  case outputBusy = 5
  /// A service refused a request or is unavailable.
  case refused = 6
  /// The fetch is incomplete; another run continues it.
  case incomplete = 7
  /// Ctrl-C, SIGTERM, or SIGHUP. The output is unchanged; the next run reuses rendered images.
  case interrupted = 130

  package init(_ kind: Diagnostic.Kind) {
    switch kind {
    case .input, .usage: self = .brokenInput
    case .environment: self = .environment
    case .output: self = .unwritableOutput
    case .busy: self = .outputBusy
    case .refused: self = .refused
    case .incomplete: self = .incomplete
    }
  }
}

extension RunFailure {
  /// The exit status of the process.
  package var status: ExitStatus {
    switch self {
    case .stopped, .reported: ExitStatus(kind ?? .input)
    case .different: .different
    case .interrupted: .interrupted
    }
  }
}

/// An unexpected failure of a run.
package enum RunIssue: Issue, Hashable {
  /// An error without a place or a hint.
  case unexpected(reason: String)

  package static var kind: Diagnostic.Kind { .environment }

  package var text: IssueText {
    switch self {
    case .unexpected(let reason):
      .error(
        "run.unexpected", "unexpected error: \(reason)",
        hint: "try again; if it persists, report it as a bug of Feedproof")
    }
  }
}
