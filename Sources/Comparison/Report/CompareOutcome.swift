import Basics
import CardRendering
import CardTemplates
import DataFormats
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import Projects
import RunSupport

/// The result of a comparison without its cases: counts, causes, and an example of each.
package struct CompareOutcome: Sendable {
  /// The settings of the run, shared by all its cases.
  package struct Setting: Sendable {
    var environment: RenderingEnvironment
    /// The form in which approved baselines are stored.
    var keeping: BaselineStorage
    /// The arguments between `feedproof approve` and the ids.
    var approveArguments: String
    /// The path of the review's folder for a CI server, with a trailing slash.
    var attachments = ""
    /// Whether approving removes obsolete baselines.
    var removesObsolete = true
    /// How removed images of a folder affect the run; nil for a project's baselines.
    var removal: CompareReport.RemovedImages.Rule?
    /// The verdicts that end a comparison of images with status 1; nil for the standard ones.
    var failing: Set<Verdict>?

    package init(
      environment: RenderingEnvironment, keeping: BaselineStorage, approveArguments: String, attachments: String = "",
      removesObsolete: Bool = true, removal: CompareReport.RemovedImages.Rule? = nil, failing: Set<Verdict>? = nil
    ) {
      (self.environment, self.keeping, self.approveArguments) = (environment, keeping, approveArguments)
      (self.attachments, self.removesObsolete, self.removal) = (attachments, removesObsolete, removal)
      self.failing = failing
    }

    /// Whether cases with this verdict need review.
    func isOpen(_ verdict: Verdict) -> Bool { !verdict.isGood || verdict == .obsolete && removal == .fails }

    /// Whether a case with this verdict fails in JUnit. Errors always do; `--fail-on` chooses among the others.
    func isFailure(_ verdict: Verdict) -> Bool {
      verdict == .error || failing.map { $0.contains(verdict) } ?? isOpen(verdict)
    }

    /// The command that accepts cases or clusters.
    func command(_ ids: String...) -> String { command(ids) }

    func command(_ ids: [String]) -> String {
      // The dashes keep an id from being parsed as an option.
      let guarded = ids.contains { $0.utf8.first == UInt8(ascii: "-") } ? "-- " : ""
      return "feedproof approve \(approveArguments)\(guarded)\(ids.map(ShellWord.quoted).joined(separator: " "))"
    }

    func command(option: String) -> String { "feedproof approve \(approveArguments)\(option)" }
  }

  /// Cases of one kind, as counted in JUnit.
  struct Suite: Sendable {
    var tests = 0
    var failures = 0
    var errors = 0
    /// The total time to draw and compare them.
    var seconds = 0.0
  }

  let setting: Setting
  /// Nil if the result covers the whole run.
  var part: ComparedPart.Items?
  /// The numbers of posts drawn and of posts unchanged since the last comparison.
  package var drawn = 0
  package var kept = 0
  package private(set) var count = 0
  private(set) var failures = 0
  private(set) var counts: [Verdict: Int] = [:]
  private(set) var suites: [ComparisonCase.Kind: Suite] = [:]
  /// Ids of obsolete cases: the first few of a project, or all images of a folder.
  private(set) var obsolete: [String] = []
  /// Ids of a folder's images that were not compared.
  private(set) var uncompared: [String] = []
  /// Notes about cases that are not faults.
  private(set) var notes: [String] = []
  /// Boxes with proposed matching layers.
  private(set) var proposals: [String] = []
  /// The file with the proposals and the number of boxes in it.
  var mapped: (file: String, boxes: Int)?
  /// The first case of each cluster.
  private(set) var examples: [String: CaseResult] = [:]
  private var clustering = Clustering()
  private(set) var environments: [String: RenderingEnvironment] = [:]
  /// In order of first occurrence.
  package private(set) var drift: [CompareReport.Drift] = []
  /// The number of cases in each cluster that also have another cause.
  private(set) var mixed: [String: Int] = [:]
  /// An order-independent digest of the cases' content, for each cluster whose cause does not name its change.
  private var contents: [String: UInt64] = [:]
  /// The facts about each cluster's cases that its sentence mentions.
  private var shown: [String: AffectedCounts] = [:]
  /// Clusters with at least one case that can be approved.
  private var approvable: Set<String> = []
  /// Hashes of the case ids. For a million cases, they need a few megabytes; the ids would need hundreds.
  private var ids: Set<FNV1a64> = []

  /// The numbers of cards and films in a cluster, and the posts that they show. Cases of one post are adjacent.
  private struct AffectedCounts {
    var cards = 0
    var films = 0
    var posts = 0
    var lastPost: String?

    mutating func add(_ entry: CaseResult) {
      guard !entry.isFilm else { return films += 1 }
      cards += 1
      if lastPost != entry.post { posts += 1 }
      lastPost = entry.post
    }
  }

  /// The maximum number of obsolete cases that are listed.
  private static let namedObsolete = 6

  package init(_ setting: Setting) {
    self.setting = setting
  }

  /// - Parameter causes: The causes of a case that is not good.
  package mutating func add(_ entry: CaseResult, causes: [Cause]) {
    count += 1
    counts[entry.verdict, default: 0] += 1
    ids.insert(FNV1a64(of: entry.id))
    let isOpen = setting.isOpen(entry.verdict)
    if entry.verdict == .obsolete, setting.removal != nil || obsolete.count < Self.namedObsolete {
      obsolete.append(entry.id)
    }
    if entry.verdict == .error, setting.removal != nil { uncompared.append(entry.id) }
    if entry.verdict != .obsolete || isOpen {
      suites[entry.reference, default: Suite()].tests += 1
      suites[entry.reference, default: Suite()].seconds += entry.seconds
    }
    if entry.verdict == .error {
      suites[entry.reference, default: Suite()].errors += 1
    } else if setting.isFailure(entry.verdict) {
      suites[entry.reference, default: Suite()].failures += 1
    }
    note(entry)
    guard isOpen else { return }
    failures += 1
    clustering.add(entry.id, causes: causes, verdict: entry.verdict)
    let content = Self.content(of: entry)
    for cause in causes {
      if examples[cause.id] == nil { examples[cause.id] = accepted(entry) }
      shown[cause.id, default: AffectedCounts()].add(entry)
      if entry.isApprovable { approvable.insert(cause.id) }
      if !cause.isNamedByChange { contents[cause.id, default: 0] ^= content }
      if causes.count > 1 { mixed[cause.id, default: 0] += 1 }
    }
  }

  /// Returns a digest of the content that a reviewer sees when approving the case.
  private static func content(of entry: CaseResult) -> UInt64 {
    let pictures = [entry.actual, entry.expected].map { $0?.pixels ?? $0?.sha256 ?? "" }
    let parts = [entry.id, entry.verdict.rawValue] + pictures + entry.reasons
    return UInt64(Digest(of: parts.joined(separator: "\u{0}")).hex.prefix(16), radix: 16) ?? 0
  }

  /// Returns the unique name of a cause in this report: its id if the id names its change, otherwise a digest of the
  /// cases and images. A command printed for an earlier report therefore approves nothing else.
  ///
  /// - Parameter cause: The cause's id across all reports.
  func name(of cause: String) -> String {
    contents[cause].map { "c\(Digest(of: "\(cause)\n\($0)").hex.prefix(16))" } ?? cause
  }

  private mutating func note(_ entry: CaseResult) {
    for deviation in entry.card?.deviations ?? [] where entry.reference != .baseline {
      notes.append(
        deviation.changes.isEmpty
          ? "\(entry.id): \(deviation.name) matches its mockup again; remove its deviation (\(deviation.reason))"
          : "\(entry.id): intended, \(deviation.changes.joined(separator: "; ")) (\(deviation.reason))")
    }
    if let map = entry.card?.unmapped?.map {
      proposals.append(map)
      let count = map.utf8.count { $0 == UInt8(ascii: "\n") }
      notes.append(
        "\(entry.id): \(count) box\(count == 1 ? "" : "es") may match layers with other names; "
          + "compare --write-map FILE lists them")
    }
    // The earlier names of new images, other machines' references, and what passes.
    if setting.removal != nil, [.new, .similar].contains(entry.verdict) {
      let isNew = entry.verdict == .new
      notes += entry.reasons.filter { !isNew || $0 != "no reference yet" }
        .map { "\(entry.id): \(isNew ? "" : "similar: ")\($0)" }
    }
    if entry.isOfTokens, entry.verdict.isGood { notes += entry.reasons.map { "\(entry.id): \($0)" } }
  }

  /// Records the environment that a case was drawn in.
  mutating func note(_ environment: CardEnvironments.NamedEnvironment, _ changes: [EnvironmentDrift], verdict: Verdict)
  {
    if environments[environment.name] == nil { environments[environment.name] = environment.environment }
    for change in changes {
      note(CompareReport.Drift(text: change.message, cases: 1, same: verdict == .identical ? 1 : 0))
    }
  }

  package mutating func note(_ change: CompareReport.Drift) {
    if let place = drift.firstIndex(where: { $0.text == change.text }) {
      drift[place].cases = drift[place].cases.saturatingAdd(change.cases)
      drift[place].same = drift[place].same.saturatingAdd(change.same)
    } else {
      drift.append(change)
    }
  }

  mutating func note(environments: [String: RenderingEnvironment]) {
    self.environments.merge(environments) { known, _ in known }
  }

  func has(_ id: String) -> Bool { ids.contains(FNV1a64(of: id)) }

  package func count(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }

  var clusters: [CompareReport.Group] { clusters(named: true) }

  /// - Parameter named: Whether to use the ids of this report; false for the ids of causes, which are used to merge
  ///   shards.
  private func clusters(named: Bool) -> [CompareReport.Group] {
    let found = clustering.clusters
    let isOfMockups = found.map { [.mockup, .screen].contains(examples[$0.cause.id]?.reference) }
    // Differences from mockups are a separate question, so they come after changes.
    let apart = zip(found, isOfMockups).filter { !$0.1 } + zip(found, isOfMockups).filter(\.1)
    return apart.map(\.0).map { cluster in
      let cause = cluster.cause
      return CompareReport.Group(
        id: named ? name(of: cause.id) : cause.id, kind: cause.kind, title: title(of: cause),
        sentence: sentence(of: cause), cases: cluster.cases,
        accept: approvable.contains(cause.id) ? setting.command(name(of: cause.id)) : nil, takeOver: cause.command,
        cause: cause.id)
    }
  }

  private func sentence(of cause: Cause) -> String? {
    guard let fact = cause.fact, let shown = shown[cause.id] else { return nil }
    // Images of other tools are no cards.
    if setting.removal != nil, fact == .newCard {
      return shown.cards == 1 ? "One image is new" : "\(shown.cards) images are new"
    }
    let author = examples[cause.id]?.label?.author
    return CauseSentence(
      fact, posts: shown.posts > 1 ? .several(shown.posts) : .one(author: author), cards: shown.cards,
      films: shown.films
    ).text
  }

  /// The design facts of the clusters by id.
  var facts: [String: CauseFact] {
    Dictionary(
      clustering.clusters.compactMap { cluster in cluster.cause.fact.map { (cluster.cause.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Cards may use different libraries, but all library changes count as one update.
  private func title(of cause: Cause) -> String {
    guard cause.kind == .libraries, setting.environment.libraries.count > 0 else { return cause.title }
    let known = setting.environment.libraries.keys
    let updates = drift.map(\.text).filter { text in known.contains { text.hasPrefix("\($0) ") } }
    return updates.isEmpty ? cause.title : updates.sorted().joined(separator: ", ")
  }

  /// Returns the case with its accept command and the names of its causes in this report.
  func completed(_ entry: CaseResult) -> CaseResult {
    var entry = entry
    entry.causes = entry.causes.map(name)
    return accepted(entry)
  }

  /// Returns the case with its accept command.
  func accepted(_ entry: CaseResult) -> CaseResult {
    var entry = entry
    entry.accept = entry.isApprovable ? setting.command(entry.id) : nil
    return entry
  }

  /// The report without its cases.
  var report: CompareReport { report(clusters: clusters) }

  /// The same as `report`, but with the ids that causes have across all reports.
  var unnamedReport: CompareReport { report(clusters: clusters(named: false)) }

  private func report(clusters: [CompareReport.Group]) -> CompareReport {
    CompareReport(
      tool: FeedproofVersion.current,
      shard: part.map { part in
        let record = part.record
        return CompareReport.ShardSummary(
          shard: record.shard, plan: record.plan, total: record.total, project: part.project)
      },
      // Drops the trailing space.
      approve: String("feedproof approve \(setting.approveArguments)".dropLast()), keeping: setting.keeping,
      environment: CompareReport.Environment(setting.environment),
      environments: environments.mapValues { CompareReport.Environment($0) },
      drift: drift.isEmpty ? nil : drift.sorted { $0.text < $1.text },
      counts: Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, count($0)) }),
      removal: setting.removal.map { CompareReport.RemovedImages(rule: $0, images: obsolete) }, clusters: clusters,
      cases: [])
  }

  /// The failure that ends the comparison; nil if all cases are good. Broken input outranks differences, and drift of
  /// other cases never hides a difference.
  package var failure: RunFailure? {
    let weights = Verdict.allCases.filter { count($0) > 0 }.map { verdict -> Verdict.Weight in
      let isDecided = verdict.facts.weight == .fault || verdict.facts.weight == .drift
      if let failing = setting.failing, !isDecided { return failing.contains(verdict) ? .difference : .good }
      return verdict == .obsolete && setting.isOpen(verdict) ? .difference : verdict.facts.weight
    }
    return switch weights.max() {
    case .fault: .reported(.input)
    case .difference: .different
    case .drift: .reported(.environment)
    case .good, nil: nil
    }
  }
}

// MARK: - Text

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

/// The findings of a comparison, for its last line.
package struct CompareSummary: Encodable, Sendable, CustomStringConvertible {
  /// The shard if the report covers a part: `2/8`.
  package var shard: Shard?
  /// Cases by verdict, as in the report.
  package var counts: [String: Int]
  /// The numbers of posts drawn and of posts unchanged since the last comparison; nil for merged reports.
  package var drawn: Int?
  package var kept: Int?
  /// The number of causes of cases that are not good.
  package var clusters: Int
  /// Ids of images that the newer folder lacks, and of images that were not compared; nil for a project.
  var removed: [String]?
  var notCompared: [String]?
  /// The exit status of the process.
  var exitStatus: Int32
  package var seconds: Double
  /// The output to open first.
  package var output: String

  package init(_ result: CompareOutcome, in folder: URL, seconds: Double) {
    let report = result.report
    shard = report.shard?.shard
    counts = report.counts
    (drawn, kept) = result.drawn + result.kept > 0 ? (result.drawn, result.kept) : (nil, nil)
    clusters = report.clusters.count
    removed = report.removal?.images
    notCompared = report.removal.map { _ in result.uncompared }
    exitStatus = (result.failure?.status ?? .good).rawValue
    self.seconds = seconds
    output = ReviewFolder(in: folder).page.path
  }

  /// `2 of 250 cases to review; compared in 3.1 s, drawing 2 of 250 posts`, and the path of the review.
  package var description: String {
    let share = kept.flatMap { kept in
      drawn.map { kept == 0 ? "" : ", drawing \($0) of \($0 + kept) post\($0 + kept == 1 ? "" : "s")" }
    }
    return "\(result); compared in \((seconds * 10).rounded() / 10) s\(share ?? "")\nopen \(PlainText.piece(output))"
  }

  private var result: String {
    let all = counts.values.reduce(0) { $0.saturatingAdd($1) }
    let good = Verdict.allCases.filter(\.isGood).reduce(0) { $0.saturatingAdd(counts[$1.rawValue] ?? 0) }
    let isGood = exitStatus == ExitStatus.good.rawValue
    guard good < all else { return "\(isGood ? "passed" : "failed"): \(all.counted("case"))" }
    // With --fail-on, a run passes in spite of them.
    return "\(isGood ? "passed, with " : "")\(all - good) of \(all.counted("case")) to review"
  }
}
