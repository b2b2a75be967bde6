import Synchronization

/// Things to do that some tasks take, in the order in which they were given. Who gives too much waits.
final class WorkQueue<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var start = 0
    var takers: [CheckedContinuation<Item?, Never>] = []
    var givers: [CheckedContinuation<Void, Never>] = []
    var isClosed = false

    var count: Int { items.count - start }

    mutating func pop() -> Item? {
      guard start < items.count else { return nil }
      defer {
        start += 1
        if start > 512 {
          items.removeFirst(start)
          start = 0
        }
      }
      return items[start]
    }
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func give(_ item: Item) async {
    let isFull = state.withLock { state -> Bool in
      guard !state.isClosed else { return false }
      if let taker = state.takers.popLast() {
        taker.resume(returning: item)
        return false
      }
      state.items.append(item)
      return state.count > limit
    }
    guard isFull else { return }
    await withCheckedContinuation { giver in
      let mayGoOn = state.withLock { state -> Bool in
        if state.count <= limit || state.isClosed { return true }
        state.givers.append(giver)
        return false
      }
      if mayGoOn { giver.resume() }
    }
  }

  /// Nil when all is done and nothing more comes.
  func take() async -> Item? {
    await withCheckedContinuation { taker in
      state.withLock { state in
        if let item = state.pop() {
          taker.resume(returning: item)
          if state.count <= limit { state.givers.popLast()?.resume() }
        } else if state.isClosed {
          taker.resume(returning: nil)
        } else {
          state.takers.append(taker)
        }
      }
    }
  }

  /// Nothing more comes.
  ///
  /// - Parameter dropping: What waits is not done either.
  func close(dropping: Bool = false) {
    state.withLock { state in
      state.isClosed = true
      if dropping { (state.items, state.start) = ([], 0) }
      if state.count == 0 { for taker in state.takers { taker.resume(returning: nil) } }
      if state.count == 0 { state.takers = [] }
      for giver in state.givers { giver.resume() }
      state.givers = []
    }
  }
}
