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

// MARK: - Text

extension Diagnostic: CustomStringConvertible {
  /// `error[feed.photo-size]: feed.json: items[3]: no size has both width and height`, with the hint on a separate
  /// line.
  ///
  /// Names, paths, and quoted data are untrusted: they can't break the line or reach a terminal unescaped.
  package var description: String {
    let located = place.map { "\($0): " } ?? ""
    let headline = PlainText.piece("\(severity.rawValue)[\(code)]: \(located)\(message)")
    return hint.map { "\(headline)\n  hint: \(PlainText.piece($0))" } ?? headline
  }
}

extension Diagnostic: Codable {
  private enum Key: String, CodingKey { case severity, code, message, file, path, line, column, hint, count }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(place?.file, forKey: .file)
    switch place?.position {
    case .jsonPath(let path): try container.encode(path, forKey: .path)
    case .line(let line, column: let column):
      try container.encode(line, forKey: .line)
      try container.encodeIfPresent(column, forKey: .column)
    case nil: break
    }
    try container.encodeIfPresent(hint, forKey: .hint)
    if count > 1 { try container.encode(count, forKey: .count) }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let file = try container.decodeIfPresent(String.self, forKey: .file)
    var position: Place.Position?
    if let path = try container.decodeIfPresent(String.self, forKey: .path) {
      position = .jsonPath(path)
    } else if let line = try container.decodeIfPresent(Int.self, forKey: .line) {
      position = .line(line, column: try container.decodeIfPresent(Int.self, forKey: .column))
    }
    self.init(
      severity: try container.decode(Severity.self, forKey: .severity),
      code: try container.decode(String.self, forKey: .code),
      message: try container.decode(String.self, forKey: .message),
      place: file == nil && position == nil ? nil : Place(file: file, position: position),
      hint: try container.decodeIfPresent(String.self, forKey: .hint),
      count: try container.decodeIfPresent(Int.self, forKey: .count) ?? 1)
  }
}
