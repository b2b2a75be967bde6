import Basics
import Foundation

/// The search index: the text of every post without layout, in segments that a page loads and searches on demand.
///
/// Texts are not tokenized: the page folds case and searches in the texts themselves, which works for all writing
/// systems. One segment is in memory at a time.
struct SearchIndex {
  /// The data on a segment that a page has before loading it.
  struct Piece: Equatable {
    /// The position of its first post.
    var start: Int
    /// The days of the earliest and latest post, since 1970; nil if no post has a date.
    var days: ClosedRange<Int>?
  }

  static let postsPerPiece = 512

  private let posts: SiteSegments
  private(set) var pieces: [Piece] = []
  private var count = 0
  private var items = ""
  /// The numbers of the authors in the segment, and their names in that order.
  private var authors: [String: Int] = [:]
  private var names: [ScriptValue] = []

  init(pieces: SiteSegments) {
    posts = pieces
  }

  /// - Parameters:
  ///   - place: Greater than the positions of earlier calls.
  ///   - day: Days since 1 January 1970.
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

  /// Writes the remaining segment.
  mutating func finish(to write: SiteWriting) throws {
    guard count > 0, let last = pieces.last else { return }
    // A conversation has no segments of day headers alone.
    let number = posts.isRising ? pieces.count - 1 : posts.number(of: last.start, size: Self.postsPerPiece)
    let key = String(number)
    try write("site/search/\(key).js", ScriptValue.chunk("search", key, [.list(names), .written("[\(items)]")]))
    (count, items, authors, names) = (0, "", [:], [])
  }

  /// The start, first day and last day of each segment.
  var script: ScriptValue {
    .list(
      pieces.map { piece in
        .list(
          [.count(piece.start)]
            + (piece.days.map { [.count($0.lowerBound), .count($0.upperBound)] } ?? [.null, .null]))
      })
  }
}

/// The days of a feed, collected as posts arrive: the position of each day's first post.
struct FeedDays {
  private let timeZone: TimeZone
  /// Days since 1970.
  private var known: Set<Int> = []
  private(set) var days: [ChatPage.Day] = []

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// - Parameter moment: The date in ISO 8601; nil if unknown.
  /// - Returns: The post's day, since 1970.
  mutating func add(_ moment: String?, at place: Int) -> Int? {
    guard let seconds = moment.flatMap({ ISO8601Moment($0)?.seconds }) else { return nil }
    let local = seconds + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let day = CivilMoment(localSeconds: local).dayNumber
    if known.insert(day).inserted { days.append(ChatPage.Day(place: place, number: day)) }
    return day
  }
}

/// The filters for a feed's posts: authors and kinds of content, with the number of posts of each.
package struct SearchFacets {
  /// The maximum number of authors in the list; others are found by a query.
  package static let authorLimit = 200

  /// By name in its escaped form; ties are sorted by these.
  private var authors: [String: Int] = [:]
  private var kinds = Array(repeating: 0, count: StoryKinds.all.count)

  mutating func add(_ fields: SearchFields) {
    let name = String(ScriptValue.text(fields.author).script.dropFirst().dropLast())
    let shown = StoryKinds(rawValue: fields.kinds)
    if !name.isEmpty, !shown.contains(.ownData) { authors[name, default: 0] += 1 }
    for (index, kind) in StoryKinds.all.enumerated() where shown.contains(kind) { kinds[index] += 1 }
  }

  /// Writes authors by number of posts, then the counts of kinds in the order of their bits.
  func write(to write: SiteWriting) throws {
    let sorted = authors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.authorLimit)
    let names = sorted.flatMap { [ScriptValue.written("\"\($0.key)\""), .count($0.value)] }
    try write("site/facets/0.js", ScriptValue.chunk("facets", "0", [.list(names), .counts(kinds)]))
  }
}
