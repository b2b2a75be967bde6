import Figma
import ImageComparison
import Projects

/// Compares a design's tokens with the project's.
enum TokenComparison {
  /// Returns the case for a design.
  ///
  /// - Parameter name: The name of the design.
  static func compared(_ drift: TokenDrift, name: String) -> ComparedCase {
    var causes = drift.changes.map { change in
      let title = TokenDrift.title(change)
      var cause = Cause(.token, title: title, identity: "\(change.path)\n\(title)")
      cause.command = drift.command([change])
      return cause
    }
    causes += drift.broken.map { Cause(.token, title: "\($0.name): \($0.text)", identity: "\($0.name)\n\($0.text)") }
    var reasons = drift.changes.map { change in
      "\(TokenDrift.title(change)) (\(change.origin) in Figma\(change.theme.map { ", \($0)" } ?? ""))"
    }
    reasons += drift.broken.map { "\($0.name): \($0.text)" }
    if drift.shared == 0, !drift.onlyInDesign.isEmpty {
      reasons.append("none of the design's \(drift.onlyInDesign.count) tokens has the name of a project token")
    } else {
      reasons += Self.list("only in the design", drift.onlyInDesign)
      reasons += Self.list("only in the project", drift.onlyInProject)
    }
    if drift.shared > 0 {
      reasons += Self.list("the project has no theme with the name of a design mode", drift.unknownThemes)
    }
    let verdict: Verdict = causes.isEmpty ? (reasons.isEmpty ? .identical : .similar) : .different
    // One command per file.
    let files = drift.changes.map { [$0.file ?? "", $0.mode ?? ""] }.uniqued()
    let commands = files.map { file in drift.command(drift.changes.filter { [$0.file ?? "", $0.mode ?? ""] == file }) }
    let takeOver = commands.isEmpty ? nil : commands.uniqued().joined(separator: " && ")
    let entry = CaseResult(
      id: "\(Self.tokens)/\(name)", reference: .mockup, post: Self.tokens, variant: nil, verdict: verdict,
      reasons: reasons, details: .tokens(CompareReport.Tokens(drift), takeOver: takeOver))
    return ComparedCase(entry: entry, judgement: Judgement(verdict: verdict, reasons: reasons)).caused(by: causes)
  }

  /// The name that token cases use instead of a post.
  private static let tokens = "tokens"

  private static func list(_ what: String, _ paths: [String]) -> [String] {
    guard !paths.isEmpty else { return [] }
    let more = paths.count > 8 ? ", and \(paths.count - 8) more" : ""
    return ["\(what): \(paths.prefix(8).joined(separator: ", "))\(more)"]
  }
}

extension CompareReport.Tokens {
  fileprivate init(_ drift: TokenDrift) {
    design = drift.design
    changed = drift.changes.map { change in
      Change(
        token: change.path, origin: change.origin, theme: change.theme, text: change.text,
        takeOver: drift.command([change]))
    }
    broken = drift.broken.map { BrokenAlias(origin: $0.name, text: $0.text) }
    (onlyInDesign, onlyInProject) = (drift.onlyInDesign, drift.onlyInProject)
  }
}
