import Diagnostics
import Files

/// How a command ends, for the shell and for CI.
package enum ExitStatus: Int32, Sendable {
  case good = 0
  /// A comparison found differences or new cases.
  case different = 1
  /// Wrong usage, nothing readable, or (with `--strict`) any error or warning.
  case brokenInput = 2
  /// Fonts or libraries are not those that the lock or the baselines ask for.
  case environment = 3
  case unwritableOutput = 4
  /// Another process works in the output folder.
  case outputBusy = 5
  /// Ctrl-C or SIGTERM; the output is as it was, and what was drawn is kept for the next run.
  case interrupted = 130
}

/// A run that could not go on, and why.
package struct RunFailure: Error, Sendable {
  package let status: ExitStatus
  /// What has not been told yet.
  package let diagnostics: [Diagnostic]

  package init(_ status: ExitStatus, _ diagnostics: [Diagnostic] = []) {
    self.status = status
    self.diagnostics = diagnostics
  }

  package init(_ status: ExitStatus, _ diagnostic: Diagnostic) {
    self.init(status, [diagnostic])
  }
}

extension RunFailure {
  /// The failure that an error means where an output is written.
  package init(stopping error: any Error) {
    switch error {
    case let failure as RunFailure: self = failure
    case let diagnostic as Diagnostic:
      let isOutput = diagnostic.code.hasPrefix("output.") || diagnostic.code.hasPrefix("store.")
      self.init(isOutput ? .unwritableOutput : .brokenInput, diagnostic)
    default:
      self.init(.unwritableOutput, Diagnostic(FileIssue.unwritable(reason: reason(error))))
    }
  }
}
