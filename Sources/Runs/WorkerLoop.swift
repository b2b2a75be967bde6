/// Works on many items at once and takes the results one at a time: the loop of exports, plans and comparisons.
///
/// Items are asked for when a worker is free, so that no more of them are in memory than are worked on.
package struct WorkerLoop: Sendable {
  /// When a result is taken.
  package enum Order: Sendable {
    /// As soon as it is there.
    case finished
    /// After those of all items before it.
    case asked
  }

  /// Items at work at once, at least 1.
  package let jobs: Int

  /// Of results that wait for one before them: items begun for each worker. A slow item then holds up the others, not the
  /// memory.
  private static let window = 8

  package init(jobs: Int) {
    self.jobs = max(1, jobs)
  }

  /// - Parameters:
  ///   - next: Gives the next item; nil at the end.
  ///   - work: Runs on any thread.
  ///   - take: Gets each result with its item's number, counted from 0. Called one at a time.
  /// - Throws: What any of the three throws; the items at work are waited for.
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
