import CardDrawing
import Digests
import Drawing
import ExportStore
import FeedIngest
import Files
import Foundation
import OutputFolders

/// Why a card has to be drawn.
enum StaleReason: Hashable, Sendable {
  case new
  case forced
  case post
  case photo
  case design(DesignKeys.Component)
  /// A picture of the card is not there any more, or is not the one that was drawn.
  case picture
}

/// Whether a card that was drawn is still good.
enum CardVerdict: Sendable {
  case kept(StoredCard)
  case stale([StaleReason])
}

/// Compares posts with what the store knows of their cards. Nothing is laid out or drawn, and no story is read.
struct CardCheck: Sendable {
  let renderer: CardRenderer
  let keys: DesignKeys
  /// What cards are made from, as far as somebody has it already.
  let made: MadeCards?
  /// Nil draws everything.
  let store: ExportStore?
  /// The output folder; nil where there is none yet.
  private let tree: FileTree?
  let isForced: Bool
  /// What designs in the store were made of.
  let designs: [Digest: DesignComponents]
  /// Whether the store has cards that this very tool drew.
  private let hasOwnCards: Bool

  init(
    renderer: CardRenderer, keys: DesignKeys, store: ExportStore?, folder: String, isForced: Bool,
    made: MadeCards? = nil
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

  /// In the order of `posts`.
  func verdicts(on posts: some Collection<PlacedPost>, writes: Bool) throws -> [CardVerdict] {
    guard let store else { return posts.map { _ in .stale([.new]) } }
    var refreshed: [StoredCard] = []
    let verdicts = try zip(posts, store.cards(posts.map(\.id))).map { post, card -> CardVerdict in
      guard let card else { return .stale([.new]) }
      if isForced { return .stale([.forced]) }
      let input = made?.input(post) ?? CardInput(post, renderer: renderer)
      return verdict(
        on: card, content: try Digest(encoding: input), images: { input.images }, design: keys[input.role], &refreshed)
    }
    if writes { try store.refresh(refreshed) }
    return verdicts
  }

  /// - Parameter refreshed: Gets the card where something about it was read again.
  func verdict(
    on card: StoredCard, content: Digest, images: () -> [ImageReference], design: Digest,
    _ refreshed: inout [StoredCard]
  ) -> CardVerdict {
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

  /// What the output has of a card, or of a picture of the feed, that is drawn again.
  func earlierPictures(of name: String) throws -> EarlierPictures {
    guard !isForced, hasOwnCards, let tree, let card = try store?.cards([name])[0],
      designs[card.key.design]?.digests[DesignKeys.Component.tool.rawValue] == keys.tool
    else { return .none }
    return EarlierPictures(files: card.files, tree: tree)
  }

  private func changedParts(from old: Digest, to new: Digest) -> [StaleReason] {
    let (before, now) = (designs[old]?.digests ?? [:], keys.components[new]?.digests ?? [:])
    let changed = DesignKeys.Component.allCases.filter { before[$0.rawValue] != now[$0.rawValue] }
    return (changed.isEmpty ? DesignKeys.Component.allCases : changed).map(StaleReason.design)
  }

  /// The files as they are found; nil where one is missing or another.
  private func checked(_ files: [StoredFile], isStaged: Bool) -> [StoredFile]? {
    guard let tree else { return nil }
    var good: [StoredFile] = []
    for file in files {
      // A run that was killed right after publishing has not told the store of it.
      let staged = StateFolder.staged / file.path
      let place = isStaged && tree.stamp(of: staged) != nil ? staged : file.path
      guard let found = file.found(at: place, in: tree) else { return nil }
      good.append(found)
    }
    return good
  }
}

/// Files of pictures that are drawn again, as this very tool wrote them: where one shows the same still, it is the new one.
struct EarlierPictures: Sendable {
  static let none = EarlierPictures(files: [], tree: nil)

  fileprivate let files: [StoredFile]
  fileprivate let tree: FileTree?

  /// Nil where there is none, or it is not what was written.
  func bytes(at path: String) -> [UInt8]? {
    guard let file = files.first(where: { $0.path.text == path }),
      let data = try? tree?.data(file.path, limit: file.bytes),
      Digest(of: data) == file.sha256
    else { return nil }
    return [UInt8](data)
  }
}

extension StoredFile {
  /// The file as it is; nil where it is missing or another. To look once is most of what a run costs where nothing is new.
  func found(at place: RelativePath, in tree: FileTree) -> StoredFile? {
    guard let stamp = tree.stamp(of: place), stamp.kind == .file, stamp.size == bytes else { return nil }
    var file = self
    // Copied folders have new times; the bytes tell.
    if stamp.modified != modified {
      guard let bytes = try? tree.data(place, limit: bytes), Digest(of: bytes) == sha256 else { return nil }
      file.modified = stamp.modified
    }
    return file
  }
}
