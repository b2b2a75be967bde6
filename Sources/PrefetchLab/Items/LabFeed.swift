import Prefetching

/// What the laboratory's viewers look at.
struct LabFeed: Sendable {
  /// As a report calls it: `Examples/newsfeed`, `generated photos`.
  var name: String
  /// In the feed's order.
  var items: [PrefetchItem]
  /// Ids of the posts; empty where the feed is made up.
  var ids: [String] = []
  /// How many cards' sizes are those of exported pictures; the others' are estimated.
  var exported: Int
  /// Screen and pictures: `375@2x-light`; nil where the feed is made up.
  var screen: String?

  /// Whether there is anything to load but text.
  var hasMedia: Bool { items.contains { $0.kind != .text } }

  /// As many cards as there are to be: a shorter feed comes again and again, each time as new cards.
  func items(count: Int) -> [PrefetchItem] { (0..<count).map { items[$0 % items.count] } }

  /// What a card of that number is called.
  func name(of item: Int) -> String {
    guard !ids.isEmpty else { return "card \(item + 1)" }
    let turn = item / ids.count
    return turn == 0 ? ids[item] : "\(ids[item % ids.count]) (\(turn + 1))"
  }
}
