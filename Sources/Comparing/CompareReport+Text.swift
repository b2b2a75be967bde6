import Diagnostics
import Proof

extension CompareReport {
  /// The cases that need somebody to look.
  private var failures: [Case] { cases.filter { !$0.verdict.isGood } }

  /// `38 cases: 30 identical, 5 different, 3 new`, with `shard 2/8: ` before it where the report is about a part.
  package var headline: String {
    let parts = Verdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    return
      "\(shard.map { "shard \($0.shard): " } ?? "")\(cases.count) case\(cases.count == 1 ? "" : "s")\(parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")"
  }

  /// For people: cluster by cluster, each with the command that accepts it.
  package var text: String {
    let byID = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let groups = clusters.map { cluster in
      let members = cluster.cases.compactMap { byID[$0] }
      return Self.text(of: cluster, members)
    }
    let obsolete = cases.filter { $0.verdict == .obsolete }
    let notes =
      obsolete.isEmpty
      ? []
      : [
        "obsolete: \(obsolete.prefix(5).map(\.id).joined(separator: ", "))\(obsolete.count > 5 ? ", …" : "")\n"
          + "  remove with: feedproof approve --prune\n"
      ]
    return (groups + notes + [headline + "\n"]).joined(separator: "\n")
  }

  private static func text(of cluster: Group, _ members: [Case]) -> String {
    guard let first = members.first else { return "" }
    if members.count == 1 {
      let lines =
        ["\(first.verdict.rawValue): \(first.id)"] + first.reasons.prefix(8).map { "  \(PlainText.piece($0))" }
      return (lines + [first.advice]).joined(separator: "\n") + "\n"
    }
    let listed = members.prefix(5).map(\.id).joined(separator: ", ")
    let lines = [
      "\(first.verdict.rawValue): \(members.count) cases, \(cluster.title)",
      "  \(listed)\(members.count > 5 ? ", and \(members.count - 5) more" : "")",
    ]
    // What a cluster's title says of a new case is all there is to say.
    let example =
      first.verdict == .different ? first.reasons.prefix(4).map { "  in \(first.id): \(PlainText.piece($0))" } : []
    let accept = cluster.accept.map { "  accept with: \($0)" } ?? first.advice
    return (lines + example + [accept]).joined(separator: "\n") + "\n"
  }

  // MARK: JUnit

  /// JUnit XML: a suite for baselines and one for mockups, a test a case.
  package var junit: String {
    let suites = [ProofCase.Kind.baseline, .mockup].compactMap { kind -> String? in
      let members = cases.filter { $0.reference == kind && $0.verdict != .obsolete }
      guard !members.isEmpty else { return nil }
      let failed = members.count { !$0.verdict.isGood && $0.verdict != .error }
      let errors = members.count { $0.verdict == .error }
      let head =
        "  <testsuite name=\"feedproof.\(kind.rawValue)s\" tests=\"\(members.count)\" failures=\"\(failed)\" "
        + "errors=\"\(errors)\">\n"
      return head + members.map(Self.junit).joined() + "  </testsuite>\n"
    }
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"feedproof\">\n\(suites.joined())</testsuites>\n"
  }

  private static func junit(_ entry: Case) -> String {
    let open = "    <testcase classname=\"feedproof.\(entry.reference.rawValue)s\" name=\"\(xml(entry.id))\""
    guard !entry.verdict.isGood else { return "\(open)/>\n" }
    let element = entry.verdict == .error ? "error" : "failure"
    let message = xml(entry.reasons.first ?? entry.verdict.rawValue)
    let detail = xml((entry.reasons + [entry.advice.trimmed]).filter { !$0.isEmpty }.joined(separator: "\n"))
    return
      "\(open)>\n      <\(element) type=\"\(entry.verdict.rawValue)\" message=\"\(message)\">\(detail)</\(element)>\n"
      + "    </testcase>\n"
  }

  /// Text that may stand in XML 1.0: what it forbids is left out.
  private static func xml(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default: if scalar.value >= 32, scalar.value & 0xFFFE != 0xFFFE { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }

  // MARK: Markdown

  /// A summary for a merge request: counts, then what is wrong, a cause a row.
  package var markdown: String {
    var lines = ["## Feedproof: \(failures.isEmpty ? "all good" : "\(failures.count) to look at")", "", headline, ""]
    if !clusters.isEmpty {
      lines += ["| verdict | cases | what | accept with |", "|---|---|---|---|"]
      let byID = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for cluster in clusters.prefix(50) {
        let first = cluster.cases.first.flatMap { byID[$0] }
        let who =
          cluster.cases.count == 1 ? "`\(cluster.cases[0])`" : "\(cluster.cases.count), e.g. `\(cluster.cases[0])`"
        let what = cluster.cases.count == 1 ? first?.reasons.joined(separator: "; ") ?? "" : cluster.title
        lines.append(
          "| \(first?.verdict.rawValue ?? "") | \(Self.cell(who)) | \(Self.cell(what)) | "
            + "\(cluster.accept.map { "`\(Self.cell($0))`" } ?? "") |")
      }
      if clusters.count > 50 { lines.append("| | | and \(clusters.count - 50) more causes | |") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }

  // MARK: GitHub

  /// Workflow commands that become annotations, one for each cause.
  package var githubAnnotations: String {
    let byID = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return clusters.prefix(50).compactMap { cluster -> String? in
      guard let first = cluster.cases.first.flatMap({ byID[$0] }) else { return nil }
      let title =
        cluster.cases.count == 1
        ? "\(first.verdict.rawValue): \(first.id)" : "\(cluster.cases.count) cases: \(cluster.title)"
      let message = (first.reasons + [cluster.accept.map { "accept with: \($0)" }].compactMap { $0 })
        .joined(separator: "\n")
      return GitHubAnnotation(level: .error, title: title, message: message).command
    }.joined()
  }
}

extension CompareReport.Case {
  /// How to accept it, or why that is not to be had.
  fileprivate var advice: String {
    if let accept { return "  accept with: \(accept)" }
    return reference == .mockup && verdict == .different
      ? "  a mockup is never approved: change the card, or ask for another mockup" : ""
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
