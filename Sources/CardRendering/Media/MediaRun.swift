import Basics
import Cards
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import RunSupport

/// `feedproof media`: lists the photos and other files that an export needs. It lays out cards as an export does,
/// because the size of a box in pixels decides which size of a photo is used. It renders and writes nothing.
package struct MediaRun {
  let project: Project
  let environment: Environment
  let jobs: Int
  /// Receives problems that don't stop the run.
  let report: (Diagnostic) -> Void

  package init(project: Project, environment: Environment, jobs: Int, report: @escaping (Diagnostic) -> Void) {
    self.project = project
    self.environment = environment
    self.jobs = jobs
    self.report = report
  }

  /// Looks up the media files of all posts.
  ///
  /// - Throws: `RunFailure` if the feed can't be read.
  package func list(missingOnly: Bool) async throws -> MediaList {
    let files = FeedFiles.find(of: project)
    var found = RequiredFileList()
    for feed in try FoundFeed.all(in: files, report: report) { try await add(feed.source, feed.files, to: &found) }
    var list = MediaList(files: [], total: found.entries.count, missing: 0)
    let target = SuggestedFileNames(
      found.entries.map(\.file.address), files: files, project: project, environment: environment)
    for entry in found.entries {
      if entry.file.state != .there { list.missing += 1 }
      if missingOnly && entry.file.state == .there { continue }
      list.files.append(
        MediaList.File(
          address: entry.file.address, state: entry.file.state, saveAs: target.path(of: entry.file.address),
          post: entry.post, posts: entry.posts))
    }
    return list
  }

  private func add(_ feed: FeedSource, _ files: FeedFiles, to found: inout RequiredFileList) async throws {
    let renderer = try CardRenderer(
      project: project, files: files, facts: feed.facts, environment: environment)
    let theme = renderer.design.themes[0]
    // Images inside text are listed even if they don't exist yet.
    let builder = renderer.builderWithAllPictures(for: theme)
    if feed.facts.chat == nil, let avatar = builder.screenHeader.avatar,
      let file = RequiredFile(avatar, covering: Self.unknown, in: renderer.photos)
    {
      found.add(file, of: nil)
    }
    let posts = feed.posts()
    let needs = { @Sendable (post: PostInFeed) throws -> [RequiredFile] in
      // Cards show neither video nor audio, but users may still want to know what is missing.
      let others = renderer.strings.files(of: post.post).filter { !$0.isPhoto }.flatMap(\.addresses)
      return try Self.needs(of: builder.feedCard(for: post.post, beside: post.neighbours), renderer, theme)
        + others.map { RequiredFile($0, in: renderer.photos) }
    }
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      try posts.nextPlaced()
    } work: { post in
      (post.id, try needs(post))
    } take: { _, result in
      for file in result.1.uniqued() { found.add(file, of: result.0) }
    }
  }

  /// The size of a box that isn't laid out.
  private static let unknown = PixelSize(width: 1, height: 1)

  private static func needs(
    of card: FeedCard, _ renderer: CardRenderer, _ theme: Design.Theme
  ) throws -> [RequiredFile] {
    let images = [CardState.expanded, .collapsed].flatMap { card.value(in: $0).images }.uniqued()
    guard !images.isEmpty else { return [] }
    let (widths, scale) = (renderer.project.widths, renderer.project.scales.max() ?? 1)
    var sizes: [[ImageReference.Candidate]: PixelSize] = [:]
    // A photo with a single address needs no layout.
    if images.contains(where: { $0.candidates.count > 1 }) {
      for width in widths {
        for (_, layout) in try renderer.states(of: card, in: theme, screen: width).all {
          for (reference, size) in layout.displayList(scale: Double(scale)).pictures(scale: scale) {
            let known = sizes[reference.candidates] ?? size
            sizes[reference.candidates] = PixelSize(
              width: max(known.width, size.width), height: max(known.height, size.height))
          }
        }
      }
    }
    let widest = (widths.max() ?? 1) * scale
    return images.compactMap { image in
      // Carousel pages outside of the visible part aren't laid out; assume the full width.
      let size = sizes[image.candidates] ?? PixelSize(width: widest, height: 1)
      return RequiredFile(image, covering: size, in: renderer.photos)
    }
  }
}

