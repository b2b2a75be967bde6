/// What a feed's posts can be chosen by: who wrote them and what they show, with how many there are of each.
struct SearchFacets {
  /// Authors in the list; the others are found by a query.
  static let authorLimit = 200

  /// By name, as it stands between its quotes in a script.
  private var authors: [String: Int] = [:]
  private var kinds = Array(repeating: 0, count: StoryKinds.all.count)

  mutating func add(_ words: StoryWords) {
    if !words.author.isEmpty { authors[words.author, default: 0] += 1 }
    for (index, kind) in StoryKinds.all.enumerated() where words.kinds.contains(kind) { kinds[index] += 1 }
  }

  /// Authors with most posts first, then counts of kinds in the order of their bits.
  func write(to write: SiteWriting) throws {
    let sorted = authors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.authorLimit)
    let names = sorted.flatMap { [ScriptValue.written("\"\($0.key)\""), .count($0.value)] }
    try write("site/facets/0.js", ScriptValue.chunk("facets", "0", [.list(names), .counts(kinds)]))
  }
}
