import CardDrawing
import Diagnostics
import Drawing
import Files
import Foundation
import OutputFolders
import Proof
import Runs

/// Joins the reviews that the shards of one comparison left into the review that one run would have left.
package struct MergeRun {
  /// What one shard left.
  private struct Source {
    /// As the command line names it.
    var folder: String
    var review: ReviewFolder
    var report: CompareReport
    var shard: CompareReport.ShardSummary
  }

  /// Output folders of `feedproof compare --shard`, or the review folders in them, as the command line names them.
  let folders: [String]
  package let output: URL
  let environment: Environment
  /// What becomes of somebody's own files at paths that a review has.
  let foreign: ForeignFilePolicy
  let report: (Diagnostic) -> Void
  /// What stands after `feedproof approve`, for a project as the shards' command line named it.
  let approveArguments: (_ project: String) -> String

  package init(
    folders: [String], output: URL, environment: Environment, foreign: ForeignFilePolicy = .refuse,
    report: @escaping (Diagnostic) -> Void, approveArguments: @escaping (_ project: String) -> String
  ) {
    self.folders = folders
    self.output = output
    self.environment = environment
    self.foreign = foreign
    self.report = report
    self.approveArguments = approveArguments
  }

  /// Whether a comparison left this folder.
  package static func isComparison(_ folder: URL) -> Bool { reviewFolder(in: folder) != nil }

  /// The review in an output folder, or the folder where it is one itself.
  private static func reviewFolder(in folder: URL) -> ReviewFolder? {
    [ReviewFolder(in: folder), ReviewFolder(at: folder)].first(where: \.hasReport)
  }

  /// - Throws: `RunFailure` with all that keeps the shards from being one run; nothing is written then.
  package func run() throws -> CompareOutcome {
    let sources = try folders.map(source)
    try ShardRecord.checkCompleteness(of: sources.map { ($0.folder, $0.shard.record) })
    let review = ReviewFolder(in: output)
    if sources.contains(where: { FileSystem.resolved($0.review.url) == FileSystem.resolved(review.url) }) {
      throw failure(.outputIsShard, at: output.path)
    }
    guard let first = sources.first else { throw Diagnostic(MergeIssue.nothingToJoin) }
    let cases = try join(sources).map { item in
      var item = item
      item.entry = try relocated(item.entry, from: item.source, to: review)
      return item
    }
    let lock = try OutputLock.take(output)
    defer { lock.removeTraces() }
    try lock.recover(report: report)
    try review.clear(foreign: foreign, report: report)
    let log = try CaseLog(in: review.url)
    defer { log.remove() }
    var result = CompareOutcome(
      CompareOutcome.Setting(
        environment: BaselineEnvironment(first.report.environment), keeping: first.report.keeping,
        approveArguments: approveArguments(first.shard.project)))
    if let design = first.review.data(at: ReviewFolder.design.text) {
      try review.write(design, to: ReviewFolder.design.text)
    }
    for report in sources.map(\.report) {
      result.note(environments: (report.environments ?? [:]).mapValues { BaselineEnvironment($0) })
      for change in report.drift ?? [] { result.note(change) }
    }
    for item in cases {
      try copy(item.entry, from: item.source, to: review)
      result.add(item.entry, causes: item.causes)
      try log.append(item.entry)
    }
    let project = environment.url(first.shard.project).standardizedFileURL
    let templates = try DesignFiles(ownCards: nil, ownTokens: [], environment: environment).siteTemplates()
    try ReportWriter(
      result: result, log: log, review: review,
      project: (FileSystem.isFolder(project) ? project : project.deletingLastPathComponent()).lastPathComponent
    ).write(with: templates)
    return result
  }

  private func source(_ name: String) throws -> Source {
    guard let review = Self.reviewFolder(in: environment.url(name)) else { throw failure(.nothingToJoin, at: name) }
    let report = try review.report()
    guard let shard = report.shard else { throw failure(.noShard, at: name) }
    return Source(folder: name, review: review, report: report, shard: shard)
  }

  private func failure(_ issue: MergeIssue, at name: String) -> Diagnostic {
    Diagnostic(issue, at: Place(file: name))
  }

  // MARK: Cases

  private struct JoinedCase {
    var entry: CompareReport.Case
    var source: Source
    /// Of a case that is not good.
    var causes: [Cause]
  }

  /// Every item of the run once, in the run's order, then the obsolete baselines in theirs.
  private func join(_ sources: [Source]) throws -> [JoinedCase] {
    var places: [Int: [JoinedCase]] = [:]
    var foldersOfPlaces: [Int: [String]] = [:]
    var obsolete: [JoinedCase] = []
    let total = max(0, sources.first?.shard.total ?? 0)
    for source in sources {
      let causes = Dictionary(source.report.clusters.map { ($0.id, $0.cause) }, uniquingKeysWith: { first, _ in first })
      let cases = source.report.cases.map { entry in
        JoinedCase(entry: entry, source: source, causes: entry.allClusters.compactMap { causes[$0] })
      }
      var compared = cases.filter { $0.entry.verdict != .obsolete }[...]
      obsolete += cases.filter { $0.entry.verdict == .obsolete }
      for item in source.shard.items {
        guard (0...compared.count).contains(item.cases), (0..<total).contains(item.place) else {
          throw failure(.caseCount(found: cases.count), at: source.folder)
        }
        places[item.place] = Array(compared.prefix(item.cases))
        compared = compared.dropFirst(item.cases)
        foldersOfPlaces[item.place, default: []].append(source.folder)
      }
      guard compared.isEmpty else { throw failure(.caseCount(found: cases.count), at: source.folder) }
    }
    let missing = total - places.count
    // Nothing is made as large as a report says.
    let examples = missing == 0 ? [] : Array((0..<total).lazy.filter { places[$0] == nil }.prefix(20))
    let doubled = foldersOfPlaces.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    let all = places.sorted { $0.key < $1.key }.flatMap(\.value) + obsolete.sorted { $0.entry.id < $1.entry.id }
    let problems =
      (missing == 0 ? [] : [MergeIssue.missingItems(count: missing, first: examples)])
      + doubled.map { MergeIssue.doubledItem("number \($0.key + 1) of the run's posts", folders: $0.value) }
      + doubledCases(all)
    guard problems.isEmpty else { throw RunFailure(problems.map { Diagnostic($0) }) }
    return all
  }

  private func doubledCases(_ cases: [JoinedCase]) -> [MergeIssue] {
    Dictionary(grouping: cases) { "\($0.entry.reference.rawValue) \($0.entry.id)" }.values.filter { $0.count > 1 }
      .compactMap { same in same.first.map { .doubledItem($0.entry.id, folders: same.map(\.source.folder)) } }
      .sorted { $0.message < $1.message }
  }

  // MARK: Files

  /// A reference picture that stands in the project's baselines is named from where the joined review is.
  private func relocated(
    _ entry: CompareReport.Case, from source: Source, to review: ReviewFolder
  ) throws -> CompareReport.Case {
    guard let path = entry.expected?.path, path.hasPrefix("../") else { return entry }
    // A picture, wherever the project keeps its baselines; it is looked at by people alone.
    var entry = entry
    let file = source.review.url.appendingPathComponent(path).standardizedFileURL
    let isPicture = PictureEncoding.allCases.contains { path.hasSuffix(".\($0.rawValue)") }
    let isThere = isPicture && FileStamp(file.path, following: false)?.kind == .file
    entry.expected?.path = isThere ? review.path(to: file) : nil
    return entry
  }

  /// The files that the entry names, from the shard's review to the joined one, at the same paths.
  private func copy(_ entry: CompareReport.Case, from source: Source, to review: ReviewFolder) throws {
    for path in entry.files {
      guard let data = source.review.data(at: path) else { throw failure(.missingFile(path), at: source.folder) }
      try review.write(data, to: path)
    }
  }
}

extension CompareReport.Case {
  /// Paths of the files that belong to it, relative to the report.
  var files: [String] {
    // A reference picture may stand in the project's baselines, and stays there.
    let reference = expected?.path.flatMap { $0.hasPrefix("../") ? nil : $0 }
    return [actual?.path, actual?.layout, reference, expected?.layout, pixels?.path, thumbnail?.path].compactMap { $0 }
  }
}
