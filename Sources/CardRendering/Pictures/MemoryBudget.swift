import Foundation

/// The memory that a run's images may use at once: decoded photos, canvases, and encoder buffers.
///
/// Workers wait for room before they allocate. If no worker with a share could continue, the limit is exceeded for the
/// worker with the largest share, which is closest to releasing it. This prevents deadlocks.
///
/// `@unchecked Sendable`: everything but the limit is read and written under the condition's lock.
package final class MemoryBudget: @unchecked Sendable {
  /// Bytes.
  package let limit: Int
  private let changed = NSCondition()
  private var shares: [Int: Int] = [:]
  private var nextID = 0
  private var takenNow = 0
  private var most = 0
  /// The waiting shares, longest wait first.
  private var waiting: [Int] = []

  /// - Parameter limit: Bytes.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// A worker's share while it draws one post. Used by one thread at a time; it releases everything when it is
  /// destroyed.
  package final class Share: Sendable {
    private let budget: MemoryBudget
    private let id: Int

    fileprivate init(_ budget: MemoryBudget) {
      self.budget = budget
      id = budget.open()
    }

    deinit { budget.close(id) }

    /// Reserves `bytes`, waiting until there is room.
    package func take(_ bytes: Int) { budget.take(max(0, bytes), for: id) }

    package func giveBack(_ bytes: Int) { budget.giveBack(max(0, bytes), from: id) }

    /// Reserves `bytes` while `body` runs.
    package func holding<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
      take(bytes)
      defer { giveBack(bytes) }
      return try body()
    }
  }

  package func share() -> Share { Share(self) }

  /// The bytes reserved now, and the maximum so far.
  package var taken: Int { changed.withLock { takenNow } }
  package var peak: Int { changed.withLock { most } }

  /// Whether the bytes could be reserved without waiting.
  package func hasRoom(for bytes: Int) -> Bool { bytes <= limit - taken }

  /// Whether a worker waits for room, so that caches should be emptied.
  package var isScarce: Bool { changed.withLock { !waiting.isEmpty } }

  private func open() -> Int {
    changed.withLock {
      nextID += 1
      shares[nextID] = 0
      return nextID
    }
  }

  private func close(_ id: Int) {
    changed.withLock {
      takenNow -= shares.removeValue(forKey: id) ?? 0
      changed.broadcast()
    }
  }

  private func take(_ bytes: Int, for id: Int) {
    changed.withLock {
      if !mayTake(bytes, id) {
        waiting.append(id)
        // This worker may have been the last one that could continue.
        changed.broadcast()
        while !mayTake(bytes, id) { changed.wait() }
        waiting.removeAll { $0 == id }
        changed.broadcast()
      }
      shares[id, default: 0] += bytes
      takenNow += bytes
      most = max(most, takenNow)
    }
  }

  private func giveBack(_ bytes: Int, from id: Int) {
    changed.withLock {
      let given = min(bytes, shares[id] ?? 0)
      shares[id, default: 0] -= given
      takenNow -= given
      changed.broadcast()
    }
  }

  private func mayTake(_ bytes: Int, _ id: Int) -> Bool {
    if bytes == 0 || bytes <= limit - takenNow { return true }
    let isStuck = !shares.contains { $0.value > 0 && $0.key != id && !waiting.contains($0.key) }
    let mine = shares[id] ?? 0
    // Among equal shares, the one that has waited longest.
    let rival = waiting.filter { $0 != id }.map { shares[$0] ?? 0 }.max() ?? -1
    let isBefore = waiting.first { $0 == id || shares[$0] == mine } == id
    return isStuck && (mine > rival || (mine == rival && isBefore))
  }
}
