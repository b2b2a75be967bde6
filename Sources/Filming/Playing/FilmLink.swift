import Timeline

/// Photos on their way over a slow connection: one answer after the other, each so long after it was asked for.
///
/// It is as simple as that on purpose: what a film shows is what the list does meanwhile.
struct FilmLink {
  /// Answers that are waited for at once, as browsers do.
  static let requests = 6

  let link: FilmSetting.Link
  /// When the photos of an item are there.
  private(set) var arrivals: [ItemID: Double] = [:]
  private var free = 0.0

  init(_ link: FilmSetting.Link) { self.link = link }

  func isThere(_ item: ItemID, at time: Double) -> Bool { arrivals[item].map { $0 <= time } ?? false }

  /// Asks for what is not there yet, the first ones first, as long as not too much is under way.
  mutating func ask(for items: [(id: ItemID, bytes: Double)], at time: Double) {
    var under = arrivals.values.count { $0 > time }
    for (id, bytes) in items where arrivals[id] == nil {
      guard under < Self.requests else { return }
      free = max(free, time + link.latency) + bytes / link.speed
      arrivals[id] = free
      under += 1
    }
  }
}
