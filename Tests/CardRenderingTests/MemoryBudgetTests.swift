import CardRendering
import Foundation
import Synchronization
import Testing

@Suite("The memory budget", .timeLimit(.minutes(10)))
struct MemoryBudgetTests {
  @Test("anything that is given back can be taken again, and a share that ends gives back everything")
  func accounting() {
    let budget = MemoryBudget(limit: 100)
    do {
      let share = budget.share()
      share.take(60)
      share.take(40)
      #expect(budget.taken == 100)
      share.giveBack(30)
      #expect(budget.taken == 70)
      #expect(share.holding(20) { budget.taken } == 90)
      #expect(budget.taken == 70)
      // Giving back more than was taken has no further effect.
      share.giveBack(1000)
      #expect(budget.taken == 0)
      share.take(10)
    }
    #expect(budget.taken == 0)
    #expect(budget.peak == 100)
  }

  @Test("more than the limit is given to one who is alone")
  func tooLarge() {
    let budget = MemoryBudget(limit: 100)
    let share = budget.share()
    share.take(30)
    share.take(500)
    #expect(budget.taken == 530)
  }

  @Test("a second worker waits until there is room")
  func waiting() async {
    let budget = MemoryBudget(limit: 100)
    let first = budget.share()
    first.take(80)
    let order = Mutex<[String]>([])
    let second = Thread {
      let share = budget.share()
      share.take(50)
      order.withLock { $0.append("second") }
    }
    second.start()
    while !budget.isScarce { await Task.yield() }
    order.withLock { $0.append("first") }
    first.giveBack(80)
    while !second.isFinished { await Task.yield() }
    #expect(order.withLock { $0 } == ["first", "second"])
    #expect(budget.peak == 80)
  }

  @Test("many workers that all want more than there is come to an end, and never exceed the limit but one at a time")
  func noDeadlock() async {
    let budget = MemoryBudget(limit: 100)
    let threads = (0..<8).map { worker in
      Thread {
        for round in 0..<200 {
          let share = budget.share()
          share.take(10 + (worker * 7 + round) % 40)
          share.holding(20 + (worker + round * 3) % 60) {
            // Taken within a held share: without an exception, all workers would wait for each other.
            share.holding(30) {}
          }
        }
      }
    }
    for thread in threads { thread.start() }
    for thread in threads { while !thread.isFinished { await Task.yield() } }
    #expect(budget.taken == 0)
    // One worker at a time may exceed the limit by the share that it holds (less than 80) and the one within it (30).
    #expect(budget.peak < 100 + 80 + 30)
  }
}
