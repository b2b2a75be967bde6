import Diagnostics
import Foundation
import Projects

/// The cases of a project's last comparison, or its baselines if there is no comparison.
package struct CaseList: Encodable {
  struct Entry: Encodable {
    var id: String
    var reference: String
    /// Nil if the case was not compared.
    var verdict: String?
    /// The change that the case belongs to.
    var cluster: String?
  }

  /// Whether the list comes from a comparison.
  var isCompared: Bool
  var cases: [Entry]

  /// - Throws: `RunFailure` if the report can't be read.
  package init(of project: Project, report: (Diagnostic) -> Void) throws {
    let review = ReviewFolder(in: project.output)
    isCompared = review.hasReport
    if review.hasReport {
      cases = try review.report().cases.map { head in
        Entry(
          id: head.id, reference: head.reference.rawValue, verdict: head.verdict.rawValue, cluster: head.causes.first)
      }
    } else {
      cases = BaselineStore(project.baselines).ids(unreadable: report) { _ in true }
        .map { Entry(id: $0, reference: ComparisonCase.Kind.baseline.rawValue) }
    }
  }

  /// One case per line, with its verdict and change.
  package var text: String {
    let width = cases.compactMap { $0.verdict?.count }.max() ?? 0
    return cases.map { entry in
      let verdict = entry.verdict.map { $0.padding(toLength: width, withPad: " ", startingAt: 0) + "  " } ?? ""
      return "\(verdict)\(PlainText.piece(entry.id))\(entry.cluster.map { "  \($0)" } ?? "")\n"
    }.joined()
  }
}
