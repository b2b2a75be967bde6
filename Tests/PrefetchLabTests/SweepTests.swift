import PrefetchLab
import Prefetching
import Testing

@Suite("Sweeps")
struct SweepTests {
  @Test(
    "values are a list, a range, or a range in steps",
    arguments: [
      ("budget=1..4", [1.0, 2, 3, 4]), ("budget=0", [0]), ("video=4,1,2,1", [1, 2, 4]),
      ("text=0..0.3/0.1", [0, 0.1, 0.2, 0.3]), ("budget=1..16/5,20", [1, 6, 11, 16, 20]), ("page=2..2", [2]),
    ])
  func values(_ text: String, _ expected: [Double]) throws { #expect(try SweepText.axis(text).values == expected) }

  @Test(
    "anything that is not a sweep is refused",
    arguments: [
      "budget", "budget=", "budget=4..1", "budget=-1", "budget=1..2/0", "budget=1..2/-1", "budget=1..2001",
      "budget=nan", "budget=1..4/1/2", "budget=x..y",
    ])
  func refused(_ text: String) {
    #expect {
      try SweepText.axis(text)
    } throws: { error in
      if case PrefetchIssue.badSweep = error { true } else { false }
    }
  }

  @Test("unknown keys and keys swept twice are reported")
  func keys() {
    #expect(throws: PrefetchIssue.unknownSweepKey("bugdet", known: WeightSweep.keys)) { try SweepText.axis("bugdet=1") }
    var request = PrefetchRequest()
    request.sweeps = ["budget=1", "budget=2"]
    #expect(throws: PrefetchIssue.sweptTwice("budget")) { try request.readSweep() }
  }

  @Test("each value is tried with each, whatever is not swept stays")
  func product() throws {
    var request = PrefetchRequest()
    request.sweeps = ["budget=1..3", "video=1,2"]
    let sweep = try request.readSweep()
    #expect(sweep.count == 6)
    let base = PrefetchWeights(photo: 7)
    let all = (0..<6).map { sweep.weights(of: $0, over: base) }
    #expect(all.map(\.budget) == [1, 1, 2, 2, 3, 3] && all.map(\.video) == [1, 2, 1, 2, 1, 2])
    #expect(all.allSatisfy { $0.photo == 7 })
  }

  @Test("a sweep beyond all memory is refused before anything is counted")
  func endless() {
    var request = PrefetchRequest()
    request.sweeps = WeightSweep.keys.map { "\($0)=0..1000" }
    #expect {
      try request.readSweep()
    } throws: { error in
      if case PrefetchIssue.farTooManySettings(let count, _) = error { count > 1e23 } else { false }
    }
  }

  @Test("--apply alone sweeps the budget")
  func usual() throws {
    var request = PrefetchRequest()
    #expect(try request.readSweep().count == 0)
    request.applies = true
    #expect(try request.readSweep().axes.map(\.key) == ["budget"])
  }
}
