import CardRendering
import Drawing
import FeedReading
import Files
import Foundation
import OutputTransactions

/// The reason why a card has to be drawn.
enum StaleReason: Hashable, Sendable {
  case new
  case forced
  case post
  case photo
  case design(DesignKeys.Component)
  /// An image of the card is missing, or differs from the drawn one.
  case picture
}

/// The result of checking whether a drawn card is still valid.
enum CardValidity: Sendable {
  case kept(StoredCard)
  case stale([StaleReason])
}

/// Compares posts with the store's data on their cards. Nothing is laid out or drawn, and no text is read.
package struct CardCheck: Sendable {
  let renderer: CardRenderer
  let keys: DesignKeys
  /// A cache of card inputs and results, if there is one.
  let made: CardCache?
  /// The store; nil draws everything.
  let store: ExportStore?
  /// The output folder; nil if it doesn't exist yet.
  private let tree: FileTree?
  let isForced: Bool
  /// The components of designs in the store.
  let designs: [Digest: DesignComponents]
  /// Whether the store has cards drawn by this version of the tool.
  private let hasOwnCards: Bool

  package init(
    renderer: CardRenderer, keys: DesignKeys, store: ExportStore?, folder: String, isForced: Bool,
    made: CardCache? = nil
  ) throws {
    self.renderer = renderer
    self.made = made
    self.keys = keys
    self.store = store
    tree = try? FileTree(folder)
    self.isForced = isForced
    designs = try store?.designs() ?? [:]
    hasOwnCards = designs.values.contains { $0.digests[DesignKeys.Component.tool.rawValue] == keys.tool }
  }

  /// Returns verdicts in the order of `posts`.
  func verdicts(on posts: some Collection<PostInFeed>, writes: Bool) throws -> [CardValidity] {
    guard let store else { return posts.map { _ in .stale([.new]) } }
    var refreshed: [StoredCard] = []
    let verdicts = try zip(posts, store.cards(posts.map(\.id))).map { post, card -> CardValidity in
      guard let card else { return .stale([.new]) }
      if isForced { return .stale([.forced]) }
      let input = made?.input(post) ?? CardInput(post, renderer: renderer)
      return verdict(
        on: card, content: try Digest(encoding: input), images: { input.images }, design: keys[input.role], &refreshed)
    }
    if writes { try store.refresh(refreshed) }
    return verdicts
  }

  /// - Parameter refreshed: Receives the card if part of it was read again.
  func verdict(
    on card: StoredCard, content: Digest, images: () -> [ImageReference], design: Digest,
    _ refreshed: inout [StoredCard]
  ) -> CardValidity {
    var reasons: [StaleReason] = []
    if card.key.design != design { reasons += changedParts(from: card.key.design, to: design) }
    if card.key.content != content { reasons.append(.post) }
    guard reasons.isEmpty else { return .stale(reasons) }
    var current = card
    let stamp = renderer.photoKeys.stamp(of: images())
    if stamp.digest == nil || stamp.digest != card.stamp {
      var key = card.key
      key.photos = renderer.photoKeys.digest(of: stamp)
      if key == card.key {
        current.stamp = stamp.digest
      } else {
        guard key.limited(to: renderer.memory) == card.key else { return .stale([.photo]) }
      }
    }
    guard let files = checked(card.files, isStaged: card.isStaged) else { return .stale([.picture]) }
    current.files = files
    if current.stamp != card.stamp || files != card.files { refreshed.append(current) }
    return .kept(current)
  }

  /// Returns the existing output of a card, or of a feed image, that is drawn again.
  func earlierPictures(of name: String) throws -> ExistingImages {
    guard !isForced, hasOwnCards, let tree, let card = try store?.cards([name])[0],
      designs[card.key.design]?.digests[DesignKeys.Component.tool.rawValue] == keys.tool
    else { return .none }
    return ExistingImages(files: card.files, tree: tree)
  }

  private func changedParts(from old: Digest, to new: Digest) -> [StaleReason] {
    let (before, now) = (designs[old]?.digests ?? [:], keys.components[new]?.digests ?? [:])
    let changed = DesignKeys.Component.allCases.filter { before[$0.rawValue] != now[$0.rawValue] }
    return (changed.isEmpty ? DesignKeys.Component.allCases : changed).map(StaleReason.design)
  }

  /// Returns the files as found; nil if one is missing or differs.
  private func checked(_ files: [StoredFile], isStaged: Bool) -> [StoredFile]? {
    guard let tree else { return nil }
    var good: [StoredFile] = []
    for file in files {
      // A run that was killed right after publishing didn't update the store.
      let staged = StateFolder.staged / file.path
      let place = isStaged && tree.stamp(of: staged) != nil ? staged : file.path
      guard let found = file.found(at: place, in: tree) else { return nil }
      good.append(found)
    }
    return good
  }
}

/// The existing files of images that are drawn again, written by this version of the tool: if one shows the same image,
/// it is reused.
struct ExistingImages: Sendable {
  static let none = ExistingImages(files: [], tree: nil)

  fileprivate let files: [StoredFile]
  fileprivate let tree: FileTree?

  /// Returns nil if the file is missing or was changed.
  func bytes(at path: String) -> [UInt8]? {
    guard let file = files.first(where: { $0.path.text == path }),
      let data = try? tree?.data(file.path, limit: file.bytes),
      Digest(of: data) == file.sha256
    else { return nil }
    return [UInt8](data)
  }
}

extension StoredFile {
  /// Returns the file in its current state; nil if it is missing or differs. Its metadata are read only once, since
  /// that dominates the time of a run without changes.
  func found(at place: RelativePath, in tree: FileTree) -> StoredFile? {
    guard let stamp = tree.stamp(of: place), stamp.kind == .file, stamp.size == bytes else { return nil }
    var file = self
    // Copied folders have new times; the bytes decide.
    if stamp.modified != modified {
      guard let bytes = try? tree.data(place, limit: bytes), Digest(of: bytes) == sha256 else { return nil }
      file.modified = stamp.modified
    }
    return file
  }
}
