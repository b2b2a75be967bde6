import Files
import Testing

@Suite("Changes that come in bursts")
struct DebounceTests {
  private var debounce = Debounce(quiet: 1, longest: 5)

  @Test("nothing is waited for if nothing changed")
  func nothing() {
    #expect(debounce.wait(at: 100) == nil)
  }

  @Test("a change is acted on once it has been quiet for a while")
  mutating func quiet() {
    debounce.note(at: 10)
    #expect(debounce.wait(at: 10) == 1 && debounce.wait(at: 10.75) == 0.25)
    #expect(debounce.wait(at: 11) == 0 && debounce.wait(at: 12) == 0)
  }

  @Test("each change restarts the quiet period, up to a limit")
  mutating func burst() {
    for time in stride(from: 10.0, through: 14.5, by: 0.5) { debounce.note(at: time) }
    #expect(debounce.wait(at: 14.5) == 0.5)
    #expect(debounce.wait(at: 15) == 0)
  }

  @Test("a burst that was acted on is forgotten")
  mutating func reset() {
    debounce.note(at: 10)
    debounce.reset()
    #expect(debounce.wait(at: 11) == nil)
    debounce.note(at: 20)
    #expect(debounce.wait(at: 20) == 1)
  }

  @Test("the longest wait is never shorter than the quiet")
  mutating func lengths() {
    var other = Debounce(quiet: 3, longest: 1)
    other.note(at: 0)
    #expect(other.wait(at: 0) == 3)
  }
}
