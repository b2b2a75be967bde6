import Basics
import CardRendering
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import OutputTransactions
import RunSupport

/// Joins the reviews of all shards of a comparison into the review that a single run would have written.
package struct MergeRun {
  /// Output folders of `feedproof compare --shard`, or the review folders in them, as named on the command line.
  let folders: [String]
  package let output: URL
  let environment: Environment
  /// The treatment of unmanaged files at paths of the review.
  let foreign: UnmanagedFilePolicy
  let report: (Diagnostic) -> Void
  /// Returns the arguments after `feedproof approve` for a project as named on the shards' command line.
  let approveArguments: (_ project: String) -> String
  /// The arguments that name the joined output folder, with a trailing space; empty for the default.
  let outputArguments: String

  package init(
    folders: [String], output: URL, environment: Environment, foreign: UnmanagedFilePolicy = .refuse,
    report: @escaping (Diagnostic) -> Void, outputArguments: String = "",
    approveArguments: @escaping (_ project: String) -> String
  ) {
    self.folders = folders
    self.output = output
    self.environment = environment
    self.foreign = foreign
    self.report = report
    (self.approveArguments, self.outputArguments) = (approveArguments, outputArguments)
  }

  /// Returns whether the folder contains the result of a comparison.
  package static func isComparison(_ folder: URL) -> Bool { reviewFolder(in: folder) != nil }

  /// Returns the review in an output folder, or the folder itself if it is a review.
  private static func reviewFolder(in folder: URL) -> ReviewFolder? {
    [ReviewFolder(in: folder), ReviewFolder(at: folder)].first(where: \.hasReport)
  }

  /// - Throws: `RunFailure` with all reasons why the shards are not one run; nothing is written then.
  package func run() throws -> CompareOutcome {
    let parts = try JoinedParts(folders.map(part))
    let place = ReviewFolder(in: output)
    if parts.parts.contains(where: {
      FileSystem.resolved(URL(fileURLWithPath: $0.tree.path)) == FileSystem.resolved(place.url)
    }) {
      throw Diagnostic(MergeIssue.outputIsShard, at: Place(file: output.path))
    }
    try checkCases(of: parts)
    let lock = try OutputLock.take(output)
    defer { lock.removeTraces() }
    try lock.recover(report: report)
    let draft = try ReviewDraft(of: place, in: environment, foreign: foreign, report: report)
    let review = draft.folder
    let store = try ComparisonStore(in: review.url, key: nil)
    let first = parts.parts[0]
    let images = first.whole.images
    var result = CompareOutcome(
      CompareOutcome.Setting(
        environment: RenderingEnvironment(first.whole.environment), keeping: first.whole.keeping,
        approveArguments: images.map { $0.target + outputArguments } ?? approveArguments(first.whole.project),
        attachments: AttachmentFolder.path(of: place.url, environment), removesObsolete: images == nil,
        removal: images?.removal, failing: images?.failing))
    if let design = try first.data(at: ReviewFolder.design.text) {
      try review.write(design, to: ReviewFolder.design.text)
    }
    var causes: [String: Cause] = [:]
    for part in parts.parts.map(\.whole) {
      for group in part.clusters { causes[group.id] = group.cause(part.facts?[group.id]) }
      result.note(environments: part.environments.mapValues { RenderingEnvironment($0) })
      for change in part.drift { result.note(change) }
    }
    func add(_ compared: ShardItem.Entry, _ part: Part<ComparedPart>) throws {
      var entry = relocated(compared.entry, from: part, to: review)
      // Decisions about the shard's review don't apply to the joined one.
      (entry.decision, entry.seconds) = (nil, compared.seconds)
      try copy(entry, from: part, to: review)
      result.add(entry, causes: entry.causes.compactMap { causes[$0] })
      try store.add(ComparisonStore.Row(id: entry.id, result: entry))
    }
    // Obsolete baselines come last, sorted by id.
    var obsolete: [(entry: ShardItem.Entry, part: Part<ComparedPart>)] = []
    try parts.forEach(ShardItem.self) { item, place, part in
      if place == nil { return obsolete += item.cases.map { ($0, part) } }
      for compared in item.cases { try add(compared, part) }
    }
    for (entry, part) in obsolete.sorted(by: { $0.entry.entry.id < $1.entry.entry.id }) { try add(entry, part) }
    if images != nil { try joinRegReports(of: parts.parts, in: review) }
    let project = environment.url(first.whole.project).standardizedFileURL
    let templates = try DesignFiles(ownCards: [], ownTokens: [], environment: environment).siteTemplates()
    let title = (FileSystem.isFolder(project) ? project : project.deletingLastPathComponent()).lastPathComponent
    try ReportWriter(
      result: result, store: store, review: review, project: images == nil ? title : first.whole.project,
      looks: first.whole.looks ?? [], isOfPictures: images != nil
    ).write(with: templates)
    try draft.publish(report: report)
    return result
  }

  /// Writes the joined `reg.json` of shards of image folders.
  private func joinRegReports(of parts: [Part<ComparedPart>], in review: ReviewFolder) throws {
    var joined: RegReport?
    for part in parts {
      guard let data = try part.data(at: ReviewFolder.reg.text),
        var other = try? JSONDecoder().decode(RegReport.self, from: data)
      else { continue }
      let folder = URL(fileURLWithPath: part.tree.path)
      for path in [\RegReport.actualDir, \.expectedDir] {
        other[keyPath: path] = review.path(to: folder.appendingPathComponent(other[keyPath: path]).standardizedFileURL)
      }
      joined = joined.map { $0.joined(with: other) } ?? other
    }
    if let joined { try review.write(try JSONText.pretty(joined), to: ReviewFolder.reg.text) }
  }

  private func part(_ name: String) throws -> Part<ComparedPart> {
    guard let review = Self.reviewFolder(in: environment.url(name)) else {
      throw Diagnostic(MergeIssue.nothingToJoin, at: Place(file: name))
    }
    try OutputLock.settle(review.url, report: report)
    return try Part(review.url, name: name)
  }

  /// The part of an item that is needed to find duplicate cases.
  private struct Names: Decodable {
    struct Entry: Decodable {
      struct Name: Decodable, Hashable {
        var id: String
        var reference: ComparisonCase.Kind
      }
      var `case`: Name
    }
    var cases: [Entry]
  }

  private func checkCases(of parts: JoinedParts<ComparedPart>) throws {
    var known: [FNV1a64: String] = [:]
    var doubled: [Names.Entry.Name: [String]] = [:]
    try parts.forEach(Names.self) { item, _, part in
      for name in item.cases.map(\.case) {
        let hash = FNV1a64(of: "\(name.reference.rawValue) \(name.id)")
        if let other = known.updateValue(part.name, forKey: hash) { doubled[name, default: [other]].append(part.name) }
      }
    }
    guard doubled.isEmpty else {
      throw RunFailure(
        doubled.map { MergeIssue.doubledItem($0.key.id, folders: $0.value) }.sorted { $0.message < $1.message }
          .map { Diagnostic($0) })
    }
  }

  // MARK: Files

  /// Rewrites the path of a reference image in the project's baselines, relative to the joined review.
  private func relocated(
    _ entry: CaseResult, from part: Part<ComparedPart>, to review: ReviewFolder
  ) -> CaseResult {
    guard let path = entry.expected?.path, path.hasPrefix("../") else { return entry }
    // Any image outside of the review is accepted, wherever the project stores its baselines: the path is only
    // displayed.
    var entry = entry
    let file = URL(fileURLWithPath: part.tree.path).appendingPathComponent(path).standardizedFileURL
    let isPicture = ImageEncoding.allCases.contains { path.hasSuffix(".\($0.rawValue)") }
    let isThere = isPicture && FileStamp(file.path, following: false)?.kind == .file
    entry.expected?.path = isThere ? review.path(to: file) : nil
    return entry
  }

  /// Copies the files that an entry names from the shard's review to the joined one, at the same paths.
  private func copy(_ entry: CaseResult, from part: Part<ComparedPart>, to review: ReviewFolder) throws {
    for path in entry.files {
      guard let data = try part.data(at: path) else { throw part.failure(.missingFile(path)) }
      try review.write(data, to: path)
    }
  }
}

extension Part<ComparedPart> {
  /// Returns the bytes of a file; nil if the file is missing or the path leads out of the folder.
  fileprivate func data(at path: String) throws -> Data? {
    try RelativePath(path).flatMap { try open($0)?.data(limit: 1 << 30) }
  }
}

extension CaseResult {
  /// Paths of the files that belong to it, relative to the report.
  var files: [String] {
    // A reference image among the project's baselines stays there.
    let reference = expected?.path.flatMap { $0.hasPrefix("../") ? nil : $0 }
    return [actual?.path, actual?.layout, reference, expected?.layout, pixels?.path, thumbnail?.path].compactMap { $0 }
      + (film?.paths ?? [])
  }
}
