import Diagnostics
import RunSupport
import Testing

@Suite("Diagnostics in the feed's order")
struct OrderedDiagnosticsTests {
  private func note(_ text: String) -> Diagnostic { Diagnostic(severity: .note, code: "test.note", message: text) }

  @Test("early results wait for the results before them")
  func order() {
    var ordered = OrderedDiagnostics()
    #expect(ordered.add([note("c")], of: 2).isEmpty)
    #expect(ordered.add([note("a")], of: 0).map(\.message) == ["a"])
    #expect(ordered.add([], of: 1).map(\.message) == ["c"])
    #expect(ordered.add([note("d"), note("e")], of: 3).map(\.message) == ["d", "e"])
  }

  @Test("of a run that ends early, anything that was left is reported in order")
  func rest() {
    var ordered = OrderedDiagnostics()
    for (number, text) in [(4, "e"), (2, "c"), (0, "a")] { _ = ordered.add([note(text)], of: number) }
    #expect(ordered.rest.map(\.message) == ["c", "e"])
  }
}
