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
  /// A service refused what it was asked for, or is not there.
  case refused = 6
  /// Not all could be fetched; another run goes on.
  case incomplete = 7
  /// Ctrl-C, SIGTERM or SIGHUP; the output is as it was, and what was drawn is kept for the next run.
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
  /// What the process ends with.
  package var status: ExitStatus {
    switch self {
    case .stopped, .reported: ExitStatus(kind ?? .input)
    case .different: .different
    case .interrupted: .interrupted
    }
  }
}

/// What a run can't account for.
package enum RunIssue: Issue, Hashable {
  /// An error that nobody has given a place and a hint.
  case unexpected(reason: String)

  package static var kind: Diagnostic.Kind { .environment }

  package var text: IssueText {
    switch self {
    case .unexpected(let reason):
      .error(
        "run.unexpected", "something went wrong that should not: \(reason)",
        hint: "try again; if it stays, it is a fault of Feedproof")
    }
  }
}
