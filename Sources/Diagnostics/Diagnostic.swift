/// A problem (or a notice), its place, and what to do next.
///
/// Data problems are collected as diagnostics and the run continues; a broken premise throws one.
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

  /// The subject of the diagnostic. It alone determines the exit status; it is not stored.
  package enum Kind: Hashable, Sendable {
    /// Anything read: feeds, project files, templates, tokens, images.
    case input
    /// Anything written, and its location.
    case output
    /// Fonts and libraries, memory, the machine.
    case environment
    /// Another process is using the resource.
    case busy
    /// The command line.
    case usage
    /// A network service refused a request or is unavailable.
    case refused
    /// An incomplete fetch that another run would continue.
    case incomplete
  }

  package let severity: Severity
  package let kind: Kind
  /// Stable identifier in the form `stage.what`, e.g. `feed.photo-size`.
  package let code: String
  /// Lower case, no full stop.
  package let message: String
  package private(set) var place: Place?
  /// The next step for the reader.
  package private(set) var hint: String?
  /// The number of occurrences; more than 1 if only their number is reported.
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

  /// Returns the diagnostic with `file` as its place if it does not name one yet.
  package func located(in file: String) -> Diagnostic {
    guard place?.file == nil else { return self }
    var located = self
    located.place = Place(file: file, position: place?.position)
    return located
  }

  /// Returns the diagnostic with another hint.
  package func hinting(at hint: String) -> Diagnostic {
    var hinting = self
    hinting.hint = hint
    return hinting
  }
}
