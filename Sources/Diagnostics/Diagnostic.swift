/// Something that went wrong (or is worth knowing), where, and what to do next.
///
/// Data problems are collected as diagnostics and the run goes on; a broken premise throws one.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Codable, Sendable, Comparable {
    case note, warning, error

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// What it is about. An exit status follows from this and nothing else; it is no part of what is stored.
  package enum Kind: Hashable, Sendable {
    /// Feeds, project files, templates, tokens, pictures: whatever is read.
    case input
    /// Whatever is written, and where.
    case output
    /// Fonts and libraries, memory, the machine.
    case environment
    /// Another process is at it.
    case busy
    /// The command line.
    case usage
    /// A service on the net that refuses, or is not there.
    case refused
    /// What was not fetched, and would be by another run.
    case incomplete
  }

  package let severity: Severity
  package let kind: Kind
  /// Stable identifier in the form `stage.what`, e.g. `feed.photo-size`.
  package let code: String
  /// Lower case, no full stop.
  package let message: String
  package private(set) var place: Place?
  /// What the reader can do next.
  package private(set) var hint: String?
  /// How many it stands for; more than 1 where only their number is told.
  package let count: Int

  package init(
    severity: Severity, code: String, message: String, place: Place? = nil, hint: String? = nil, count: Int = 1,
    kind: Kind = .input
  ) {
    self.severity = severity
    self.kind = kind
    self.code = code
    self.message = message
    self.place = place
    self.hint = hint
    self.count = count
  }

  /// The same diagnostic, placed in `file` when it does not name one yet.
  package func located(in file: String) -> Diagnostic {
    guard place?.file == nil else { return self }
    var located = self
    located.place = Place(file: file, position: place?.position)
    return located
  }

  /// The same diagnostic with another hint.
  package func hinting(at hint: String) -> Diagnostic {
    var hinting = self
    hinting.hint = hint
    return hinting
  }
}
