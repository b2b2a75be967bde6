import Basics
import CardTemplates
import DataFormats
import Drawing
import Files
import Foundation
import ImageComparison
import Projects
import RunSupport

/// The result of a comparison without its cases: counts, causes, and an example of each.
package struct CompareOutcome: Sendable {
  /// The settings of the run, shared by all its cases.
  struct Setting: Sendable {
    var environment: BaselineEnvironment
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
  var drawn = 0
  var kept = 0
  private(set) var count = 0
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
  private(set) var environments: [String: BaselineEnvironment] = [:]
  /// In order of first occurrence.
  private(set) var drift: [CompareReport.Drift] = []
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

  init(_ setting: Setting) {
    self.setting = setting
  }

  /// - Parameter causes: The causes of a case that is not good.
  mutating func add(_ entry: CaseResult, causes: [Cause]) {
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

  mutating func note(_ change: CompareReport.Drift) {
    if let place = drift.firstIndex(where: { $0.text == change.text }) {
      drift[place].cases = drift[place].cases.saturatingAdd(change.cases)
      drift[place].same = drift[place].same.saturatingAdd(change.same)
    } else {
      drift.append(change)
    }
  }

  mutating func note(environments: [String: BaselineEnvironment]) {
    self.environments.merge(environments) { known, _ in known }
  }

  func has(_ id: String) -> Bool { ids.contains(FNV1a64(of: id)) }

  func count(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }

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
