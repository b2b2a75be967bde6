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
    let shards = try folders.map(shard)
    try ShardRecord.checkCompleteness(of: shards.map { ($0.folder, $0.shard.record) })
    let review = ReviewFolder(in: output)
    if shards.contains(where: { FileSystem.resolved($0.review.url) == FileSystem.resolved(review.url) }) {
      throw failure(.outputIsShard, at: output.path)
    }
    guard let first = shards.first else { throw Diagnostic(MergeIssue.nothingToJoin) }
    let cases = try JoinedCases(shards)
    let lock = try OutputLock.take(output)
    defer { lock.removeTraces() }
    try lock.recover(report: report)
    try review.clear(foreign: foreign, report: report)
    let log = try CaseLog(in: review.url)
    defer { log.remove() }
    var result = CompareOutcome(
      CompareOutcome.Setting(
        environment: BaselineEnvironment(first.report.whole.environment), keeping: first.report.whole.keeping,
        approveArguments: approveArguments(first.shard.project),
        attachments: AttachmentFolder.path(of: review.url, environment)))
    if let design = first.review.data(at: ReviewFolder.design.text) {
      try review.write(design, to: ReviewFolder.design.text)
    }
    for report in shards.map(\.report.whole) {
      result.note(environments: (report.environments ?? [:]).mapValues { BaselineEnvironment($0) })
      for change in report.drift ?? [] { result.note(change) }
    }
    try cases.forEach { entry, seconds, shard in
      var entry = relocated(entry, from: shard, to: review)
      // What was decided about a part is not about the whole.
      entry.decision = nil
      try copy(entry, from: shard, to: review)
      result.add(entry, causes: entry.allClusters.compactMap { shard.causes[$0] }, seconds: seconds)
      try log.append(entry, seconds: seconds)
    }
    let project = environment.url(first.shard.project).standardizedFileURL
    let templates = try DesignFiles(ownCards: [], ownTokens: [], environment: environment).siteTemplates()
    try ReportWriter(
      result: result, log: log, review: review,
      project: (FileSystem.isFolder(project) ? project : project.deletingLastPathComponent()).lastPathComponent
    ).write(with: templates)
    try review.removeLeftovers()
    return result
  }

  private func shard(_ name: String) throws -> ReviewedShard {
    guard let review = Self.reviewFolder(in: environment.url(name)) else { throw failure(.nothingToJoin, at: name) }
    let report = try review.storedReport()
    guard let summary = report.whole.shard else { throw failure(.noShard, at: name) }
    let causes = Dictionary(report.whole.clusters.map { ($0.id, $0.cause) }, uniquingKeysWith: { first, _ in first })
    return ReviewedShard(
      folder: name, review: review, report: report, shard: summary, causes: causes, times: review.caseTimes())
  }

  private func failure(_ issue: MergeIssue, at name: String) -> Diagnostic {
    Diagnostic(issue, at: Place(file: name))
  }

  // MARK: Files

  /// A reference picture that stands in the project's baselines is named from where the joined review is.
  private func relocated(
    _ entry: CompareReport.Case, from source: ReviewedShard, to review: ReviewFolder
  ) -> CompareReport.Case {
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
  private func copy(_ entry: CompareReport.Case, from source: ReviewedShard, to review: ReviewFolder) throws {
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
      + (film?.paths ?? [])
  }
}
