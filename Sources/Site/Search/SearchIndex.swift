/// What every post says, apart from its layout, in pieces that a page loads and looks through once somebody searches.
///
/// Words are not taken apart: the page folds cases and looks for what is asked for in the texts themselves, which works
/// alike for all writing. One piece at a time is in memory.
struct SearchIndex {
  /// What a page knows of a piece before it loads it.
  struct Piece: Equatable {
    /// The place of its first post.
    var start: Int
    /// The days of the earliest and the latest, since 1970; nil where no post has a date.
    var days: ClosedRange<Int>?
  }

  static let postsPerPiece = 1024
  /// A piece of long texts has fewer posts.
  static let bytesPerPiece = 192 << 10

  private(set) var pieces: [Piece] = []
  private var count = 0
  private var items = ""
  /// Numbers of the authors of the piece, and their names in that order.
  private var authors: [String: Int] = [:]
  private var names: [ScriptValue] = []

  /// - Parameter day: Since 1 January 1970.
  mutating func add(_ words: StoryWords, at place: Int, on day: Int?, to write: SiteWriting) throws {
    if count == 0 { pieces.append(Piece(start: place)) }
    if let day {
      let days = pieces[pieces.count - 1].days
      pieces[pieces.count - 1].days = min(day, days?.lowerBound ?? day)...max(day, days?.upperBound ?? day)
    }
    let author = authors[words.author] ?? names.count
    if author == names.count {
      authors[words.author] = author
      names.append(.written("\"\(words.author)\""))
    }
    if count > 0 { items += "," }
    items += "\(place),\(author),\(day.map(String.init) ?? "null"),\"\(words.time)\",\(words.kinds.rawValue),"
    items += "\"\(words.text)\""
    count += 1
    if count == Self.postsPerPiece || items.utf8.count >= Self.bytesPerPiece { try finish(to: write) }
  }

  /// Writes what was not written yet.
  mutating func finish(to write: SiteWriting) throws {
    guard count > 0 else { return }
    let key = String(pieces.count - 1)
    try write("site/search/\(key).js", ScriptValue.chunk("search", key, [.list(names), .written("[\(items)]")]))
    (count, items, authors, names) = (0, "", [:], [])
  }

  /// Start, first day, last day of each piece.
  var script: ScriptValue {
    .list(
      pieces.map { piece in
        .list(
          [.count(piece.start)]
            + (piece.days.map { [.count($0.lowerBound), .count($0.upperBound)] } ?? [.null, .null]))
      })
  }
}
