import Foundation

/// Feeds made up by a seed, for questions that a feed's own files can't answer.
public enum GeneratedFeed: String, CaseIterable, Sendable {
  /// One photo a card.
  case photos
  /// A third videos, which play: their first 200 KB come with the card, the rest once it is active.
  case videos

  /// - Parameter count: Of cards.
  public func items(count: Int, seed: UInt64) -> [PrefetchItem] {
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

/// How somebody goes through a feed.
public struct Viewer: Hashable, Sendable {
  /// What a card's time starts with.
  public enum Loop: String, Codable, Sendable, CaseIterable {
    /// The next card after its time, come what may.
    case open
    /// The time starts when the card is shown.
    case closed
  }

  /// How long a viewer looks at a card.
  public enum Dwell: Hashable, Sendable {
    case constant(Double)
    /// Mean seconds, and the shape: below 1 as people on pages have it (Liu, White, Dumais 2010).
    case weibull(mean: Double, shape: Double)
  }

  /// What a card's time starts with.
  public var loop: Loop
  /// How long a viewer looks at a card.
  public var dwell: Dwell
  /// The share of moves that go back a card, from 0 to below 0.5.
  public var back: Double
  /// The share of moves that fling over `flingLength` cards, each seen for a tenth of a second.
  public var fling: Double
  /// Cards of a fling, 1 or more.
  public var flingLength: Int
  /// Cards of a session on average: with the same chance after each card the viewer leaves, and what was loaded and not
  /// seen is lost. Nil for one session without an end.
  public var session: Double?

  public init(
    loop: Loop = .closed, dwell: Dwell = .constant(1), back: Double = 0, fling: Double = 0, flingLength: Int = 8,
    session: Double? = nil
  ) {
    self.loop = loop
    self.dwell = dwell
    self.back = min(max(0, back), 0.49)
    self.fling = min(max(0, fling), 1)
    self.flingLength = max(1, flingLength)
    self.session = session.map { max(1, $0) }
  }

  /// A card that is active, and for how long.
  public struct Visit: Hashable, Sendable {
    /// The card, from 0.
    public var item: Int
    /// Seconds.
    public var dwell: Double
    /// The viewer comes back: nothing is under way, and what was loaded and not seen is lost.
    public var startsSession: Bool

    package init(item: Int, dwell: Double, startsSession: Bool = false) {
      self.item = item
      self.dwell = dwell
      self.startsSession = startsSession
    }
  }

  /// As many visits as there are to be, the same for every policy that is compared.
  ///
  /// - Parameters:
  ///   - count: Of visits.
  ///   - items: How many cards the feed has; it begins again where they end.
  func path(count: Int, items: Int, random: inout CommonRandom) -> [Visit] {
    var visits: [Visit] = []
    visits.reserveCapacity(count)
    var (item, flung) = (0, 0)
    var starts = true
    while visits.count < count {
      // As many numbers are drawn for each visit, whatever comes of them.
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

  private func seconds(_ random: inout CommonRandom) -> Double {
    switch dwell {
    case .constant(let seconds):
      _ = random.unit()
      return seconds
    // Whole milliseconds: what two machines' powers and logarithms differ by does not come through.
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

/// Random numbers that depend on a seed alone: the same on every machine, whatever is drawn from others (SplitMix64).
package struct CommonRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A stream of its own, e.g. for each repeat.
  package init(seed: UInt64, stream: UInt64) {
    var mixed = CommonRandom(seed: seed ^ (stream &* 0xD1B5_4A32_D192_ED03))
    state = mixed.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// From 0 to below 1, of 53 bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Weibull's distribution by its mean; a shape below 1 has many short times and a few long ones.
  package mutating func weibull(shape: Double, mean: Double) -> Double {
    let scale = mean / tgamma(1 + 1 / shape)
    return scale * pow(-log(1 - unit()), 1 / shape)
  }
}
