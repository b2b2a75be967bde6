import Foundation

/// How much memory the pictures of a run may take at once: decoded photos, canvases and what they are encoded into.
///
/// Workers wait for room before they take it. So that all of them never wait for each other, room is given beyond the
/// limit where nobody who has any could go on: to the one who has most, and so is nearest to giving it back.
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
  /// Shares that wait, the longest first.
  private var waiting: [Int] = []

  /// - Parameter limit: Bytes.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// One worker's share, for as long as it draws a post. It is used by one thread at a time, and gives everything back at
  /// its end.
  package final class Share: Sendable {
    private let budget: MemoryBudget
    private let id: Int

    fileprivate init(_ budget: MemoryBudget) {
      self.budget = budget
      id = budget.open()
    }

    deinit { budget.close(id) }

    /// Takes `bytes`, waiting until there is room.
    package func take(_ bytes: Int) { budget.take(max(0, bytes), for: id) }

    package func giveBack(_ bytes: Int) { budget.giveBack(max(0, bytes), from: id) }

    /// Takes `bytes` for as long as `body` runs.
    package func holding<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
      take(bytes)
      defer { giveBack(bytes) }
      return try body()
    }
  }

  package func share() -> Share { Share(self) }

  /// Bytes taken now, and the most that ever were.
  package var taken: Int { changed.withLock { takenNow } }
  package var peak: Int { changed.withLock { most } }

  /// Whether so many bytes could be had without waiting.
  package func hasRoom(for bytes: Int) -> Bool { bytes <= limit - taken }

  /// Somebody waits for room: whoever keeps things for speed alone should let go of them.
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
        // One that has room and now waits may have been the last who could go on.
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
    // Of several with as much, the one that has waited longest.
    let rival = waiting.filter { $0 != id }.map { shares[$0] ?? 0 }.max() ?? -1
    let isBefore = waiting.first { $0 == id || shares[$0] == mine } == id
    return isStuck && (mine > rival || (mine == rival && isBefore))
  }
}
