import JSONTree

extension MastodonPageReader {
  static func counters(_ node: JSONNode) -> [Post.Counter] {
    func count(_ keys: String...) -> Int? {
      keys.lazy.compactMap { node.int($0) }.first.flatMap { $0 < 0 ? nil : $0 }
    }
    var counters = [
      Post.Counter(.replies, count("replies_count", "reply_count")), Post.Counter(.boosts, count("reblogs_count")),
      Post.Counter(.favourites, count("favourites_count")),
    ]
    if let quotes = count("quotes_count") { counters.append(Post.Counter(.quotes, quotes)) }
    if let reactions = reactions(node) { counters.append(Post.Counter(.reactions, reactions)) }
    return counters
  }

  /// Emoji that people put under a status, all together: `[{"name": "🎉", "count": 3}]`, at one place or another. Nil where
  /// there are none.
  private static func reactions(_ node: JSONNode) -> Int? {
    let lists = [node.object("pleroma")?.list("emoji_reactions"), node.list("emoji_reactions"), node.list("reactions")]
    guard let list = lists.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) else { return nil }
    var sum = 0
    for reaction in list {
      guard let count = reaction.int("count"), count > 0 else { continue }
      let (next, isTooMuch) = sum.addingReportingOverflow(count)
      if isTooMuch { return nil }
      sum = next
    }
    return sum > 0 ? sum : nil
  }
}
