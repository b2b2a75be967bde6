import Prefetching
import Timeline

/// Loads photos over a link of the prefetch laboratory.
///
/// Photos are requested as on the feed's page: some for cards on the screen, and as many for cards below.
struct FilmLink {
  /// The number of visible cards whose photos load concurrently, and of those below.
  static let lanes = 2

  private var transfers: Transfers
  private var asked: Set<ItemID> = []
  /// The arrival time of each item's photos.
  private(set) var arrivals: [ItemID: Double] = [:]

  init(_ link: NetworkLink) { transfers = Transfers(link) }

  func isThere(_ item: ItemID, at time: Double) -> Bool { arrivals[item].map { $0 <= time } ?? false }

  /// Requests missing photos in order, and runs until the next call. Arrival times are exact, so that frames of any
  /// rate show the same.
  ///
  /// - Parameters:
  ///   - items: The items at the end time of the previous call; those without photos need nothing.
  ///   - next: The end time in seconds; not before the previous one.
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

extension NetworkLink {
  /// Creates a link with a constant latency and speed.
  ///
  /// - Parameters:
  ///   - latency: Seconds.
  ///   - speed: Bytes a second, above 0; nil otherwise.
  package init?(latency: Double, speed: Double) {
    guard let trace = try? RateTrace(constant: speed * 8) else { return nil }
    self.init(name: "script", trace: trace, roundTrip: latency, serverTime: 0, hasSlowStart: false)
    setupTrips = 0
  }

  /// Returns a link by name, warmed up by loading the feed: its connections are open.
  package static func film(named name: String) -> NetworkLink? {
    var link = NetworkLink.profile(name)
    link?.setupTrips = 0
    return link
  }
}
