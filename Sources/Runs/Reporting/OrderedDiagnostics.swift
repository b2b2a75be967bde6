import Diagnostics

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
