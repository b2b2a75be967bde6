import DataFormats
import Diagnostics
import Files
import Foundation
import ImageComparison

/// Writes a report in JUnit's XML format, with a suite for each kind of references, as the cases arrive.
package struct JUnitReport {
  let result: CompareOutcome
  let sink: FileSink
  private var open: ComparisonCase.Kind?

  init(result: CompareOutcome, sink: FileSink) {
    (self.result, self.sink) = (result, sink)
  }

  func begin() throws {
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"feedproof\">\n")
  }

  mutating func add(_ text: String, of row: ComparisonStore.Row) throws {
    guard !text.isEmpty else { return }
    let kind = row.result?.reference ?? .baseline
    if open != kind {
      try close()
      guard let head = head(of: kind) else { return }
      try sink.write(head)
      open = kind
    }
    try sink.write(text)
  }

  func end() throws {
    try close()
    try sink.write("</testsuites>\n")
  }

  private func close() throws {
    if open != nil { try sink.write("  </testsuite>\n") }
  }

  /// Returns the opening tag of a suite; nil if there are no cases of the kind.
  private func head(of kind: ComparisonCase.Kind) -> String? {
    guard let suite = result.suites[kind], suite.tests > 0 else { return nil }
    return "  <testsuite name=\"feedproof.\(kind.rawValue)s\" tests=\"\(suite.tests)\" failures=\"\(suite.failures)\" "
      + "errors=\"\(suite.errors)\" time=\"\(Self.seconds(suite.seconds))\">\n"
  }

  /// Returns the element of a case. A case that is not good lists its images where CI servers look for them: GitLab shows
  /// the first file in a case's output, and Jenkins' attachments plugin shows all of them, one per line.
  ///
  /// - Parameters:
  ///   - attachments: The path of the review's folder for the CI server, with a trailing slash.
  ///   - isFailure: Whether the case fails the run. A difference that `--fail-on` allows is a passed test whose output
  ///     has the reasons.
  package static func text(of entry: CaseResult, attachments: String = "", isFailure: Bool) -> String {
    let name = entry.label.map { "\(entry.id) \($0.text)" } ?? entry.id
    let open =
      "    <testcase classname=\"feedproof.\(entry.reference.rawValue)s\" time=\"\(seconds(entry.seconds))\" "
      + "name=\"\(xml(PlainText.piece(name)))\""
    guard isFailure || !entry.verdict.isGood else { return "\(open)/>\n" }
    // The difference image is the most useful one. Images outside the review can't be attached.
    var output = [entry.pixels?.path, entry.actual?.path, entry.expected?.path].compactMap { $0 }
      .filter { !$0.hasPrefix("../") }.map { xml("[[ATTACHMENT|\(PlainText.piece(attachments + $0))]]") }
    if !isFailure {
      let reasons = entry.reasons.map { ": \(xml(PlainText.piece($0)))" }
      output += (reasons.isEmpty ? [""] : reasons).map { "\(entry.verdict.rawValue), allowed by --fail-on\($0)" }
    }
    let lines = output.isEmpty ? "" : "      <system-out>\n\(output.joined(separator: "\n"))\n</system-out>\n"
    return "\(open)>\n\(isFailure ? failure(of: entry) : "")\(lines)    </testcase>\n"
  }

  private static func failure(of entry: CaseResult) -> String {
    let element = entry.verdict == .error ? "error" : "failure"
    let message = xml(PlainText.piece(entry.reasons.first ?? entry.verdict.rawValue))
    let lines = (entry.reasons + [entry.advice.trimmed]).filter { !$0.isEmpty }.map(PlainText.piece)
    let detail = xml(lines.joined(separator: "\n"))
    return "      <\(element) type=\"\(entry.verdict.rawValue)\" message=\"\(message)\">\(detail)</\(element)>\n"
  }

  /// Returns the seconds with three decimals, independent of the locale.
  private static func seconds(_ value: Double) -> String {
    let milliseconds = value.isFinite ? Int((min(1e9, max(0, value)) * 1000).rounded()) : 0
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// Returns text that is valid in XML 1.0, including attributes. CI prints reports, so the text is sanitized as for a
  /// log (`PlainText`): no control characters remain except line breaks.
  private static func xml(_ text: String) -> String {
    Markup.xml(PlainText.lines(text), keepsLineBreaks: true)
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// The folder that CI servers use to find files attached to cases in a JUnit report.
package enum AttachmentFolder {
  /// Returns the path of an attachment folder. GitLab expects paths relative to the project folder, which are paths of
  /// the job's artifacts; Jenkins expects absolute ones. Elsewhere, paths inside the working folder are relative to it.
  ///
  /// - Returns: A path with a trailing slash.
  package static func path(of folder: URL, _ environment: Environment) -> String {
    let path = folder.standardizedFileURL.path
    let variables = environment.variables
    if let project = variables["CI_PROJECT_DIR"], !project.isEmpty {
      return within(URL(fileURLWithPath: project), path) ?? "\(path)/"
    }
    if variables["JENKINS_URL"] != nil || variables["WORKSPACE"] != nil { return "\(path)/" }
    return within(environment.workingFolder, path) ?? "\(path)/"
  }

  private static func within(_ base: URL, _ path: String) -> String? {
    let base = base.standardizedFileURL.path
    let prefix = base.hasSuffix("/") ? base : "\(base)/"
    return path.hasPrefix(prefix) ? "\(path.dropFirst(prefix.count))/" : nil
  }
}
