import Diagnostics
import Proof

extension CompareOutcome {
  /// `38 cases: 30 identical, 5 different, 3 new`, with `shard 2/8: ` before it where the report is about a part.
  package var headline: String {
    let parts = Verdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    return
      "\(shard.map { "shard \($0.shard): " } ?? "")\(count) case\(count == 1 ? "" : "s")\(parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")"
  }

  /// For people: cluster by cluster, each with the command that accepts it.
  package var text: String {
    let groups = clusters.compactMap { cluster in examples[cluster.id].map { text(of: cluster, $0) } }
    let notes =
      obsolete.isEmpty
      ? []
      : [
        "obsolete: \(obsolete.prefix(5).joined(separator: ", "))\(obsolete.count > 5 ? ", …" : "")\n"
          + "  remove with: \(setting.command(option: "--prune"))\n"
      ]
    return (groups + driftNotes + notes + [headline + "\n"]).joined(separator: "\n")
  }

  /// What is drawn with other fonts and libraries, told once: it is no verdict over what looks as it did.
  private var driftNotes: [String] {
    guard !drift.isEmpty else { return [] }
    let lines = drift.sorted { $0.text < $1.text }.map { "  \(PlainText.piece($0.message))" }
    let accept = "  take over with: \(setting.command(option: "--environment"))"
    return [
      (["note: drawn with other fonts or libraries than approved"] + lines + [accept]).joined(separator: "\n") + "\n"
    ]
  }

  private func text(of cluster: CompareReport.Group, _ first: CompareReport.Case) -> String {
    let members = cluster.cases
    let title = PlainText.piece(cluster.title)
    let others = mixed[cluster.id] ?? 0
    if members.count == 1, others > 0 {
      let also = "  one of its \(first.allClusters.count) causes: \(cluster.id)"
      return ["\(first.verdict.rawValue): \(first.id), \(title)", also, first.advice].joined(separator: "\n") + "\n"
    }
    if members.count == 1 {
      let lines =
        ["\(first.verdict.rawValue): \(first.id)"] + first.reasons.prefix(8).map { "  \(PlainText.piece($0))" }
      return (lines + [first.advice]).joined(separator: "\n") + "\n"
    }
    let listed = members.prefix(5).joined(separator: ", ")
    let lines = [
      "\(first.verdict.rawValue): \(members.count) cases, \(title)",
      "  \(listed)\(members.count > 5 ? ", and \(members.count - 5) more" : "")",
    ]
    // What a cluster's title says of a new case is all there is to say.
    let example =
      first.verdict == .different ? first.reasons.prefix(4).map { "  in \(first.id): \(PlainText.piece($0))" } : []
    let mixed = others > 0 ? ["  \(others) of them \(others == 1 ? "has" : "have") another cause as well"] : []
    let accept = cluster.accept.map { "  accept with: \($0)" } ?? first.advice
    return (lines + mixed + example + [accept]).joined(separator: "\n") + "\n"
  }

  // MARK: JUnit

  /// What opens a suite of JUnit XML; nil where there is no case of the kind.
  func junitHead(of kind: ProofCase.Kind) -> String? {
    suites[kind].flatMap { suite in
      suite.tests == 0
        ? nil
        : "  <testsuite name=\"feedproof.\(kind.rawValue)s\" tests=\"\(suite.tests)\" failures=\"\(suite.failures)\" "
          + "errors=\"\(suite.errors)\">\n"
    }
  }

  /// A case of a suite.
  static func junit(_ entry: CompareReport.Case) -> String {
    let open =
      "    <testcase classname=\"feedproof.\(entry.reference.rawValue)s\" name=\"\(xml(PlainText.piece(entry.id)))\""
    guard !entry.verdict.isGood else { return "\(open)/>\n" }
    let element = entry.verdict == .error ? "error" : "failure"
    let message = xml(PlainText.piece(entry.reasons.first ?? entry.verdict.rawValue))
    let lines = (entry.reasons + [entry.advice.trimmed]).filter { !$0.isEmpty }.map(PlainText.piece)
    let detail = xml(lines.joined(separator: "\n"))
    return
      "\(open)>\n      <\(element) type=\"\(entry.verdict.rawValue)\" message=\"\(message)\">\(detail)</\(element)>\n"
      + "    </testcase>\n"
  }

  /// Text that may stand in XML 1.0, attributes included. CI prints reports, so that it is cleaned as for a log
  /// (`PlainText`): no control character is left but line breaks. The two noncharacters that XML forbids (2.2) are left out.
  private static func xml(_ text: String) -> String {
    var escaped = ""
    for scalar in PlainText.lines(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  // MARK: Markdown

  /// A summary for a merge request: counts, then what is wrong, a cause a row.
  package var markdown: String {
    let gone = count(.obsolete)
    let good = gone == 0 ? "all good" : "\(gone) baseline\(gone == 1 ? "" : "s") without a card"
    var lines = ["## Feedproof: \(failures == 0 ? good : "\(failures) to look at")", "", headline, ""]
    let clusters = clusters
    if !clusters.isEmpty {
      lines += ["| verdict | cases | what | accept with |", "|---|---|---|---|"]
      for cluster in clusters.prefix(50) {
        let first = examples[cluster.id]
        let who =
          cluster.cases.count == 1 ? "`\(cluster.cases[0])`" : "\(cluster.cases.count), e.g. `\(cluster.cases[0])`"
        let isOnly = cluster.cases.count == 1 && mixed[cluster.id] == nil
        let what = isOnly ? first?.reasons.joined(separator: "; ") ?? "" : cluster.title
        lines.append(
          "| \(first?.verdict.rawValue ?? "") | \(Self.cell(who)) | \(Self.cell(what)) | "
            + "\(cluster.accept.map { "`\(Self.cell($0))`" } ?? "") |")
      }
      if clusters.count > 50 { lines.append("| | | and \(clusters.count - 50) more causes | |") }
    }
    if gone > 0 {
      let names = obsolete.prefix(5).map { "`\(Self.cell($0))`" }.joined(separator: ", ")
      lines += ["", "No card is compared any more with \(names)\(gone > 5 ? ", …" : "").", ""]
    }
    if !drift.isEmpty {
      let changes = drift.sorted { $0.text < $1.text }.map(\.message).joined(separator: "; ")
      lines += ["", "Drawn with other fonts or libraries than approved: \(Self.cell(changes)).", ""]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Runners print the summary, so that it is cleaned as for a log.
  private static func cell(_ text: String) -> String {
    PlainText.piece(text.replacing("\n", with: " ")).replacing("|", with: "\\|")
  }

  // MARK: GitHub

  /// Workflow commands that become annotations, one for each cause.
  package var githubAnnotations: String {
    clusters.prefix(50).compactMap { cluster -> String? in
      guard let first = examples[cluster.id] else { return nil }
      let title =
        cluster.cases.count == 1
        ? "\(first.verdict.rawValue): \(first.id)" : "\(cluster.cases.count) cases: \(cluster.title)"
      let message = (first.reasons + [cluster.accept.map { "accept with: \($0)" }].compactMap { $0 })
        .joined(separator: "\n")
      return GitHubAnnotation(level: .error, title: title, message: message).command
    }.joined()
  }
}

extension CompareReport.Drift {
  /// `cairo 1.16.0 → 1.18.0: 228 cases, all of which look as they did`
  fileprivate var message: String {
    let look = same == cases ? "all look as they did" : same == 0 ? "none looks as it did" : "\(same) look as they did"
    return "\(text): \(cases) case\(cases == 1 ? "" : "s"), \(cases == 1 && same == 1 ? "which looks as it did" : look)"
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
