import CardRendering
import Cards
import Diagnostics
import FeedReading
import Files
import Foundation
import Projects
import RunSupport

/// Finds posts whose cards and references are unchanged since the last comparison. Such a post needs no layout, no
/// rendering and no reading of baseline images.
package struct UnchangedPosts: Sendable {
  private let renderer: CardRenderer
  /// nil renders everything.
  private let last: ComparisonStore?
  private let baselines: String

  /// - Parameters:
  ///   - key: The digest of everything that the run's cases have in common.
  ///   - isForced: Whether to render everything, even cached cases.
  ///   - report: Receives a diagnostic if the store of the last comparison is damaged.
  init(
    renderer: CardRenderer, store: BaselineStore, review: ReviewFolder, key: Digest, isForced: Bool,
    report: (Diagnostic) -> Void
  ) {
    self.renderer = renderer
    last = isForced ? nil : ComparisonStore(last: review.url, key: key, report: report)
    baselines = store.url.path
  }

  /// Returns the key of everything that the cards of a post depend on. Call it before rendering, so that later changes
  /// lead to a different key.
  func key(of post: PostInFeed) throws -> PostKey {
    try key(of: cards(of: post), known: nil)
  }

  /// Returns the cached result of a post with current file marks.
  ///
  /// - Returns: nil if the post must be rendered.
  func kept(_ post: PostInFeed) throws -> ComparisonStore.Post? {
    guard var known = last?.post(post.id) else { return nil }
    let key = try key(of: cards(of: post), known: known.key)
    guard key.content == known.key.content, key.photos == known.key.photos else { return nil }
    known.key = key
    // A tree of its own, because it keeps the last folder open, and the files of a post are in one folder.
    guard let baselines = try? FileTree(baselines) else { return nil }
    for index in known.rows.indices {
      guard let found = known.rows[index].found(in: baselines) else { return nil }
      known.rows[index].dependencies = found
    }
    return known
  }

  private func cards(of post: PostInFeed) -> [FeedCard] {
    renderer.builders.map { $0.feedCard(for: post.post, beside: post.neighbours) }
  }

  /// - Parameter known: An earlier key, which avoids reading photos that have not changed since.
  private func key(of cards: [FeedCard], known: PostKey?) throws -> PostKey {
    let images = cards.flatMap { card in
      [CardState.expanded, .collapsed].flatMap { card.value(in: $0).images }
    }.uniqued()
    let stamp = renderer.photoKeys.stamp(of: images)
    let isSame = stamp.digest != nil && stamp.digest == known?.stamp
    let photos = isSame ? known?.photos : nil
    return PostKey(
      content: try Digest(encoding: cards), photos: photos ?? renderer.photoKeys.digest(of: stamp), stamp: stamp.digest)
  }
}

extension UnchangedPosts {
  /// Returns the digest of everything that the run's cases have in common: tool, design, fonts, options, and the
  /// environments of the baselines.
  package static func key(
    _ renderer: CardRenderer, store: BaselineStore, environment: RenderingEnvironment, build: String,
    review: ReviewFolder, keeping: BaselineStorage?
  ) throws -> Digest {
    let sources = renderer.design.sources
    let cards = (CardRole.stock + (renderer.project.types?.roles ?? [])).flatMap {
      [Digest(of: $0.file), sources.digest(of: .card($0.file))]
    }
    let fonts = renderer.fonts.paths.map { path in
      // A file with the name and size from the lock is opened when a text first needs it, which may never happen.
      "\(path) \(FileStamp(path, following: true).map { "\($0.size) \($0.modified)" } ?? "")"
    }
    let options =
      renderer.project.values(reaching: [.cards, .screens, .judgement]).lines + [
        review.path(to: store.url), keeping?.rawValue ?? "",
      ]
    return Digest(
      joining: [sources.digest(of: .tokens), sources.digest(of: .icons)] + cards
        + [try Digest(encoding: renderer.fonts.lock), try store.environmentsDigest()]
        + [[FeedproofVersion.current, build, environment.name], fonts, options].map {
          Digest(joining: $0.map { Digest(of: $0) })
        })
  }
}

extension ComparisonStore.Row {
  /// - Returns: The current state of the case's files; nil if a file is missing or has changed.
  fileprivate func found(in baselines: FileTree) -> CaseDependencies? {
    guard let description = RelativePath("\(id).json"), let picture = RelativePath(BaselineStore.pictureName(of: id)),
      let dependencies, let record = dependencies.record.found(at: description, in: baselines),
      (baselines.stamp(of: picture) != nil) == dependencies.hasPicture
    else { return nil }
    return CaseDependencies(record: record, hasPicture: dependencies.hasPicture)
  }
}