/// The needed files, in order of the first post that needs each.
private struct RequiredFileList {
  struct Entry {
    var file: RequiredFile
    var post: String?
    var posts: Int
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]

  mutating func add(_ file: RequiredFile, of post: String?) {
    guard let place = places[file.address] else {
      places[file.address] = entries.count
      return entries.append(Entry(file: file, post: post, posts: post == nil ? 0 : 1))
    }
    if post != nil { entries[place].posts += 1 }
  }
}

/// The files that the cards of a feed need, each once, in order of the first post that needs it.
package struct MediaList: Encodable {
  struct File: Encodable {
    /// The address in the feed.
    var address: String
    var state: RequiredFile.State
    /// The path where an export would find the file, relative to the working folder. Nil if no file can have the name.
    var saveAs: String?
    /// The first post that shows it. Nil for files outside of posts.
    var post: String?
    /// The number of posts that show it.
    var posts: Int
  }

  var files: [File]
  /// The number of all files, including unlisted ones.
  var total: Int
  /// The number of missing files.
  package var missing: Int

  /// One line per available file, two per missing one, then the total.
  package var text: String {
    let lines = files.map { file in
      let place = file.saveAs.map { "save it as \($0)" } ?? "its name can't be a file name"
      let who = file.post.map { post in
        ", for \(post)\(file.posts > 1 ? " and \((file.posts - 1).counted("more post"))" : "")"
      }
      switch file.state {
      case .there: return PlainText.piece(file.address) + "\n"
      case .missing: return PlainText.piece(file.address) + "\n  \(PlainText.piece(place))\(who ?? "")\n"
      case .outside: return PlainText.piece(file.address) + "\n  outside the folders of photos\(who ?? "")\n"
      }
    }
    let all = total.counted("file")
    let verdict =
      switch (missing, total) {
      case (0, 0): "the feed uses no files"
      case (0, _): "none of \(all) is missing"
      default: "\(missing) of \(all) \(missing == 1 ? "is" : "are") missing"
      }
    return lines.joined() + verdict + "\n"
  }

}

/// The paths at which an export finds missing files: `media/lake.jpg` next to the feed. If two addresses have the same
/// file name, or `feedproof fetch` has filled the folder, the name starts with the address's host.
struct SuggestedFileNames {
  /// A path relative to the working folder, without a trailing slash. Empty for the working folder itself.
  private let folder: String
  private let usesHosts: Bool
  private let files: PhotoFiles
  /// File names that several addresses share.
  private let doubled: Set<String>

  init(_ addresses: [String], files: FeedFiles, project: Project, environment: Environment) {
    let fetched = files.files.lazy.compactMap(\.fetchedFolder).first
    // An archive is unpacked into a temporary folder, where users can't save files.
    let beside = files.archives.isEmpty ? files.files.first?.url.deletingLastPathComponent() : nil
    let folders = [fetched, project.feeds.first(where: FileSystem.isFolder), beside, project.folder].compactMap { $0 }
    let used = folders.first { FileSystem.isFolder($0.appendingPathComponent(FetchedFolder.media.text)) }
    let root = used ?? folders[0]
    let shown = environment.shownPath(root)
    folder = root.standardizedFileURL.path == environment.workingFolder.standardizedFileURL.path ? "" : shown
    usesHosts = fetched != nil
    self.files = PhotoFiles(roots: [root.standardizedFileURL])
    var (known, doubled) = (Set<String>(), Set<String>())
    for address in addresses {
      if let name = Self.names(of: address, self.files).first, !known.insert(name).inserted { doubled.insert(name) }
    }
    self.doubled = doubled
  }

  /// Returns nil if no file can have the address's name.
  func path(of address: String) -> String? {
    let names = Self.names(of: address, files)
    guard let plain = names.first, let whole = names.last else { return nil }
    let name = usesHosts || doubled.contains(plain) ? whole : plain
    return name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// The short name, then the name with the address's host.
  private static func names(of address: String, _ files: PhotoFiles) -> [String] { files.places(for: address) }
}
