import Basics
import DataFormats
import Diagnostics
import Foundation
import ImageComparison
import RunSupport

extension CompareOutcome {
  /// `38 cases: 30 identical, 5 different, 3 new`, preceded by `shard 2/8: ` if the report covers a part.
  package var headline: String {
    let parts = Verdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    return
      "\(part.map { "shard \($0.record.shard): " } ?? "")\(count.counted("case"))\(parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")"
  }

  /// The report as text, cluster by cluster, each with its accept command.
  package var text: String {
    let groups = clusters.compactMap { cluster in examples[cluster.cause].map { text(of: cluster, $0) } }
    let notes =
      obsolete.isEmpty
      ? []
      : [
        setting.removal == nil
          // plain: a message
          ? "obsolete: \(obsolete.listed(most: 5))\n"
            + (setting.removesObsolete ? "  remove with: \(setting.command(option: "--prune"))\n" : "")
          : "removed: \(obsolete.map(PlainText.piece).listed(most: 20))\n  " + removalAdvice + "\n"
      ]
    return (groups + driftNotes + caseNotes + notes + [headline + "\n"]).joined(separator: "\n")
  }

  /// The effect of removed images on the run, and what to do.
  private var removalAdvice: String {
    "the new folder does not contain them"
      + (setting.removal == .fails ? "; --allow-removed accepts that" : ", which --allow-removed accepts")
  }

  /// Notes about changed fonts and libraries, each listed once. Cases that look the same keep their verdict.
  private var driftNotes: [String] {
    guard !drift.isEmpty else { return [] }
    let lines = drift.sorted { $0.text < $1.text }.map { "  \(PlainText.piece($0.message))" }
    let accept = "  accept with: \(takeOver)"
    return [
      (["note: the cards were drawn with \(whatDrifted) than the baselines"] + lines + [accept]).joined(separator: "\n")
        + "\n"
    ]
  }

  /// Whether another version of the tool draws the cards.
  private var isUpgraded: Bool { drift.contains { $0.text.hasPrefix(EnvironmentDrift.drawingName) } }
  private var whatDrifted: String { isUpgraded ? "a different version of Feedproof" : "different fonts or libraries" }
  private var takeOver: String { setting.command(option: isUpgraded ? "--upgrade" : "--environment") }

  private static let shownNotes = 12

  /// Notes that are not faults.
  private var caseNotes: [String] {
    let written = mapped.map { map in
      map.boxes == 0
        // plain: a message
        ? "note: no box without a layer resembles a layer; \(map.file) was not written\n"
        : "wrote \(map.file) with the layers of \(map.boxes) boxes; check it, then name it in cases.yml: map: \(map.file)\n"
    }
    guard !notes.isEmpty else { return written.map { [$0] } ?? [] }
    let rest = notes.count - Self.shownNotes
    let lines = notes.prefix(Self.shownNotes).map { "note: \(PlainText.piece($0))" }
    let all = lines + (rest > 0 ? ["note: and \(rest) more, in report.json"] : [])
    return [all.joined(separator: "\n") + "\n"] + (written.map { [$0] } ?? [])
  }

  private func text(of cluster: CompareReport.Group, _ first: CaseResult) -> String {
    let members = cluster.cases
    // A difference from a mockup is a separate question from a change.
    let verdict =
      (first.reference == .baseline ? "" : "\(first.reference.rawValue) ") + first.verdict.rawValue
    let title = PlainText.piece(cluster.headline)
    let technical = cluster.sentence == nil ? [] : ["  \(PlainText.piece(cluster.title))"]
    let others = mixed[cluster.cause] ?? 0
    if members.count == 1, others > 0 {
      let also = "  one of its \(first.causes.count) causes: \(cluster.id)"
      let advice = cluster.acceptAdvice ?? cluster.takeOverAdvice ?? first.advice
      return (["\(verdict): \(first.nameWithLabel), \(title)"] + technical + [also, advice]).joined(separator: "\n")
        + "\n"
    }
    if members.count == 1 {
      let lines =
        ["\(verdict): \(first.nameWithLabel)"] + (cluster.sentence == nil ? [] : ["  \(title)"])
        + first.reasons.prefix(8).map { "  \(PlainText.piece($0))" }
      return (lines + [first.advice]).joined(separator: "\n") + "\n"
    }
    let listed = members.prefix(5).joined(separator: ", ")
    let lines =
      [
        "\(verdict): \(members.count) cases, \(title)"
      ] + technical + [
        "  \(listed)\(members.count > 5 ? ", and \(members.count - 5) more" : "")"
      ]
    // The cluster's title already says everything about a new case.
    let example =
      first.verdict.hasDifferences
      ? ["  in \(first.nameWithLabel):"] + first.reasons.prefix(4).map { "    \(PlainText.piece($0))" } : []
    let mixed = others > 0 ? ["  \(others) of them also \(others == 1 ? "has" : "have") other causes"] : []
    let accept = cluster.acceptAdvice ?? cluster.takeOverAdvice ?? first.advice
    return (lines + mixed + example + [accept]).joined(separator: "\n") + "\n"
  }

  // MARK: Markdown

  /// A summary for a merge request: counts, then problems, one row per cause.
  package var markdown: String {
    let gone = count(.obsolete)
    let isRemoval = setting.removal != nil
    let without = setting.removesObsolete ? "card" : "new image"
    let good = gone == 0 ? "all good" : "\(gone.counted("baseline")) without a \(without)"
    var lines = ["## Feedproof: \(failures == 0 ? good : "\(failures) to review")", "", headline, ""]
    let clusters = clusters
    func missed(_ kind: ComparisonCase.Kind) -> [CompareReport.Group] {
      clusters.filter { examples[$0.cause]?.reference == kind }
    }
    lines += table(
      of: clusters.filter { ![.mockup, .screen].contains(examples[$0.cause]?.reference) }, called: "accept with")
    for (kind, title) in [
      (ComparisonCase.Kind.mockup, "Different from their mockups"), (.screen, "Different from the cards"),
    ] {
      let missed = missed(kind)
      let command = missed.contains { $0.takeOver != nil } ? "apply with" : nil
      if !missed.isEmpty { lines += ["", "### \(title)", ""] + table(of: missed, called: command) }
    }
    if !notes.isEmpty {
      let rest = notes.count - Self.shownNotes
      lines += [""] + notes.prefix(Self.shownNotes).map { "- \(Markdown.text($0))" }
      // plain: a message
      if rest > 0 { lines.append("- and \(rest) more") }
    }
    if isRemoval, gone > 0 {
      let names = obsolete.prefix(20).map { "- \(Markdown.code($0))" } + (gone > 20 ? ["- and \(gone - 20) more"] : [])
      lines += ["", "### Removed images", "", "\(gone.counted("image")) of the old folder: \(removalAdvice).", ""]
      lines += names + [""]
    } else if gone > 0 {
      let names = obsolete.prefix(5).map { Markdown.code($0) }.joined(separator: ", ")
      lines += [
        "",
        setting.removesObsolete
          ? "No card is compared with \(names)\(gone > 5 ? ", …" : ""). "
            + "Remove with \(Markdown.code(setting.command(option: "--prune")))."
          : "Removed: \(names)\(gone > 5 ? ", …" : "").", "",
      ]
    }
    if !drift.isEmpty {
      let changes = drift.sorted { $0.text < $1.text }.map(\.message).joined(separator: "; ")
      lines += [
        "",
        "The cards were drawn with \(whatDrifted) than the baselines: \(Markdown.text(changes)). "
          + "Accept with \(Markdown.code(takeOver)).", "",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// - Parameter command: The header of the column with accept commands; nil if there are none.
  private func table(of clusters: [CompareReport.Group], called command: String?) -> [String] {
    guard !clusters.isEmpty else { return [] }
    let column = command.map { " \($0) |" } ?? ""
    var lines = ["| verdict | cases | what |\(column)", "|---|---|---|\(command == nil ? "" : "---|")"]
    for cluster in clusters.prefix(50) {
      let first = examples[cluster.cause]
      let label = first?.label.map { " \(Markdown.text($0.text))" } ?? ""
      let many = cluster.cases.count == 1 ? "" : "\(cluster.cases.count), e.g. "
      let isOnly = cluster.cases.count == 1 && mixed[cluster.cause] == nil
      let technical = isOnly ? first?.reasons.joined(separator: "; ") ?? "" : cluster.title
      let what = (cluster.sentence.map { "\(Markdown.text($0))<br>" } ?? "") + Markdown.text(technical)
      let accept =
        command.map { _ in
          " \((cluster.accept ?? cluster.takeOver).map { Markdown.code($0, inTable: true) } ?? "") |"
        } ?? ""
      let who = "\(many)\(Markdown.code(cluster.cases[0], inTable: true))\(label)"
      lines.append("| \(first?.verdict.rawValue ?? "") | \(who) | \(what) |\(accept)")
    }
    let rest = clusters.count - 50
    if rest > 0 { lines.append("| | | and \(rest) more causes |\(command == nil ? "" : " |")") }
    return lines
  }

  // MARK: GitHub

  /// Workflow commands that create annotations, one per cause.
  package var githubAnnotations: String {
    clusters.prefix(50).compactMap { cluster -> String? in
      guard let first = examples[cluster.cause] else { return nil }
      let title =
        cluster.cases.count == 1
        ? "\(first.verdict.rawValue): \(first.nameWithLabel)" : "\(cluster.cases.count) cases: \(cluster.headline)"
      let commands = [cluster.accept.map { "accept with: \($0)" }, cluster.takeOver.map { "apply with: \($0)" }]
      let message = ((cluster.sentence.map { [$0] } ?? []) + first.reasons + commands.compactMap { $0 })
        .joined(separator: "\n")
      return GitHubAnnotation(level: .error, title: title, message: message).command
    }.joined()
  }
}

extension CompareReport.Drift {
  /// `cairo 1.16.0 → 1.18.0: 228 cases, all of which look as they did`.
  fileprivate var message: String {
    let look = same == cases ? "all unchanged" : same == 0 ? "all changed" : "\(same) unchanged"
    return "\(text): \(cases.counted("case")), \(cases == 1 ? same == 1 ? "unchanged" : "changed" : look)"
  }
}

extension CompareReport.Group {
  fileprivate var acceptAdvice: String? { accept.map { "  accept with: \($0)" } }
  fileprivate var takeOverAdvice: String? { takeOver.map { "  apply with: \($0)" } }
}

extension CaseResult {
  /// `wall1_17/375@2x-light-expanded (Anna Berg: “Two tickets left …”)`
  fileprivate var nameWithLabel: String { label.map { "\(id) (\($0.text))" } ?? id }

  /// The way to accept it, or why it can't be accepted.
  var advice: String {
    if let accept { return "  accept with: \(accept)" }
    if let takeOver { return "  apply with: \(takeOver)" }
    guard verdict.hasDifferences else { return "" }
    return switch reference {
    case .baseline: ""
    case .mockup: "  mockups can't be approved: change the card, or request a new mockup"
    case .screen: "  screens can't be approved: change the app or the card"
    }
  }
}
