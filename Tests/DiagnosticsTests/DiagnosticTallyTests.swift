import Diagnostics
import Foundation
import Testing

@Suite struct DiagnosticTallyTests {
  private func diagnostic(_ number: Int, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
    Diagnostic(severity: severity, code: "feed.item", message: "m", place: .json("items[\(number)]", in: "feed.json"))
  }

  @Test("a few of a kind are kept word for word, in order")
  func few() {
    let diagnostics = (0..<DiagnosticTally.keptOfAKind).map { diagnostic($0) }
    #expect(DiagnosticTally(diagnostics).diagnostics == diagnostics)
  }

  @Test("of more the rest is counted, with the place of the first of it")
  func many() {
    let tally = DiagnosticTally((0..<1980).map { diagnostic($0) })
    #expect(tally.diagnostics.count == DiagnosticTally.keptOfAKind + 1)
    let rest = tally.diagnostics.last
    #expect(rest?.description == "error[feed.item]: feed.json: items[1000]: 980 more like this, starting here")
    #expect(tally.diagnostics.total(of: .error) == 1980)
    #expect(tally.holdsErrors)
  }

  @Test("secondary text has a different role")
  func kinds() {
    let tally = DiagnosticTally((0..<40).map { diagnostic($0, $0 < 20 ? .error : .warning) })
    #expect(tally.diagnostics.map(\.count) == Array(repeating: 1, count: 40))
  }

  @Test("tallies of pages add up to that of the feed")
  func sums() {
    var whole = DiagnosticTally()
    for page in 0..<5 { whole.add(DiagnosticTally((0..<400).map { diagnostic(page * 400 + $0) })) }
    #expect(whole.diagnostics.count == DiagnosticTally.keptOfAKind + 1)
    #expect(whole.diagnostics.total(of: .error) == 2000)
    #expect(whole.diagnostics.last?.place == .json("items[1000]", in: "feed.json"))
  }

  @Test("a number of diagnostics is read from JSON as it was written, and one alone has none")
  func json() throws {
    let tally = DiagnosticTally((0..<1002).map { diagnostic($0) })
    let data = try JSONEncoder().encode(tally.diagnostics)
    #expect(try JSONDecoder().decode([Diagnostic].self, from: data) == tally.diagnostics)
    #expect(!String(decoding: try JSONEncoder().encode(diagnostic(1)), as: UTF8.self).contains("count"))
  }
}
