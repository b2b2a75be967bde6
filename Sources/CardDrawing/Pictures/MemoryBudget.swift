import Foundation

/// How much memory the pictures of a run may take at once: decoded photos, canvases and what they are encoded into.
///
/// Workers wait for room before they take it. So that all of them never wait for each other, room is given beyond the
/// limit where nobody who has any could go on: to the one who has most, and so is nearest to giving it back.
package final class MemoryBudget: Sendable {
  /// Bytes.
  package let limit: Int
  private let ledger: MemoryLedger

  /// - Parameter limit: Bytes.
  package init(limit: Int) {
    self.limit = max(1, limit)
    ledger = MemoryLedger(limit: max(1, limit))
  }

  /// One worker's share, for as long as it draws a post. It is used by one thread at a time, and gives everything back at
  /// its end.
  package final class Share: Sendable {
    private let ledger: MemoryLedger
    private let id: Int

    fileprivate init(_ ledger: MemoryLedger) {
      self.ledger = ledger
      id = ledger.open()
    }

    deinit { ledger.close(id) }

    /// Takes `bytes`, waiting until there is room.
    package func take(_ bytes: Int) { ledger.take(max(0, bytes), for: id) }

    package func giveBack(_ bytes: Int) { ledger.giveBack(max(0, bytes), from: id) }

    /// Takes `bytes` for as long as `body` runs.
    package func holding<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
      take(bytes)
      defer { giveBack(bytes) }
      return try body()
    }
  }

  package func share() -> Share { Share(ledger) }

  /// Bytes taken now, and the most that ever were.
  package var taken: Int { ledger.figures.taken }
  package var peak: Int { ledger.figures.peak }

  /// Somebody waits for room: whoever keeps things for speed alone should let go of them.
  package var isScarce: Bool { ledger.figures.waiting > 0 }
}

/// Who has taken what.
///
/// `@unchecked Sendable`: everything is read and written under the condition's lock.
private final class MemoryLedger: @unchecked Sendable {
  private let limit: Int
  private let changed = NSCondition()
  private var shares: [Int: Int] = [:]
  private var nextID = 0
  private var taken = 0
  private var peak = 0
  /// Shares that wait, the longest first.
  private var waiting: [Int] = []

  init(limit: Int) {
    self.limit = limit
  }

  var figures: (taken: Int, peak: Int, waiting: Int) {
    changed.withLock { (taken, peak, waiting.count) }
  }

  func open() -> Int {
    changed.withLock {
      nextID += 1
      shares[nextID] = 0
      return nextID
    }
  }

  func close(_ id: Int) {
    changed.withLock {
      taken -= shares.removeValue(forKey: id) ?? 0
      changed.broadcast()
    }
  }

  func take(_ bytes: Int, for id: Int) {
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
      taken += bytes
      peak = max(peak, taken)
    }
  }

  func giveBack(_ bytes: Int, from id: Int) {
    changed.withLock {
      let given = min(bytes, shares[id] ?? 0)
      shares[id, default: 0] -= given
      taken -= given
      changed.broadcast()
    }
  }

  private func mayTake(_ bytes: Int, _ id: Int) -> Bool {
    if bytes == 0 || taken + bytes <= limit { return true }
    let isStuck = !shares.contains { $0.value > 0 && $0.key != id && !waiting.contains($0.key) }
    let mine = shares[id] ?? 0
    // Of several with as much, the one that has waited longest.
    let rival = waiting.filter { $0 != id }.map { shares[$0] ?? 0 }.max() ?? -1
    let isBefore = waiting.first { $0 == id || shares[$0] == mine } == id
    return isStuck && (mine > rival || (mine == rival && isBefore))
  }
}
