/// Processes many items concurrently and handles the results one at a time. Used by exports, plans, and comparisons.
///
/// Requests an item only when a worker is free, so that only items being processed are in memory.
package struct WorkerLoop: Sendable {
  /// The order in which results are handled.
  package enum Order: Sendable {
    /// As soon as a result is available.
    case finished
    /// After the results of all earlier items.
    case asked
  }

  /// The number of items processed concurrently, at least 1.
  package let jobs: Int

  /// The number of started items per worker when results wait for an earlier one. A slow item then delays the others
  /// instead of filling memory.
  private static let window = 8

  package init(jobs: Int) {
    self.jobs = max(1, jobs)
  }

  /// - Parameters:
  ///   - next: Returns the next item; nil at the end.
  ///   - work: Runs on any thread.
  ///   - take: Receives each result with its item's number, from 0. Called one at a time.
  /// - Throws: Any error of the three closures, after waiting for the items in progress.
  package func run<Item: Sendable, Result: Sendable>(
    taking order: Order, next: () throws -> Item?, work: @escaping @Sendable (Item) throws -> Result,
    take: (Int, Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      let limit = order == .asked ? jobs * Self.window : Int.max
      var begun = 0
      var taken = 0
      var working = 0
      var isAtEnd = false
      var waiting: [Int: Result] = [:]
      func begin() throws {
        while !isAtEnd, working < jobs, begun - taken < limit {
          guard let item = try next() else {
            isAtEnd = true
            return
          }
          let number = begun
          (begun, working) = (begun + 1, working + 1)
          group.addTask { (number, try work(item)) }
        }
      }
      try begin()
      while let (number, result) = try await group.next() {
        working -= 1
        switch order {
        case .finished:
          try take(number, result)
          taken += 1
        case .asked:
          waiting[number] = result
          while let result = waiting.removeValue(forKey: taken) {
            try take(taken, result)
            taken += 1
          }
        }
        try begin()
      }
    }
  }
}
