import Diagnostics
import Testing

@testable import Runs

@Suite("Diagnostics in the feed's order")
struct OrderedDiagnosticsTests {
  private func note(_ text: String) -> Diagnostic { Diagnostic(severity: .note, code: "test.note", message: text) }

  @Test("what is done early waits for what comes before it")
  func order() {
    var told = OrderedDiagnostics()
    #expect(told.add([note("c")], of: 2).isEmpty)
    #expect(told.add([note("a")], of: 0).map(\.message) == ["a"])
    #expect(told.add([], of: 1).map(\.message) == ["c"])
    #expect(told.add([note("d"), note("e")], of: 3).map(\.message) == ["d", "e"])
  }

  @Test("of a run that ends early, what was left is told in order")
  func rest() {
    var told = OrderedDiagnostics()
    for (number, text) in [(4, "e"), (2, "c"), (0, "a")] { _ = told.add([note(text)], of: number) }
    #expect(told.rest.map(\.message) == ["c", "e"])
  }
}
