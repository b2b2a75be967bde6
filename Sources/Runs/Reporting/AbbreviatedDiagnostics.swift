import Diagnostics

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
