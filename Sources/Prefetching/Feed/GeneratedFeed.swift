import Foundation

/// Feeds made up by a seed, for questions that a feed's own files can't answer.
package enum GeneratedFeed: String, CaseIterable, Sendable {
  /// One photo a card.
  case photos
  /// A third videos, which play: their first 200 KB come with the card, the rest once it is active.
  case videos

  /// - Parameter count: Of cards.
  package func items(count: Int, seed: UInt64) -> [PrefetchItem] {
    var random = CommonRandom(seed: seed, stream: 0x6665_6564)
    return (0..<count).map { place in
      // As many numbers for each card, whatever it becomes.
      let (size, height, length) = (random.unit(), random.unit(), random.unit())
      let photo = Self.photoBytes(size)
      let screens = 0.45 + 0.5 * height
      guard self == .videos, place % 3 == 2 else { return PrefetchItem(kind: .photo, parts: [photo], height: screens) }
      // Clips of 5 to 60 seconds at 1.5 Mbit/s, and a poster.
      let bytes = Int((5 + 55 * length * length) * 187_500)
      let head = min(bytes, PrefetchItem.videoHead)
      return PrefetchItem(kind: .video, parts: [photo / 2 + head, bytes - head], height: screens)
    }
  }

  /// From 20 to 400 KB, half of them below 90 KB: the share of large ones falls off as pictures on the web do.
  private static func photoBytes(_ share: Double) -> Int { Int(20_000 + 380_000 * share * share * (0.4 + 0.6 * share)) }
}
