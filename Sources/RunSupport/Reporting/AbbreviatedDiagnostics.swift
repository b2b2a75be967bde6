import Diagnostics
import Files

/// Reorders diagnostics of items processed in any order into item order, so that logs of the same run are identical.
package struct OrderedDiagnostics {
  /// The item whose diagnostics come next.
  private var next = 0
  private var waiting: [Int: [Diagnostic]] = [:]

  package init() {}

  /// - Parameter number: The item's number, from 0; pass each number once.
  /// - Returns: The diagnostics that can be reported now that this item is done.
  package mutating func add(_ diagnostics: [Diagnostic], of number: Int) -> [Diagnostic] {
    waiting[number] = diagnostics
    var ready: [Diagnostic] = []
    while let found = waiting.removeValue(forKey: next) {
      ready += found
      next += 1
    }
    return ready
  }

  /// Diagnostics of finished items that follow an unfinished one. Reported when a run ends early.
  package var rest: [Diagnostic] { waiting.sorted { $0.key < $1.key }.flatMap(\.value) }
}

/// Abbreviates diagnostics that may occur by the hundred, such as missing photos. Reports the first few of each kind
/// and, at the end, how many more there are and how to list them. One kind is reported as a single summary.
package struct AbbreviatedDiagnostics: Sendable {
  private let code: String
  /// The number of distinct diagnostics reported in full.
  private let limit: Int
  private let summary: @Sendable (_ count: Int) -> Diagnostic
  private let single: Single?

  /// A kind of diagnostic that is reported as a single summary.
  package struct Single: Sendable {
    let code: String
    let summary: @Sendable (_ count: Int, _ first: [String]) -> Diagnostic

    /// - Parameter summary: Creates the summary from the number of distinct diagnostics and the first messages.
    package init(_ code: String, summary: @escaping @Sendable (_ count: Int, _ first: [String]) -> Diagnostic) {
      (self.code, self.summary) = (code, summary)
    }
  }

  /// The number of messages passed to a single summary.
  private static let firstOfSingle = 3
  /// The number reported of each other kind.
  private static let othersLimit = 5

  /// - Parameters:
  ///   - code: The code of diagnostics that are listed separately.
  ///   - limit: The number of distinct ones reported in full.
  ///   - summary: Creates the final summary from the number of distinct ones.
  package init(
    _ code: String, after limit: Int = 3, asOne single: Single? = nil,
    summary: @escaping @Sendable (_ count: Int) -> Diagnostic
  ) {
    (self.code, self.limit, self.single, self.summary) = (code, limit, single, summary)
  }

  /// Counts of reported and omitted diagnostics.
  struct DiagnosticCounts {
    /// Hashes, because a feed may lack a million photos.
    fileprivate var messages: Set<Int> = []
    fileprivate var singles: Set<Int> = []
    fileprivate var firstSingles: [String] = []
    /// The number of diagnostics of each other kind.
    fileprivate var others: [String: Int] = [:]
  }

  /// Returns whether a diagnostic is only counted.
  func holds(_ diagnostic: Diagnostic, _ told: inout DiagnosticCounts) -> Bool {
    guard diagnostic.severity != .error else { return false }
    if diagnostic.code == single?.code {
      let isNew = told.singles.insert(diagnostic.message.hashValue).inserted
      if isNew, told.firstSingles.count < Self.firstOfSingle { told.firstSingles.append(diagnostic.message) }
      return true
    }
    guard diagnostic.code == code else {
      told.others[diagnostic.code, default: 0] += 1
      return told.others[diagnostic.code, default: 0] > Self.othersLimit
    }
    // The same photo is missing from every post that shows it.
    let isNew = told.messages.insert(diagnostic.message.hashValue).inserted
    return !isNew || told.messages.count > limit
  }

  /// Returns summaries of the omitted diagnostics.
  func rest(_ told: DiagnosticCounts) -> [Diagnostic] {
    let held = told.others.filter { $0.value > Self.othersLimit }.sorted { $0.key < $1.key }
    let one = told.singles.isEmpty ? nil : single?.summary(told.singles.count, told.firstSingles)
    return (told.messages.count > limit ? [summary(told.messages.count)] : []) + (one.map { [$0] } ?? [])
      + held.map { Diagnostic(ReportIssue.more($0.value - Self.othersLimit, like: $0.key)) }
  }
}

/// A summary of omitted diagnostics.
private enum ReportIssue: Issue, Hashable {
  case more(Int, like: String)

  var text: IssueText {
    switch self {
    case .more(let count, let code):
      .note(
        "run.more", "\(count) more of \(code) \(count == 1 ? "is" : "are") not shown", hint: "list all with --json")
    }
  }
}

extension TerminalTraits {
  /// Formats a diagnostic, with its first word colored if requested.
  package func text(of diagnostic: Diagnostic) -> String {
    let (text, word) = (diagnostic.description, diagnostic.severity.rawValue)
    guard hasColor, text.hasPrefix(word) else { return text }
    let color =
      switch diagnostic.severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1B}[1;\(color)m\(word)\u{1B}[0m\(text.dropFirst(word.count))"
  }
}
