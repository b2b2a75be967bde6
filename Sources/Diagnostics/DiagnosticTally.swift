/// Collects diagnostics: keeps the first of each kind in full and counts the rest. Reporting a broken file takes no
/// more memory than a thousand of its lines, and nothing is dropped silently.
package struct DiagnosticTally: Hashable, Sendable {
  /// The number of diagnostics of a kind kept in full.
  package static let keptOfAKind = 1_000

  /// A group of diagnostics with the same code and severity.
  private struct Kind: Hashable, Sendable {
    let severity: Diagnostic.Severity
    let code: String
    let about: Diagnostic.Kind
  }

  /// The diagnostics of a kind that are only counted.
  private struct OmittedGroup: Hashable, Sendable {
    let kind: Kind
    /// The place of the first one.
    let place: Place?
    var count: Int

    var diagnostic: Diagnostic {
      let message = count == 1 ? "1 more like this" : "\(count) more like this, starting here"
      return Diagnostic(
        severity: kind.severity, code: kind.code, message: message, place: place, count: count, kind: kind.about)
    }
  }

  private var kept: [Diagnostic] = []
  private var keptCounts: [Kind: Int] = [:]
  private var rests: [OmittedGroup] = []

  package init() {}

  package init(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  package var isEmpty: Bool { kept.isEmpty }
  package var holdsErrors: Bool { kept.contains { $0.severity == .error } }

  /// The kept diagnostics in the order found, followed by a count for each kind with more.
  package var diagnostics: [Diagnostic] { kept + rests.map(\.diagnostic) }

  package mutating func add(_ diagnostic: Diagnostic) {
    let kind = Kind(severity: diagnostic.severity, code: diagnostic.code, about: diagnostic.kind)
    add(kind, diagnostic.count, at: diagnostic.place) { diagnostic }
  }

  /// Evaluates the place only if the issue is kept.
  package mutating func add(_ issue: some Issue, at place: @autoclosure () -> Place?) {
    let text = issue.text
    add(Kind(severity: text.severity, code: text.code, about: text.kind ?? type(of: issue).kind), 1, at: place()) {
      Diagnostic(issue, at: place())
    }
  }

  package mutating func add(_ other: DiagnosticTally) {
    for diagnostic in other.kept { add(diagnostic) }
    // The kept diagnostics were added first and fill the limit, so these are only counted.
    for rest in other.rests { add(rest.kind, rest.count, at: rest.place) { rest.diagnostic } }
  }

  private mutating func add(
    _ kind: Kind, _ number: Int, at place: @autoclosure () -> Place?, _ diagnostic: () -> Diagnostic
  ) {
    let known = keptCounts[kind, default: 0]
    guard known >= Self.keptOfAKind else {
      keptCounts[kind] = known + 1
      return kept.append(diagnostic())
    }
    if let index = rests.firstIndex(where: { $0.kind == kind }) {
      rests[index].count += number
    } else {
      rests.append(OmittedGroup(kind: kind, place: place(), count: number))
    }
  }
}

extension Sequence<Diagnostic> {
  /// Returns the number of diagnostics of a severity, including those only counted.
  package func total(of severity: Diagnostic.Severity) -> Int {
    reduce(0) { $1.severity == severity ? $0 + $1.count : $0 }
  }
}

/// Several problems at once.
package struct DiagnosticList: Error, Sendable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
