import Synchronization

/// A pool of workers that may only be used by one thread at a time; creates a worker if all are busy.
///
/// Results must not depend on which worker serves a call: workers hold caches, never state.
final class WorkerPool<Worker>: Sendable {
  /// `@unchecked Sendable`: a worker is either in this list, guarded by the mutex, or in use by exactly one caller of
  /// `withWorker`, which uses it synchronously and puts it back.
  private struct IdleWorkers: @unchecked Sendable { var workers: [Worker] }
  /// `@unchecked Sendable`: carries a worker from the list to its one caller, or back.
  private struct WorkerTransfer: @unchecked Sendable { let worker: Worker }

  private let idle = Mutex(IdleWorkers(workers: []))
  private let make: @Sendable () throws -> Worker
  private let isWornOut: @Sendable (Worker) -> Bool

  /// The maximum number of idle workers to keep.
  private static var limit: Int { 32 }

  init(isWornOut: @escaping @Sendable (Worker) -> Bool = { _ in false }, make: @escaping @Sendable () throws -> Worker)
  {
    self.make = make
    self.isWornOut = isWornOut
  }

  func withWorker<Result>(_ body: (Worker) throws -> Result) throws -> Result {
    let loan = try idle.withLock { $0.workers.popLast().map(WorkerTransfer.init) } ?? WorkerTransfer(worker: make())
    defer {
      idle.withLock { idle in
        if idle.workers.count < WorkerPool.limit, !isWornOut(loan.worker) { idle.workers.append(loan.worker) }
      }
    }
    return try body(loan.worker)
  }
}
