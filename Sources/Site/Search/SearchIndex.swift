import CivilTime
import Foundation

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

  static let postsPerPiece = 512

  private let posts: SitePieces
  private(set) var pieces: [Piece] = []
  private var count = 0
  private var items = ""
  /// Numbers of the authors of the piece, and their names in that order.
  private var authors: [String: Int] = [:]
  private var names: [ScriptValue] = []

  init(pieces: SitePieces) {
    posts = pieces
  }

  /// - Parameters:
  ///   - place: After those of earlier calls.
  ///   - day: Since 1 January 1970.
  mutating func add(_ fields: SearchFields, at place: Int, on day: Int?, to write: SiteWriting) throws {
    func number(_ place: Int) -> Int { posts.number(of: place, size: Self.postsPerPiece) }
    if let last = pieces.last, number(last.start) != number(place) { try finish(to: write) }
    if count == 0 { pieces.append(Piece(start: place)) }
    if let day {
      let days = pieces[pieces.count - 1].days
      pieces[pieces.count - 1].days = min(day, days?.lowerBound ?? day)...max(day, days?.upperBound ?? day)
    }
    let author = authors[fields.author] ?? names.count
    if author == names.count {
      authors[fields.author] = author
      names.append(.text(fields.author))
    }
    if count > 0 { items += "," }
    items += "\(place - pieces[pieces.count - 1].start),\(author),\(day.map(String.init) ?? "null"),"
    items += "\(ScriptValue.text(fields.time).script),\(fields.kinds),\(ScriptValue.text(fields.text).script)"
    count += 1
  }

  /// Writes what was not written yet.
  mutating func finish(to write: SiteWriting) throws {
    guard count > 0, let last = pieces.last else { return }
    // Of a conversation there are none of headings alone.
    let number = posts.isRising ? pieces.count - 1 : posts.number(of: last.start, size: Self.postsPerPiece)
    let key = String(number)
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

/// The days of a feed, gathered as its posts pass by: where the first post of each stands.
struct FeedDays {
  private let timeZone: TimeZone
  /// Since 1970.
  private var known: Set<Int> = []
  private(set) var days: [ChatPage.Day] = []

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// - Parameter moment: ISO 8601; nil where nobody knows.
  /// - Returns: The post's day, since 1970.
  mutating func add(_ moment: String?, at place: Int) -> Int? {
    guard let seconds = moment.flatMap({ ISO8601Moment($0)?.seconds }) else { return nil }
    let local = seconds + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let day = CivilMoment(localSeconds: local).dayNumber
    if known.insert(day).inserted { days.append(ChatPage.Day(place: place, number: day)) }
    return day
  }
}

/// What a feed's posts can be chosen by: who wrote them and what they show, with how many there are of each.
struct SearchFacets {
  /// Authors in the list; the others are found by a query.
  static let authorLimit = 200

  /// By name, as it stands between its quotes in a script: equal numbers are in the order of these.
  private var authors: [String: Int] = [:]
  private var kinds = Array(repeating: 0, count: StoryKinds.all.count)

  mutating func add(_ fields: SearchFields) {
    let name = String(ScriptValue.text(fields.author).script.dropFirst().dropLast())
    let shown = StoryKinds(rawValue: fields.kinds)
    if !name.isEmpty, !shown.contains(.ownData) { authors[name, default: 0] += 1 }
    for (index, kind) in StoryKinds.all.enumerated() where shown.contains(kind) { kinds[index] += 1 }
  }

  /// Authors with most posts first, then counts of kinds in the order of their bits.
  func write(to write: SiteWriting) throws {
    let sorted = authors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.authorLimit)
    let names = sorted.flatMap { [ScriptValue.written("\"\($0.key)\""), .count($0.value)] }
    try write("site/facets/0.js", ScriptValue.chunk("facets", "0", [.list(names), .counts(kinds)]))
  }
}
