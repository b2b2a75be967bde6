import CardDrawing
import Cards
import Diagnostics
import Drawing
import FeedIngest
import FeedSources
import Files
import Foundation
import Pixels
import Projects
import Runs

/// `feedproof media`: the files that an export of a feed would draw from. Cards are laid out as an export does it, since a
/// box's pixels decide which of a photo's sizes is taken; nothing is drawn or written.
struct MediaRun {
  let project: Project
  let environment: Environment
  let jobs: Int
  /// Gets what went wrong on the way.
  let report: (Diagnostic) -> Void

  func list(missingOnly: Bool) async throws -> MediaList {
    let files = FeedFiles.find(of: project)
    var found = NeededFiles()
    for feed in try FoundFeed.all(in: files, report: report) { try await add(feed.source, feed.files, to: &found) }
    var list = MediaList(files: [], total: found.entries.count, missing: 0)
    let target = SavePlaces(found.entries.map(\.file.address), files: files, project: project, environment: environment)
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

  private func add(_ feed: FeedSource, _ files: FeedFiles, to found: inout NeededFiles) async throws {
    let renderer = try CardRenderer(
      project: project, files: files, facts: feed.facts, environment: environment)
    let theme = renderer.design.themes[0]
    // What stands in for words is asked for too, where it is not there yet.
    let builder = renderer.builderWithAllPictures(for: theme)
    if feed.facts.chat == nil, let avatar = builder.screenHeader.avatar,
      let file = NeededFile(avatar, covering: Self.unknown, in: renderer.photos)
    {
      found.add(file, of: nil)
    }
    let posts = feed.posts()
    let needs = { @Sendable (post: PlacedPost) throws -> [NeededFile] in
      // Cards show no film and play no sound, but somebody may miss them.
      let others = renderer.strings.files(of: post.post).filter { !$0.isPhoto }.flatMap(\.addresses)
      return try Self.needs(of: builder.feedCard(for: post.post, beside: post.neighbours), renderer, theme)
        + others.map { NeededFile($0, in: renderer.photos) }
    }
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      try posts.nextPlaced()
    } work: { post in
      (post.id, try needs(post))
    } take: { _, result in
      for file in result.1.uniqued() { found.add(file, of: result.0) }
    }
  }

  /// Of a box that nobody laid out.
  private static let unknown = PixelSize(width: 1, height: 1)

  private static func needs(
    of card: FeedCard, _ renderer: CardRenderer, _ theme: Design.Theme
  ) throws -> [NeededFile] {
    let images = [CardState.expanded, .collapsed].flatMap { card.value(in: $0).images }.uniqued()
    guard !images.isEmpty else { return [] }
    let (widths, scale) = (renderer.project.widths, renderer.project.scales.max() ?? 1)
    var sizes: [[ImageReference.Candidate]: PixelSize] = [:]
    // One address is the only choice, whatever its box.
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
      // Pages of a carousel that nothing of shows in the card are as wide as it.
      let size = sizes[image.candidates] ?? PixelSize(width: widest, height: 1)
      return NeededFile(image, covering: size, in: renderer.photos)
    }
  }
}

/// Files that were asked for, in the order of the posts that did so first.
private struct NeededFiles {
  struct Entry {
    var file: NeededFile
    var post: String?
    var posts: Int
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]

  mutating func add(_ file: NeededFile, of post: String?) {
    guard let place = places[file.address] else {
      places[file.address] = entries.count
      return entries.append(Entry(file: file, post: post, posts: post == nil ? 0 : 1))
    }
    if post != nil { entries[place].posts += 1 }
  }
}

/// The files that a feed's cards are drawn from, each once, in the order in which posts ask for them.
struct MediaList: Encodable {
  struct File: Encodable {
    /// As the feed gives it.
    var address: String
    var state: NeededFile.State
    /// Where it is looked for and would be found, relative to the working folder; nil where no file can have the name.
    var saveAs: String?
    /// The first post that shows it; nil of what stands around the posts.
    var post: String?
    /// How many posts show it.
    var posts: Int
  }

  var files: [File]
  /// Of all files, also of those that are not listed.
  var total: Int
  var missing: Int

  /// A file in two lines, then how many there are.
  var text: String {
    let lines = files.map { file in
      let place = file.saveAs.map { "save it as \($0)" } ?? "no file can have its name"
      let who = file.post.map { post in
        ", for \(post)\(file.posts > 1 ? " and \((file.posts - 1).counted("more post"))" : "")"
      }
      switch file.state {
      case .there: return PlainText.piece(file.address) + "\n"
      case .missing: return PlainText.piece(file.address) + "\n  \(PlainText.piece(place))\(who ?? "")\n"
      case .outside: return PlainText.piece(file.address) + "\n  outside of the folders of photos\(who ?? "")\n"
      }
    }
    let all = total.counted("file")
    let verdict =
      missing == 0 ? "none of \(all) is missing" : "\(missing) of \(all) \(missing == 1 ? "is" : "are") missing"
    return lines.joined() + verdict + "\n"
  }

}

/// Where files that a feed lacks have to be put so that an export finds them: `media/lake.jpg` beside the feed. Where two
/// addresses end in the same name, or `feedproof fetch` has filled the folder, the name begins with the address's host.
struct SavePlaces {
  /// Relative to the working folder, without a slash at its end; empty for that folder itself.
  private let folder: String
  private let usesHosts: Bool
  private let files: PhotoFiles
  /// Names that more than one address ends in.
  private let doubled: Set<String>

  init(_ addresses: [String], files: FeedFiles, project: Project, environment: Environment) {
    let fetched = files.files.lazy.compactMap(\.fetchedFolder).first
    // What is unpacked lies where nobody keeps anything.
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

  /// Nil where no file can have the address's name.
  func path(of address: String) -> String? {
    let names = Self.names(of: address, files)
    guard let plain = names.first, let whole = names.last else { return nil }
    let name = usesHosts || doubled.contains(plain) ? whole : plain
    return name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// The short one, then the one with the address's host.
  private static func names(of address: String, _ files: PhotoFiles) -> [String] { files.places(for: address) }
}
