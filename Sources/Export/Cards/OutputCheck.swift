import CardRendering
import Diagnostics
import Drawing
import FeedReading
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport

/// Checks, before anything is drawn, for unmanaged files at paths that an export writes. The check is repeated when the
/// export is published, since files may have been added meanwhile.
package struct OutputCheck: Sendable {
  private let tree: FileTree
  /// The ledger of the folder before this run.
  let ledger: Ledger
  /// `375@2x-light-`
  private let beginnings: [String]
  private let encoding: ImageEncoding
  private let page: PageStyle?

  init(_ folder: String, project: Project) throws {
    tree = try FileTree(folder)
    ledger = Ledger(of: tree)
    encoding = project.encoding
    page = project.page
    beginnings = project.widths.flatMap { width in
      project.scales.flatMap { scale in project.themes.map { "\(width)@\(scale)x-\($0)" } }
    }
  }

  /// Returns unmanaged files at the paths of a card's images. Its states are unknown before layout, so all are checked.
  func files(of post: Post) -> UnmanagedFiles {
    var found = UnmanagedFiles()
    guard let folder = RelativePath("cards/\(post.id)") else { return found }
    if let kind = tree.stamp(of: folder)?.kind, kind != .folder {
      found.add(folder)
      return found
    }
    for entry in (try? tree.entries(of: folder)) ?? [] where isPicture(entry.path) { add(entry.path, to: &found) }
    return found
  }

  private func isPicture(_ path: RelativePath) -> Bool {
    let name = String(decoding: path.name, as: UTF8.self)
    if page != .pictures, name.hasPrefix("photo-"), name.hasSuffix(".webp") { return true }
    if page == .drawn { return false }
    let ending = encoding.fileName(of: "")
    guard name.hasSuffix(ending), let beginning = beginnings.first(where: { name.hasPrefix($0 + "-") }) else {
      return false
    }
    let state = name.dropFirst(beginning.count + 1).dropLast(ending.count)
    return ["expanded", "collapsed"].contains(state) || state.hasPrefix("page-")
  }

  /// Returns unmanaged files at the other published paths.
  ///
  /// - Parameter isShard: Whether a shard is exported, which has lists instead of a page.
  func otherFiles(isShard: Bool) -> UnmanagedFiles {
    var found = UnmanagedFiles()
    let folders: [RelativePath] = ["cards", "feed", "manifest"] + (isShard ? ["shard"] : ["site"])
    for folder in folders {
      if let kind = tree.stamp(of: folder)?.kind, kind != .folder { found.add(folder) }
    }
    let feedPictures = beginnings.compactMap { RelativePath("feed/\(encoding.fileName(of: $0))") }
    let own: [RelativePath] =
      isShard ? ["shard/run.json", "shard/cards.ndjson"] : ["index.html"] + ManifestFiles.pageFiles(in: tree)
    for path in ["manifest.json"] + ManifestFiles.segmentFiles(in: tree) + own + feedPictures { add(path, to: &found) }
    return found
  }

  private func add(_ path: RelativePath, to found: inout UnmanagedFiles) {
    guard let kind = tree.stamp(of: path)?.kind, kind == .folder || !ledger.lists(path) else { return }
    found.add(path)
  }

  /// Checks that the next run doesn't read the output of this one.
  ///
  /// - Throws: `Diagnostic` if the output is a folder that feeds are read from, or if a feed is among its own files.
  static func checkPlace(of project: Project) throws {
    func path(_ url: URL) -> String { FileSystem.resolved(url).standardizedFileURL.path }
    let output = path(project.output)
    for feed in project.feeds {
      let place = path(feed)
      let names = ["cards", "feed", "manifest", "site", "shard", "review", "films", "prefetch", StateFolder.name.text]
      let own = names.map { "\(output)/\($0)" }
      guard
        FileSystem.isFolder(feed) && place == output
          || own.contains(where: { place == $0 || place.hasPrefix($0 + "/") })
      else {
        continue
      }
      let issue = OutputIssue.isFeed(project.name(of: feed))
      throw Diagnostic(issue, at: Place(file: project.output.path))
    }
  }
}
