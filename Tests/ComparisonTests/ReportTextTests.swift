import CardRendering
import Comparison
import Foundation
import ImageComparison
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports that CI prints")
struct ReportTextTests {
  /// A color, a line break, C1, a bidirectional override, and characters that XML forbids or escapes.
  private static let hostile = "\u{1B}[31m\n::error::\u{0}\u{85}\u{202E}\u{FFFE}\u{FFFF}<&|\">"

  private static func entry(id: String = "post/1") -> CaseResult {
    CaseResult(
      id: id, reference: .baseline, post: "post", variant: nil, verdict: .different, reasons: [hostile, "another"])
  }

  private func isPlain(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
    }
  }

  @Test("JUnit's XML can be read and steers no terminal", arguments: ["post/1", hostile])
  func junit(id: String) {
    let text = JUnitReport.text(of: Self.entry(id: id), isFailure: true)
    #expect(isPlain(text) && !text.contains("\u{FFFE}") && !text.contains("\u{FFFF}"), "\(text)")
    #expect(text.contains(#"message="\u{1b}[31m\u{a}::error::\u{0}\u{85}\u{202e}&lt;&amp;|&quot;&gt;""#), "\(text)")
    #expect(text.contains("&gt;\nanother"))
    #expect(XMLParser(data: Data(text.utf8)).parse())
  }

  @Test("counts of drift from shards add up to the largest number at most")
  func drift() {
    let environment = RenderingEnvironment(CompareReport.Environment(name: "", fonts: [], libraries: [:]))
    var outcome = CompareOutcome(
      CompareOutcome.Setting(environment: environment, keeping: .full, approveArguments: ""))
    for _ in 0..<2 { outcome.note(CompareReport.Drift(text: "fonts", cases: .max, same: .max)) }
    #expect(outcome.drift.map(\.cases) == [.max] && outcome.drift.map(\.same) == [.max])
  }

  @Test("the summary keeps one row a cause, without what steers a terminal")
  func markdown() throws {
    let environment = RenderingEnvironment(CompareReport.Environment(name: "", fonts: [], libraries: [:]))
    var outcome = CompareOutcome(
      CompareOutcome.Setting(environment: environment, keeping: .full, approveArguments: ""))
    outcome.add(Self.entry(), causes: [Cause(.unknown, title: Self.hostile, identity: "")])
    let text = outcome.markdown
    #expect(isPlain(text), "\(text)")
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| different") }
    #expect(
      rows.count == 1 && rows[0].contains(#"\\u\{1b\}\[31m"#) && rows[0].contains("&lt;&amp;\u{2060}\\|"), "\(rows)")
    #expect(!rows[0].contains("::error"), "\(rows)")
  }
}
