import CardRendering
import Drawing
import FeedReading
import FeedSources
import Files
import Synchronization

/// The opened input of an export: a feed, and the renderer of its cards.
package struct ExportSource: Sendable {
  let files: FeedFiles
  let feed: FeedSource
  /// Nil if the run loads it.
  var renderer: CardRenderer?
  /// The cache of a running server.
  package var made: CardCache?
}

/// A cache of recent results for a feed's cards, shared by viewing and exporting.
package final class CardCache: Sendable {
  /// The inputs of cards by post. They stay valid if only the design changes.
  package final class Inputs: Sendable {
    fileprivate let known = Mutex<[String: CardInput]>([:])
  }

  private struct StatesKey: Hashable {
    var id: String
    var theme: Int
    var width: Int
  }

  private struct PictureKey: Hashable {
    var id: String
    var variant: ImageVariant
  }

  private struct CachedCards {
    /// Keeps the first values: an export starts where the measuring of a column starts.
    var states = RecentValues<StatesKey, AccessibleStates>(limit: 1024)
    /// The encoded images, with a limit in bytes. Each has the stamp of its card's photos, taken before any was read;
    /// nil if it is unreliable.
    var pictures = RecentValues<PictureKey, (file: EncodedImage, photos: Digest?)>(limit: 96 << 20)
  }

  package let inputs: Inputs
  private let renderer: CardRenderer
  private let kept = Mutex(CachedCards())

  init(_ renderer: CardRenderer, inputs: Inputs = Inputs()) {
    (self.renderer, self.inputs) = (renderer, inputs)
  }

  package func input(_ post: PostInFeed) -> CardInput {
    if let known = inputs.known.withLock({ $0[post.id] }) { return known }
    let input = CardInput(post, renderer: renderer)
    inputs.known.withLock { $0[post.id] = input }
    return input
  }

  /// - Parameters:
  ///   - theme: The index of the theme in the design.
  ///   - width: The width of the screen.
  func states(of input: CardInput, theme: Int, width: Int) throws -> AccessibleStates {
    let key = StatesKey(id: input.id, theme: theme, width: width)
    if let known = kept.withLock({ $0.states[key] }) { return known }
    let card = input.cards[renderer.builderOfTheme[theme]]
    let states = try renderer.read(card, in: renderer.design.themes[theme], width: width)
    kept.withLock { kept in
      if kept.states.hasRoom(for: 1) { kept.states.add(states, key, cost: 1) }
    }
    return states
  }

  /// Returns an image for viewing.
  func picture(of id: String, _ variant: ImageVariant) -> EncodedImage? {
    kept.withLock { $0.pictures[PictureKey(id: id, variant: variant)]?.file }
  }

  /// Returns an image for storage under a key.
  ///
  /// - Parameter photos: The stamp in the key; nil if it can't reliably detect changes.
  func picture(of id: String, _ variant: ImageVariant, photos: Digest?) -> EncodedImage? {
    guard let photos, let known = kept.withLock({ $0.pictures[PictureKey(id: id, variant: variant)] }),
      known.photos == photos
    else { return nil }
    return known.file
  }

  /// - Parameters:
  ///   - stamp: The stamp of the card's photos, taken before any was read.
  ///   - photos: The photos it was drawn with. If there was a problem with one, the image isn't cached, so that the
  ///     next drawing reports it again.
  ///   - isSeen: Whether it may evict older images.
  func keep(_ picture: EncodedImage, of id: String, _ stamp: Digest?, photos: PostImages, isSeen: Bool) {
    let isWhole = photos.diagnostics.isEmpty && !photos.isLimited
    let key = PictureKey(id: id, variant: picture.variant)
    kept.withLock { kept in
      guard isSeen || kept.pictures.hasRoom(for: picture.bytes.count) else { return }
      kept.pictures.add((picture, isWhole ? stamp : nil), key, cost: picture.bytes.count)
    }
  }
}

/// A cache of recent values, limited by size.
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
