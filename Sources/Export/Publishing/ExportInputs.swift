import CardRendering
import Drawing
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport

/// The inputs of an export that can be checked without reading a feed. If they and the output are unchanged since the
/// last export, there is nothing to do.
struct ExportInputs {
  private let project: Project
  private let environment: Environment
  private let files: FeedFiles
  /// Nil if a file is so new that another change might not change its timestamp.
  private let digest: Digest?

  /// - Parameter now: Nanoseconds since 1970.
  init(_ files: FeedFiles, _ project: Project, _ environment: Environment, in folder: String, now: Int64) throws {
    (self.files, self.project, self.environment) = (files, project, environment)
    var (words, isSettled) = ([UInt8](), true)
    for path in files.paths {
      guard let stamp = FileStamp(path, following: true) else { isSettled = false; break }
      isSettled = isSettled && stamp.isSettled(at: now)
      stamp.append(to: &words)
    }
    let names = project.designNames.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.sorted())" }
    let texts =
      [FeedproofVersion.current, environment.build, project.folder.path, environment.resourceFolder.path]
      + ["\(environment.variables["FEEDPROOF_FONT_LOCK"] ?? "")", "\(Publication.hasReview(in: folder))"]
      + environment.fontFolders.map(\.path) + Manifest.libraries.map { "\($0) \($1)" }.sorted()
      + project.values.lines + names + files.paths
    digest =
      isSettled
      ? Digest(
        joining: [try Digest(encoding: texts), Digest(of: words), try Digest(encoding: files.diagnostics)]
          + files.files.map(\.context.digest))
      : nil
  }

  /// Returns the last export; nil if anything may have changed.
  func last(in store: ExportStore, _ ledger: Ledger, _ folder: String, now: Int64) throws -> LastExport? {
    guard let digest, let last = try store.lastExport(), last.inputs == digest,
      last.publication == ledger.key, Self.isWhole(ledger, in: folder),
      last.texts.allSatisfy({ path, text in Self.digest(ofTextAt: path, environment) == text })
    else { return nil }
    let tree = try FileTree(folder)
    let photos = PhotoDigests(files: PhotoFiles(roots: project.photoRoots(of: files), archives: files.archives))
    // The photos of removed posts no longer exist.
    let retained = Set(PublishedFeed(in: folder)?.removed ?? [])
    let isSame = try store.allCards { card in
      guard !card.isStaged, card.files.allSatisfy({ $0.found(at: $0.path, in: tree) != nil }) else { return false }
      if retained.contains(card.name) { return true }
      guard let stamp = card.stamp, let addresses = card.photos else { return false }
      return photos.stamp(ofAddresses: addresses, now: now).digest == stamp
    }
    return isSame ? last : nil
  }

  private static func digest(ofTextAt path: String, _ environment: Environment) -> Digest? {
    (try? environment.texts.text(of: URL(fileURLWithPath: path))).map { Digest(of: $0) }
  }

  /// Records the publication beforehand; a different ledger in the folder then shows that it didn't happen.
  func note(_ summary: RunSummary, as publication: Digest, _ progress: RunProgress, in store: ExportStore) throws {
    // Diagnostics on the output itself are reported only once.
    guard let digest, let reported = progress.keptReported, !reported.contains(where: { $0.kind == .output }) else {
      return try store.note(nil)
    }
    try store.note(
      LastExport(
        inputs: digest, texts: environment.texts.all.mapValues { $0.map { Digest(of: $0) } }, publication: publication,
        cards: max(summary.posts, summary.drawn + summary.kept), messages: summary.messages, pictures: summary.pictures,
        keptRemoved: summary.keptRemoved, direct: summary.direct, followersOnly: summary.followersOnly,
        unpublished: summary.unpublished, notShown: summary.notShown, diagnostics: reported))
  }

  /// Whether all managed files of a folder exist, except for the files of cards, which are checked separately.
  static func isWhole(_ ledger: Ledger, in folder: String) -> Bool {
    guard let tree = try? FileTree(folder) else { return false }
    var isWhole = true
    try? ledger.forEachPath { path in
      if !path.isWithin("cards"), tree.stamp(of: path)?.kind != .file { isWhole = false }
    }
    return isWhole
  }
}
