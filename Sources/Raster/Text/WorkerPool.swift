import Synchronization

/// Hands out workers that may only be used by one thread at a time; makes one when all are busy.
///
/// Which worker serves a call must not show in its result: workers hold caches, never state.
final class WorkerPool<Worker>: Sendable {
  /// `@unchecked Sendable`: a worker is either in this list, where the mutex guards it and nobody else has it, or out
  /// with exactly one caller of `withWorker`, which uses it synchronously and puts it back.
  private struct Idle: @unchecked Sendable { var workers: [Worker] }
  /// `@unchecked Sendable`: carries a worker from the list to its one caller, or back.
  private struct Loan: @unchecked Sendable { let worker: Worker }

  private let idle = Mutex(Idle(workers: []))
  private let make: @Sendable () throws -> Worker
  private let isWornOut: @Sendable (Worker) -> Bool

  /// Workers kept while nobody needs them.
  private static var limit: Int { 32 }

  init(isWornOut: @escaping @Sendable (Worker) -> Bool = { _ in false }, make: @escaping @Sendable () throws -> Worker)
  {
    self.make = make
    self.isWornOut = isWornOut
  }

  func withWorker<Result>(_ body: (Worker) throws -> Result) throws -> Result {
    let loan = try idle.withLock { $0.workers.popLast().map(Loan.init) } ?? Loan(worker: make())
    defer {
      idle.withLock { idle in
        if idle.workers.count < WorkerPool.limit, !isWornOut(loan.worker) { idle.workers.append(loan.worker) }
      }
    }
    return try body(loan.worker)
  }
}
