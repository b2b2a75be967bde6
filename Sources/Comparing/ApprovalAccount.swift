import Diagnostics

/// What `feedproof approve` did, case by case.
package struct ApprovalAccount: Encodable, Sendable {
  struct Entry: Encodable, Sendable {
    var id: String
    var label: CaseLabel?
    var comment: String?
    /// Why nothing was done; nil where something was.
    var why: String?

    private enum CodingKeys: String, CodingKey {
      case id = "case"
      case label, comment, why
    }

    init(_ entry: some ReportedCase, comment: String? = nil, why: String? = nil) {
      (id, label, self.comment, self.why) = (entry.id, entry.label, comment, why)
    }
  }

  var approved: [Entry] = []
  /// Of which only what they are drawn with was taken over.
  var environment: [Entry] = []
  var removed: [Entry] = []
  var rejected: [Entry] = []
  /// Named, and left as they are.
  var left: [Entry] = []

  /// Whether the environment was asked for, and obsolete baselines were: what was asked for is told where it came to nothing.
  private let asked: (environment: Bool, removed: Bool, onlyThese: Bool)

  init(_ request: ApproveRequest) {
    let isAside = request.patterns.isEmpty && !request.all && request.decisions == nil && request.only.isEmpty
    asked = (request.environment, request.prune, isAside)
  }

  private enum CodingKeys: String, CodingKey { case approved, environment, removed, rejected, left }

  /// A block for each thing that was done, then all of it in one line.
  package var text: String {
    var reasons: [String] = []
    for entry in left { if let why = entry.why, !reasons.contains(why) { reasons.append(why) } }
    let blocks =
      [
        block("approved", approved), block("took over the environment of", environment), block("removed", removed),
        block("rejected, and left as it is:", rejected),
      ] + reasons.map { why in block("left, \(PlainText.piece(why)):", left.filter { $0.why == why }) }
    return blocks.joined() + summary + "\n"
  }

  /// What is listed of one thing; `--json` lists all.
  private static let listed = 20

  private func block(_ title: String, _ entries: [Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let lines = entries.prefix(Self.listed).map { entry in
      let label = entry.label.map { " (\($0.text))" } ?? ""
      let comment = entry.comment.map { ": \(PlainText.piece($0))" } ?? ""
      return "  \(PlainText.piece(entry.id))\(label)\(comment)\n"
    }
    let rest = entries.count - Self.listed
    return "\(title)\n\(lines.joined())\(rest > 0 ? "  and \(rest) more\n" : "")"
  }

  private var summary: String {
    var parts: [String] = []
    if !approved.isEmpty || !asked.onlyThese { parts.append("approved \(Self.count(approved.count, "baseline"))") }
    if asked.environment { parts.append("took over the environment of \(Self.count(environment.count, "baseline"))") }
    if asked.removed { parts.append("removed \(Self.count(removed.count, "obsolete baseline"))") }
    if !rejected.isEmpty { parts.append("left \(rejected.count) rejected") }
    let others = left.count
    if others > 0 { parts.append("left \(Self.count(others, rejected.isEmpty ? "case" : "other case"))") }
    return parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
