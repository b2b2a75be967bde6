import Diagnostics

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
  /// Ctrl-C or SIGTERM; the output is as it was, and what was drawn is kept for the next run.
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
