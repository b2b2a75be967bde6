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

/// Diagnostics that may come by the hundred, like photos that are not there: people are told the first few and, at the end,
/// how many there are and where all are listed.
package struct AbbreviatedDiagnostics: Sendable {
  private let code: String
  /// How many different ones are told.
  private let limit: Int
  private let summary: @Sendable (_ count: Int) -> Diagnostic

  /// - Parameters:
  ///   - code: Of those that are meant.
  ///   - limit: How many different ones are told word for word.
  ///   - summary: What is said at the end of so many different ones.
  package init(_ code: String, after limit: Int = 3, summary: @escaping @Sendable (_ count: Int) -> Diagnostic) {
    (self.code, self.limit, self.summary) = (code, limit, summary)
  }

  /// What was told and what was left out.
  struct Told {
    /// Hashes: a feed may lack a million photos.
    fileprivate var messages: Set<Int> = []
  }

  /// Whether a diagnostic is only counted.
  func holds(_ diagnostic: Diagnostic, _ told: inout Told) -> Bool {
    guard diagnostic.code == code, diagnostic.severity != .error else { return false }
    // The same photo is missing from every post that shows it.
    let isNew = told.messages.insert(diagnostic.message.hashValue).inserted
    return !isNew || told.messages.count > limit
  }

  /// Nil where each was told.
  func rest(_ told: Told) -> Diagnostic? { told.messages.count > limit ? summary(told.messages.count) : nil }
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
