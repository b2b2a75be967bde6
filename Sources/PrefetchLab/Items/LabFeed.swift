import Prefetching

/// The feed of an experiment.
struct LabFeed: Sendable {
  /// The name in reports: `Examples/newsfeed`, `generated photos`.
  var name: String
  /// The items in the order of the feed.
  var items: [PrefetchItem]
  /// The ids of the posts; empty for a generated feed.
  var ids: [String] = []
  /// The number of cards with sizes from exported images; the others are estimated.
  var exported: Int
  /// The screen and image scale: `375@2x-light`; nil for a generated feed.
  var screen: String?

  /// Whether there is anything to load besides text.
  var hasMedia: Bool { items.contains { $0.kind != .text } }

  /// Returns this many cards; a shorter feed repeats, with new cards each time.
  func items(count: Int) -> [PrefetchItem] { (0..<count).map { items[$0 % items.count] } }

  /// Returns the name of a card.
  func name(of item: Int) -> String {
    guard !ids.isEmpty else { return "card \(item + 1)" }
    let turn = item / ids.count
    return turn == 0 ? ids[item] : "\(ids[item % ids.count]) (\(turn + 1))"
  }
}
