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

  /// - Parameter missingOnly: Whether files that are there are left out of the list.
  /// - Throws: `RunFailure`.
  func list(missingOnly: Bool) async throws -> MediaList {
    let files = FeedFiles.find(of: project)
    var found = NeededFiles()
    do {
      try await add(FeedSource.open(files, report: report), files, to: &found)
    } catch let several as SeveralChats {
      for chat in several.chats { try await add(chat.source, several.files, to: &found) }
    }
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
    if let viewer = project.viewer, feed.facts.chat == nil {
      let avatar = ImageReference(candidates: [.init(url: viewer)])
      if let file = NeededFile(avatar, covering: Self.unknown, in: renderer.photos) { found.add(file, of: nil) }
    }
    let posts = feed.posts()
    let needs = { @Sendable (post: PlacedPost) throws -> [NeededFile] in
      try Self.needs(of: builder.feedCard(for: post.post, beside: post.neighbours), renderer, theme)
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
