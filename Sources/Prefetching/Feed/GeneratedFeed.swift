import Foundation

/// Synthetic feeds generated from a seed, for questions that a feed's own files can't answer.
public enum GeneratedFeed: String, CaseIterable, Sendable {
  /// One photo per card.
  case photos
  /// A third are videos that play: their first 200 KB load with the card, the rest once it is active.
  case videos

  /// - Parameter count: The number of cards.
  public func items(count: Int, seed: UInt64) -> [PrefetchItem] {
    var random = SeededRandom(seed: seed, stream: 0x6665_6564)
    return (0..<count).map { place in
      // Draws the same amount of random numbers for each card, whatever its kind.
      let (size, height, length) = (random.unit(), random.unit(), random.unit())
      let photo = Self.photoBytes(size)
      let screens = 0.45 + 0.5 * height
      guard self == .videos, place % 3 == 2 else { return PrefetchItem(kind: .photo, parts: [photo], height: screens) }
      // Clips of 5 to 60 seconds at 1.5 Mbit/s, plus a poster.
      let bytes = Int((5 + 55 * length * length) * 187_500)
      let head = min(bytes, PrefetchItem.videoHead)
      return PrefetchItem(kind: .video, parts: [photo / 2 + head, bytes - head], height: screens)
    }
  }

  /// Returns a size from 20 to 400 KB with a median of 90 KB, distributed like images on the web.
  private static func photoBytes(_ share: Double) -> Int { Int(20_000 + 380_000 * share * share * (0.4 + 0.6 * share)) }
}

/// A model of a person viewing a feed.
public struct ViewerModel: Hashable, Sendable {
  /// The start of a card's dwell time.
  public enum DwellStart: String, Codable, Sendable, CaseIterable {
    /// The next card follows after the dwell time, whether or not the card was shown.
    case open
    /// The dwell time starts when the card is shown.
    case closed
  }

  /// The distribution of dwell times.
  public enum DwellDistribution: Hashable, Sendable {
    case constant(Double)
    /// The mean in seconds, and the shape: below 1 for people on web pages (Liu, White, Dumais 2010).
    case weibull(mean: Double, shape: Double)
  }

  /// The start of a card's dwell time.
  public var loop: DwellStart
  /// The distribution of dwell times.
  public var dwell: DwellDistribution
  /// The fraction of moves that go back a card, from 0 to below 0.5.
  public var back: Double
  /// The fraction of moves that are flings over `flingLength` cards, each visible for a tenth of a second.
  public var fling: Double
  /// The number of cards of a fling, at least 1.
  public var flingLength: Int
  /// The mean number of cards in a session: the viewer leaves with the same probability after each card, and everything
  /// loaded but not seen is lost. Nil for one endless session.
  public var session: Double?

  public init(
    loop: DwellStart = .closed, dwell: DwellDistribution = .constant(1), back: Double = 0, fling: Double = 0,
    flingLength: Int = 8,
    session: Double? = nil
  ) {
    self.loop = loop
    self.dwell = dwell
    self.back = min(max(0, back), 0.49)
    self.fling = min(max(0, fling), 1)
    self.flingLength = max(1, flingLength)
    self.session = session.map { max(1, $0) }
  }

  /// The period in which a card is active.
  public struct Visit: Hashable, Sendable {
    /// The card's index, from 0.
    public var item: Int
    /// The dwell time in seconds.
    public var dwell: Double
    /// Whether the viewer returns after a break: nothing is loading, and everything loaded but not seen is lost.
    public var startsSession: Bool

    package init(item: Int, dwell: Double, startsSession: Bool = false) {
      self.item = item
      self.dwell = dwell
      self.startsSession = startsSession
    }
  }

  /// Returns a path of this many visits, the same for every compared policy.
  ///
  /// - Parameters:
  ///   - count: The number of visits.
  ///   - items: The number of cards in the feed, which repeats.
  func path(count: Int, items: Int, random: inout SeededRandom) -> [Visit] {
    var visits: [Visit] = []
    visits.reserveCapacity(count)
    var (item, flung) = (0, 0)
    var starts = true
    while visits.count < count {
      // Draws the same amount of random numbers for each visit, whatever happens.
      let (move, leaving, time) = (random.unit(), random.unit(), seconds(&random))
      visits.append(Visit(item: item, dwell: flung > 0 ? 0.1 : time, startsSession: starts))
      starts = session.map { leaving < 1 / $0 } ?? false
      if starts {
        flung = 0
        item += 1
      } else if flung > 0 {
        flung -= 1
        item += 1
      } else if move < back, item > 0 {
        item -= 1
      } else {
        if move > 1 - fling { flung = flingLength }
        item += 1
      }
      if item >= items { item = 0 }
    }
    return visits
  }

  private func seconds(_ random: inout SeededRandom) -> Double {
    switch dwell {
    case .constant(let seconds):
      _ = random.unit()
      return seconds
    // Rounded to milliseconds, which hides differences of `pow` and `log` between machines.
    case .weibull(let mean, let shape): return (random.weibull(shape: shape, mean: mean) * 1000).rounded() / 1000
    }
  }

  package var meanDwell: Double {
    switch dwell {
    case .constant(let seconds): seconds
    case .weibull(let mean, _): mean
    }
  }
}

/// A random number generator (SplitMix64) that depends only on its seed: the same on every machine, and independent of
/// other generators.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Creates an independent stream, e.g. for each repeat.
  package init(seed: UInt64, stream: UInt64) {
    var mixed = SeededRandom(seed: seed ^ (stream &* 0xD1B5_4A32_D192_ED03))
    state = mixed.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number from 0 to below 1, with 53 bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a Weibull-distributed number; a shape below 1 produces many short and a few long times.
  package mutating func weibull(shape: Double, mean: Double) -> Double {
    let scale = mean / tgamma(1 + 1 / shape)
    return scale * pow(-log(1 - unit()), 1 / shape)
  }
}
