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

/// Groups warnings and notes of one kind, such as missing photos: a long list becomes one line with a count. Errors are
/// never grouped.
package struct DiagnosticGroups: Sendable {
  /// A summary of a kind of diagnostic, instead of its first one with a count.
  package struct Summary: Sendable {
    let code: String
    let isForFew: Bool
    let text: @Sendable (_ count: Int, _ first: [String]) -> Diagnostic

    /// - Parameters:
    ///   - isForFew: Whether a short list is summarized too.
    ///   - text: Creates the summary from the number of distinct diagnostics and the first messages.
    package init(
      _ code: String, isForFew: Bool = false, text: @escaping @Sendable (_ count: Int, _ first: [String]) -> Diagnostic
    ) {
      (self.code, self.isForFew, self.text) = (code, isForFew, text)
    }
  }

  /// The largest number of diagnostics of a kind that are printed one by one.
  private static let limit = 3

  private let summaries: [String: Summary]

  package init(_ summaries: Summary...) {
    self.summaries = Dictionary(summaries.map { ($0.code, $0) }) { first, _ in first }
  }

  fileprivate struct Kind: Hashable, Sendable {
    let code: String
    let severity: Diagnostic.Severity
  }

  fileprivate struct Group: Sendable {
    /// The first diagnostics, with their numbers among all.
    var first: [(number: Int, diagnostic: Diagnostic)] = []
    var count = 0
    /// Hashes, because a feed may lack a million photos.
    var messages: Set<Int> = []
  }

  /// The diagnostics that have not been printed.
  package struct Pending: Sendable {
    fileprivate var groups: [Kind: Group] = [:]
    fileprivate var number = 0

    package init() {}
  }

  /// Adds a diagnostic to its group.
  ///
  /// - Returns: False for an error, which is printed at once.
  package func add(_ diagnostic: Diagnostic, to pending: inout Pending) -> Bool {
    guard diagnostic.severity != .error else { return false }
    let kind = Kind(code: diagnostic.code, severity: diagnostic.severity)
    var group = pending.groups[kind, default: Group()]
    // The same photo is missing from every post that shows it.
    let isRepeated = summaries[kind.code] != nil && !group.messages.insert(diagnostic.message.hashValue).inserted
    if !isRepeated {
      group.count += diagnostic.count
      if group.first.count < Self.limit { group.first.append((pending.number, diagnostic)) }
      pending.number += 1
    }
    pending.groups[kind] = group
    return true
  }

  /// Returns the diagnostics to print, in the order of the first of each kind, and forgets them.
  package func takeAll(_ pending: inout Pending) -> [Diagnostic] {
    defer { pending = Pending() }
    return pending.groups.values.flatMap(lines).sorted { $0.number < $1.number }.map(\.diagnostic)
  }

  private func lines(of group: Group) -> [(number: Int, diagnostic: Diagnostic)] {
    guard let (number, first) = group.first.first else { return [] }
    let messages = group.first.map(\.diagnostic.message)
    if let summary = summaries[first.code], summary.isForFew || group.count > Self.limit {
      return [(number, summary.text(group.count, messages))]
    }
    guard group.count > Self.limit else { return group.first }
    let hint = "list all with --verbose"
    let line = Diagnostic(
      severity: first.severity, code: first.code, message: "\(first.message); \(group.count - 1) more like this",
      place: first.place, hint: first.hint.map { "\($0); \(hint)" } ?? hint, count: group.count, kind: first.kind)
    return [(number, line)]
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
