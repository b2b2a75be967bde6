import Diagnostics
import Files

/// Diagnostics of items that are done in any order, given on in the items' order: a log of the same run is the same log.
package struct OrderedDiagnostics {
  /// The item whose diagnostics come next.
  private var next = 0
  private var waiting: [Int: [Diagnostic]] = [:]

  package init() {}

  /// - Parameter number: The item's, from 0; each comes once.
  /// - Returns: What can be told now that this item is done.
  package mutating func add(_ diagnostics: [Diagnostic], of number: Int) -> [Diagnostic] {
    waiting[number] = diagnostics
    var ready: [Diagnostic] = []
    while let found = waiting.removeValue(forKey: next) {
      ready += found
      next += 1
    }
    return ready
  }

  /// Of items that were done although one before them was not; to be told where a run ends early.
  package var rest: [Diagnostic] { waiting.sorted { $0.key < $1.key }.flatMap(\.value) }
}

/// Diagnostics that may come by the hundred, like photos that are not there: people are told the first few of each kind and, at
/// the end, how many more there are and where all are listed; of one kind all are told as one.
package struct AbbreviatedDiagnostics: Sendable {
  private let code: String
  /// How many different ones are told.
  private let limit: Int
  private let summary: @Sendable (_ count: Int) -> Diagnostic
  private let single: Single?

  /// Those that are told all as one.
  package struct Single: Sendable {
    let code: String
    let summary: @Sendable (_ count: Int, _ first: [String]) -> Diagnostic

    /// - Parameter summary: What is said of so many different ones, with the messages of the first.
    package init(_ code: String, summary: @escaping @Sendable (_ count: Int, _ first: [String]) -> Diagnostic) {
      (self.code, self.summary) = (code, summary)
    }
  }

  /// Of those that are told as one, how many messages its summary gets.
  private static let firstOfSingle = 3
  /// Of each other kind.
  private static let othersLimit = 5

  /// - Parameters:
  ///   - code: Of those that have a list of their own.
  ///   - limit: How many different ones of these are told word for word.
  ///   - summary: What is said at the end of so many different ones.
  package init(
    _ code: String, after limit: Int = 3, asOne single: Single? = nil,
    summary: @escaping @Sendable (_ count: Int) -> Diagnostic
  ) {
    (self.code, self.limit, self.single, self.summary) = (code, limit, single, summary)
  }

  /// What was told and what was left out.
  struct Told {
    /// Hashes: a feed may lack a million photos.
    fileprivate var messages: Set<Int> = []
    fileprivate var singles: Set<Int> = []
    fileprivate var firstSingles: [String] = []
    /// How many there were of each other kind.
    fileprivate var others: [String: Int] = [:]
  }

  /// Whether a diagnostic is only counted.
  func holds(_ diagnostic: Diagnostic, _ told: inout Told) -> Bool {
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

  /// What is said of those that were not told.
  func rest(_ told: Told) -> [Diagnostic] {
    let held = told.others.filter { $0.value > Self.othersLimit }.sorted { $0.key < $1.key }
    let one = told.singles.isEmpty ? nil : single?.summary(told.singles.count, told.firstSingles)
    return (told.messages.count > limit ? [summary(told.messages.count)] : []) + (one.map { [$0] } ?? [])
      + held.map { Diagnostic(ReportIssue.more($0.value - Self.othersLimit, like: $0.key)) }
  }
}

/// What is said of what is not said.
private enum ReportIssue: Issue, Hashable {
  case more(Int, like: String)

  var text: IssueText {
    switch self {
    case .more(let count, let code):
      .note(
        "run.more", "\(count) more like it (\(code)) \(count == 1 ? "is" : "are") not shown", hint: "--json tells all")
    }
  }
}

extension TerminalTraits {
  /// A diagnostic in words, its first word coloured where that is wanted.
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
