import Diagnostics
import Escaping
import Files
import Foundation
import Proof

extension CompareOutcome {
  /// What opens a suite of JUnit XML; nil where there is no case of the kind.
  func junitHead(of kind: ProofCase.Kind) -> String? {
    suites[kind].flatMap { suite in
      suite.tests == 0
        ? nil
        : "  <testsuite name=\"feedproof.\(kind.rawValue)s\" tests=\"\(suite.tests)\" failures=\"\(suite.failures)\" "
          + "errors=\"\(suite.errors)\" time=\"\(Self.seconds(suite.seconds))\">\n"
    }
  }

  /// A case of a suite, with the pictures of one that is not good where CI servers look for them: GitLab shows the first
  /// file of a case's output, Jenkins' plugin for attachments all of them, each on a line of its own.
  ///
  /// - Parameters:
  ///   - seconds: That drawing and comparing it took.
  ///   - attachments: The review's folder as the CI server finds it, with a slash at its end.
  ///   - isRemoval: Whether it is a removed image, which fails the run.
  static func junit(
    _ entry: CompareReport.Case, seconds: Double = 0, attachments: String = "", isRemoval: Bool = false
  ) -> String {
    let name = entry.label.map { "\(entry.id) \($0.text)" } ?? entry.id
    let open =
      "    <testcase classname=\"feedproof.\(entry.reference.rawValue)s\" time=\"\(Self.seconds(seconds))\" "
      + "name=\"\(xml(PlainText.piece(name)))\""
    guard !entry.verdict.isGood || isRemoval else { return "\(open)/>\n" }
    let element = entry.verdict == .error ? "error" : "failure"
    let message = xml(PlainText.piece(entry.reasons.first ?? entry.verdict.rawValue))
    let lines = (entry.reasons + [entry.advice.trimmed]).filter { !$0.isEmpty }.map(PlainText.piece)
    let detail = xml(lines.joined(separator: "\n"))
    // The difference says most; a picture that lies elsewhere is no attachment of this review.
    let pictures = [entry.pixels?.path, entry.actual?.path, entry.expected?.path].compactMap { $0 }
      .filter { !$0.hasPrefix("../") }.map { xml("[[ATTACHMENT|\(PlainText.piece(attachments + $0))]]") }
    let output =
      pictures.isEmpty ? "" : "      <system-out>\n\(pictures.joined(separator: "\n"))\n</system-out>\n"
    return
      "\(open)>\n      <\(element) type=\"\(entry.verdict.rawValue)\" message=\"\(message)\">\(detail)</\(element)>\n"
      + "\(output)    </testcase>\n"
  }

  /// With a thousandth of a second, in no locale's way.
  private static func seconds(_ value: Double) -> String {
    let milliseconds = value.isFinite ? Int((min(1e9, max(0, value)) * 1000).rounded()) : 0
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// Text that may stand in XML 1.0, attributes included. CI prints reports, so that it is cleaned as for a log
  /// (`PlainText`): no control character is left but line breaks.
  private static func xml(_ text: String) -> String {
    Markup.xml(PlainText.lines(text), keepsLineBreaks: true)
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// How CI servers find the files that a JUnit report attaches to its cases.
enum AttachmentFolder {
  /// GitLab takes paths from the folder of the project on, which are paths of the job's artifacts; Jenkins takes whole ones.
  /// Elsewhere they start at the working folder, where they lie in it.
  ///
  /// - Returns: With a slash at its end.
  static func path(of folder: URL, _ environment: Environment) -> String {
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
