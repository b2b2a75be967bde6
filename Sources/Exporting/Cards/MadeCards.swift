import CardDrawing
import Digests
import Drawing
import FeedIngest
import FeedSources
import Synchronization

/// What a run exports, opened: a feed, and all that its cards are made with.
package struct ExportSource: Sendable {
  let files: FeedFiles
  let feed: FeedSource
  /// Nil where the run loads it.
  var renderer: CardRenderer?
  /// What somebody who looks at the feed has had made.
  var made: MadeCards?
}

/// What was made of a feed's cards lately: who looks at them and who exports them get the same, and nobody makes it twice.
final class MadeCards: Sendable {
  /// What cards are drawn from, by post. It outlasts changes that only reach how they are drawn.
  final class Inputs: Sendable {
    fileprivate let known = Mutex<[String: CardInput]>([:])
  }

  private struct StatesKey: Hashable {
    var id: String
    var theme: Int
    var width: Int
  }

  private struct PictureKey: Hashable {
    var id: String
    var variant: PictureVariant
  }

  private struct Kept {
    /// Those that came first: an export begins where the measuring of a column began.
    var states = RecentValues<StatesKey, ReadStates>(limit: 1024)
    /// Bytes. Each with the stamp of its card's photos from before one of them was read; nil where that can't be trusted.
    var pictures = RecentValues<PictureKey, (file: PictureFile, photos: Digest?)>(limit: 96 << 20)
  }

  let inputs: Inputs
  private let renderer: CardRenderer
  private let kept = Mutex(Kept())

  init(_ renderer: CardRenderer, inputs: Inputs = Inputs()) {
    (self.renderer, self.inputs) = (renderer, inputs)
  }

  func input(_ post: PlacedPost) -> CardInput {
    if let known = inputs.known.withLock({ $0[post.id] }) { return known }
    let input = CardInput(post, renderer: renderer)
    inputs.known.withLock { $0[post.id] = input }
    return input
  }

  /// - Parameters:
  ///   - theme: Its place in the design.
  ///   - width: The screen's.
  func states(of input: CardInput, theme: Int, width: Int) throws -> ReadStates {
    let key = StatesKey(id: input.id, theme: theme, width: width)
    if let known = kept.withLock({ $0.states[key] }) { return known }
    let card = input.cards[renderer.builderOfTheme[theme]]
    let states = try renderer.read(card, in: renderer.design.themes[theme], width: width)
    kept.withLock { kept in
      if kept.states.hasRoom(for: 1) { kept.states.add(states, key, cost: 1) }
    }
    return states
  }

  /// For whoever looks at it.
  func picture(of id: String, _ variant: PictureVariant) -> PictureFile? {
    kept.withLock { $0.pictures[PictureKey(id: id, variant: variant)]?.file }
  }

  /// For whoever stores it under a key.
  ///
  /// - Parameter photos: The stamp in the key; nil where it can't be trusted to tell of a change.
  func picture(of id: String, _ variant: PictureVariant, photos: Digest?) -> PictureFile? {
    guard let photos, let known = kept.withLock({ $0.pictures[PictureKey(id: id, variant: variant)] }),
      known.photos == photos
    else { return nil }
    return known.file
  }

  /// - Parameters:
  ///   - stamp: Of the card's photos, taken before one of them was read.
  ///   - photos: What it was drawn with. Where something was wrong with one, whoever draws the card has to meet it again.
  ///   - isSeen: Whether older ones may go for it.
  func keep(_ picture: PictureFile, of id: String, _ stamp: Digest?, photos: PostPictures, isSeen: Bool) {
    let isWhole = photos.diagnostics.isEmpty && !photos.isLimited
    let key = PictureKey(id: id, variant: picture.variant)
    kept.withLock { kept in
      guard isSeen || kept.pictures.hasRoom(for: picture.bytes.count) else { return }
      kept.pictures.add((picture, isWhole ? stamp : nil), key, cost: picture.bytes.count)
    }
  }
}

/// The values that came last, as far as there is room.
private struct RecentValues<Key: Hashable, Value> {
  let limit: Int
  private var values: [Key: (value: Value, cost: Int)] = [:]
  private var order: [Key] = []
  private var cost = 0

  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: Key) -> Value? { values[key]?.value }
  func hasRoom(for cost: Int) -> Bool { self.cost + cost <= limit }

  mutating func add(_ value: Value, _ key: Key, cost: Int) {
    guard values[key] == nil else { return }
    values[key] = (value, cost)
    order.append(key)
    self.cost += cost
    while self.cost > limit, order.count > 1 {
      self.cost -= values.removeValue(forKey: order.removeFirst())?.cost ?? 0
    }
  }
}
