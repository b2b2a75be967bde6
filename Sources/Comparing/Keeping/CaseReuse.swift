import CardDrawing
import Cards
import Digests
import FeedIngest
import Files
import Foundation
import Projects
import Runs

/// Tells of posts whether they are, and what they are held against is, as the last comparison found it: such a post is not
/// laid out, drawn or read from a picture again.
struct CaseReuse: Sendable {
  private let renderer: CardRenderer
  /// Nil draws everything.
  private let kept: KeptPosts?
  private let baselines: String

  /// - Parameters:
  ///   - key: Of all that cases have in common.
  ///   - isForced: Whether everything is drawn whatever is known.
  init(renderer: CardRenderer, store: BaselineStore, review: ReviewFolder, key: Digest, isForced: Bool) {
    self.renderer = renderer
    kept = isForced ? nil : KeptPosts(in: review.url, key: key)
    baselines = store.url.path
  }

  /// What a card of the post drawn now is drawn from. To be asked before anything is drawn: what changes later makes the
  /// key another one.
  func key(of post: PlacedPost) throws -> PostKey {
    try key(of: cards(of: post), known: nil)
  }

  /// - Returns: What is known of the post, brought up to date; nil where its cards are to be drawn.
  func kept(_ post: PlacedPost) throws -> KeptPost? {
    guard var known = kept?.post(post.id) else { return nil }
    let key = try key(of: cards(of: post), known: known.key)
    guard key.content == known.key.content, key.photos == known.key.photos else { return nil }
    known.key = key
    // Of its own: a tree keeps the last folder open, and a post's files are in one.
    guard let baselines = try? FileTree(baselines) else { return nil }
    for index in known.cases.indices {
      guard let marks = known.cases[index].found(in: baselines) else { return nil }
      known.cases[index].marks = marks
    }
    return known
  }

  private func cards(of post: PlacedPost) -> [FeedCard] {
    renderer.builders.map { $0.feedCard(for: post.post, beside: post.neighbours) }
  }

  /// - Parameter known: Spares reading photos that have not changed since.
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

extension CaseReuse {
  /// The digest of all that the run's cases have in common: tool, design, fonts, options, and what was approved with.
  static func key(
    _ renderer: CardRenderer, store: BaselineStore, environment: BaselineEnvironment, build: String,
    review: ReviewFolder, keeping: BaselineKeeping?
  ) throws -> Digest {
    let sources = renderer.design.sources
    let cards = (CardRole.stock + (renderer.project.types?.roles ?? [])).flatMap {
      [Digest(of: $0.file), sources.digest(of: .card($0.file))]
    }
    let fonts = renderer.fonts.paths.map { path in
      // A file of the locked name and size is opened when a text first needs it, which may be never.
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

extension KeptCase {
  /// - Returns: Its files as they are found; nil where one is missing or another.
  fileprivate func found(in baselines: FileTree) -> CaseMarks? {
    guard let description = RelativePath("\(id).json"), let picture = RelativePath(BaselineStore.pictureName(of: id)),
      let record = marks.record.found(at: description, in: baselines),
      (baselines.stamp(of: picture) != nil) == marks.hasPicture
    else { return nil }
    return CaseMarks(record: record, hasPicture: marks.hasPicture)
  }
}
