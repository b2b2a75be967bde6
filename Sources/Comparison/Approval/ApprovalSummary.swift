import Diagnostics

/// The result of `feedproof approve`, case by case.
package struct ApprovalSummary: Encodable, Sendable {
  package struct Entry: Encodable, Sendable {
    package var id: String
    var label: CaseLabel?
    var comment: String?
    /// For a baseline in conflict: the branch whose approved image equals the rendered one.
    package var side: ConflictedBaseline.Side?
    /// Why the case was skipped; nil if it was not.
    package var why: String?

    private enum CodingKeys: String, CodingKey {
      case id = "case"
      case label, comment, side, why
    }

    init(
      _ entry: some ApprovalSubject, comment: String? = nil, side: ConflictedBaseline.Side? = nil, why: String? = nil
    ) {
      (id, label, self.comment, self.side, self.why) = (entry.id, entry.label, comment, side, why)
    }

    init(id: String, why: String? = nil) { (self.id, self.why) = (id, why) }
  }

  package var approved: [Entry] = []
  /// Approved cases with a replaced photo that the user didn't name.
  package var replaced: [Entry] = []
  /// Cases whose recorded environment was updated, while the image stays.
  var environment: [Entry] = []
  var removed: [Entry] = []
  /// Baselines whose stored parts changed.
  package var converted: [Entry] = []
  var rejected: [Entry] = []
  /// Accepted causes whose cases wait for their other causes.
  var accepted: [String] = []
  /// Cases that were named but skipped.
  package var left: [Entry] = []

  /// The requested operations. The summary names each, even if it changed nothing.
  private let asked: (environment: Bool, removed: Bool, converted: Bool, onlyThese: Bool)

  init(_ request: ApproveRequest) {
    let isAside =
      request.patterns.isEmpty && !request.all && !request.resolve && !request.upgrade && request.decisions == nil
      && request.only.isEmpty
    asked = (request.environment || request.upgrade, request.prune, request.convert, isAside)
  }

  private enum CodingKeys: String, CodingKey {
    case approved, accepted, replaced, environment, removed, converted, rejected, left
  }

  /// A block for each kind of result, then a summary in one line.
  package var text: String {
    var reasons: [String] = []
    for entry in left { if let why = entry.why, !reasons.contains(why) { reasons.append(why) } }
    let blocks =
      [
        block("approved", approved), block("contains a replaced photo, please review:", replaced),
        block("updated the environment of", environment), block("removed", removed),
        acceptedBlock,
        block("converted the storage of", converted), block("rejected, unchanged:", rejected),
      ] + reasons.map { why in block("left, \(PlainText.piece(why)):", left.filter { $0.why == why }) }
    return blocks.joined() + summary + "\n"
  }

  /// The number of cases listed in each block; `--json` lists all.
  private static let listed = 20

  private var acceptedBlock: String {
    guard !accepted.isEmpty else { return "" }
    let lines = accepted.map { "  \($0)\n" }.joined()
    return "accepted, waiting for the other causes of their cases:\n\(lines)"
  }

  private func block(_ title: String, _ entries: [Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let lines = entries.prefix(Self.listed).map { entry in
      let label = entry.label.map { " (\($0.text))" } ?? ""
      let comment = entry.comment.map { ": \(PlainText.piece($0))" } ?? ""
      let side = entry.side.map { ", \($0.text)" } ?? ""
      return "  \(PlainText.piece(entry.id))\(label)\(side)\(comment)\n"
    }
    let rest = entries.count - Self.listed
    return "\(title)\n\(lines.joined())\(rest > 0 ? "  and \(rest) more\n" : "")"
  }

  private var summary: String {
    var parts: [String] = []
    if !approved.isEmpty || !asked.onlyThese { parts.append("approved \(approved.count.counted("baseline"))") }
    if asked.environment { parts.append("updated the environment of \(environment.count.counted("baseline"))") }
    if asked.removed { parts.append("removed \(removed.count.counted("obsolete baseline"))") }
    if asked.converted { parts.append("converted the storage of \(converted.count.counted("baseline"))") }
    if !rejected.isEmpty { parts.append("left \(rejected.count) rejected") }
    let others = left.count
    if others > 0 { parts.append("left \(others.counted(rejected.isEmpty ? "case" : "other case"))") }
    return parts.joined(separator: ", ")
  }

}

extension ConflictedBaseline.Side {
  fileprivate var text: String {
    switch self {
    case .both: "as approved in both branches"
    case .ours: "as approved in this branch"
    case .theirs: "as approved in the other branch"
    case .neither: "differs from the approvals of both branches: review it"
    }
  }
}
