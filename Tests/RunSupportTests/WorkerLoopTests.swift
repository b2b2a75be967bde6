import RunSupport
import Synchronization
import Testing

@Suite("Working on many items at once")
struct WorkerLoopTests {
  private struct Refusal: Error {}

  @Test("results come in the order in which the items were asked for, each once", arguments: [1, 2, 8])
  func asked(jobs: Int) async throws {
    var next = 0
    var taken: [Int] = []
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      next += 1
      return next <= 100 ? next : nil
    } work: { item in
      item * 10
    } take: { number, result in
      #expect(result == (number + 1) * 10)
      taken.append(number)
    }
    #expect(taken == Array(0..<100))
  }

  @Test("no longer items are asked for than are worked on", arguments: [WorkerLoop.Order.asked, .finished])
  func bounded(order: WorkerLoop.Order) async throws {
    let working = Mutex(0)
    var left = 200
    try await WorkerLoop(jobs: 3).run(taking: order) {
      #expect(working.withLock { $0 } < 3)
      left -= 1
      if left >= 0 { working.withLock { $0 += 1 } }
      return left >= 0 ? left : nil
    } work: { item in
      working.withLock { $0 -= 1 }
      return item
    } take: { _, _ in
    }
  }

  @Test("an error of a worker ends the loop")
  func failure() async {
    var next = 0
    await #expect(throws: Refusal.self) {
      try await WorkerLoop(jobs: 2).run(taking: .finished) {
        next += 1
        return next
      } work: { item in
        if item == 5 { throw Refusal() }
      } take: { _, _ in
      }
    }
  }
}
