import Prefetching
import Timeline

/// Photos on their way over one of the links of the prefetch laboratory.
///
/// They are asked for as the feed's page does: some of what is on the screen, and as many of what comes below.
struct FilmLink {
  /// Cards on the screen whose photos are under way at once, and as many below it.
  static let lanes = 2

  private var transfers: Transfers
  private var asked: Set<ItemID> = []
  /// When the photos of an item are there.
  private(set) var arrivals: [ItemID: Double] = [:]

  init(_ link: Link) { transfers = Transfers(link) }

  func isThere(_ item: ItemID, at time: Double) -> Bool { arrivals[item].map { $0 <= time } ?? false }

  /// Asks for what is not there yet, the first ones first, and goes on until somebody looks again. What comes meanwhile is
  /// known to the moment, so that frames of any rate show the same.
  ///
  /// - Parameters:
  ///   - items: At the time that the look before ended with; those without photos need nothing.
  ///   - next: Seconds; not before that.
  mutating func look(at items: [(id: ItemID, bytes: Double, isSeen: Bool)], until next: Double) {
    var (seen, ahead) = (0, 0)
    for flow in transfers.flows { if flow.isUrgent { seen += 1 } else { ahead += 1 } }
    for (id, bytes, isSeen) in items where bytes > 0 && !asked.contains(id) {
      guard transfers.hasRoom else { break }
      guard (isSeen ? seen : ahead) < Self.lanes else { continue }
      asked.insert(id)
      transfers.request(Int(id.number), bytes: Int(min(bytes, 1e12)), isUrgent: isSeen)
      if isSeen { seen += 1 } else { ahead += 1 }
    }
    while transfers.time < next {
      transfers.advance(to: min(next, transfers.nextEvent))
      for arrival in transfers.arrivals { arrivals[ItemID(Int32(arrival.key))] = transfers.time }
    }
  }
}

extension Link {
  /// Of photos that come so long after they were asked for, at so many bytes a second.
  ///
  /// - Parameters:
  ///   - latency: Seconds.
  ///   - speed: Above 0; nil of any other.
  package init?(latency: Double, speed: Double) {
    guard let trace = try? RateTrace(constant: speed * 8) else { return nil }
    self.init(name: "script", trace: trace, roundTrip: latency, serverTime: 0, hasSlowStart: false)
    setupTrips = 0
  }

  /// One that people know by name, on which the feed itself has just come: its connections stand.
  package static func film(named name: String) -> Link? {
    var link = Link.profile(name)
    link?.setupTrips = 0
    return link
  }
}
