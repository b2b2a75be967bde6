import Files
import Testing

@Suite("Text on a terminal")
struct TerminalTraitsTests {
  private func traits(_ variables: [String: String], isTerminal: Bool = true) -> TerminalTraits {
    TerminalTraits(isTerminal: isTerminal, variables: variables, width: 100)
  }

  @Test("NO_COLOR with anything in it, and a dumb terminal, keep words plain")
  func color() {
    #expect(traits([:]).hasColor)
    #expect(!traits(["NO_COLOR": "1"]).hasColor)
    #expect(traits(["NO_COLOR": ""]).hasColor)
    #expect(!traits(["TERM": "dumb"]).hasColor && !traits(["TERM": "dumb"]).redraws)
    #expect(traits(["NO_COLOR": "1"]).redraws)
  }

  @Test("a log and a pipe are neither coloured nor drawn over, whatever the environment says")
  func log() {
    let traits = traits(["COLUMNS": "40", "TERM": "xterm"], isTerminal: false)
    #expect(!traits.hasColor && !traits.redraws && traits.columns == nil)
  }

  @Test("a line that is drawn over ends before the terminal's edge", arguments: [("20", 19), ("0", 99), ("x", 99)])
  func width(columns: String, expected: Int) {
    #expect(traits(["COLUMNS": columns]).fitted(String(repeating: "a", count: 200)).count == expected)
  }
}
