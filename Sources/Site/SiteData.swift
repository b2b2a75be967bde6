import Basics

/// The site's data as classic scripts, which work without a server: a page opened as a file can't fetch, but can load
/// scripts. Each file passes a chunk to `feedproof.chunk`.
///
/// Posts are processed in chunks; only the ids and heights of earlier ones are kept.
package struct SiteData {
  /// The number of posts per file of heights: about 8 KB.
  static let postsPerBlock = 1024
  /// The number of ids per file of the table that maps permalinks to posts.
  static let idsPerBucket = 1024

  private let site: FeedSite
  private let pieces: SiteSegments
  private var added = 0
  /// Id, index, id, index, …: each id is in the bucket of its hash, in order of arrival.
  private var buckets: [String]
  /// The heights by width, in the site's order.
  private var heights: [[SiteEntry.Heights]]
  private var search: SearchIndex
  /// The days of a feed.
  private var days: FeedDays
  private var facets = SearchFacets()
  package private(set) var missing = MissingFiles()
  /// The ids of the current block, for scripts that only need images.
  private var order: [ScriptValue] = []
  /// Characters of drawn cards by the position of the face in the lock; and color glyphs.
  package private(set) var letters: [Int: Set<UInt32>] = [:]
  package private(set) var emoji: Set<String> = []
  /// The number of a conversation's days so far.
  private var daysPassed = 0

  package init(site: FeedSite, count: Int) {
    self.site = site
    pieces = site.pieces(count)
    search = SearchIndex(pieces: pieces)
    buckets = Array(repeating: "", count: max(1, (count + Self.idsPerBucket - 1) / Self.idsPerBucket))
    heights = Array(repeating: [], count: site.widths.count)
    days = FeedDays(timeZone: site.timeZone)
  }

  /// Writes the files of the next posts, which must be the posts of one file according to `FeedSite.pieces`.
  package mutating func write(_ chunk: [SiteEntry], to write: SiteWriting) throws {
    let number = pieces.number(of: added, size: site.postsPerChunk)
    try noteWords(of: chunk, to: write)
    try note(chunk, to: write)
    let drawings = site.isDrawn ? site.widths.map { Part.drawings($0.screen) } : []
    for part in [Part.stories] + site.widths.flatMap({ [Part.layouts($0.screen), .boxes($0.screen)] }) + drawings {
      let file = Self.file(part, number, chunk)
      try write(file.path, file.text)
    }
  }

  /// A kind of data file for `postsPerChunk` posts.
  package enum Part: Hashable, Sendable {
    case stories
    /// Data for one screen width.
    case layouts(Int), boxes(Int), drawings(Int)
  }

  /// - Parameter number: The number of the file, starting from the oldest post.
  package static func file(_ part: Part, _ number: Int, _ chunk: [SiteEntry]) -> (path: String, text: String) {
    let (kind, key, items): (String, String, [ScriptValue]) =
      switch part {
      case .stories: ("stories", "\(number)", chunk.map { .written($0.story) })
      case .layouts(let width):
        ("layouts", "\(width)/\(number)", chunk.map { .written($0[width]?.places ?? "0") })
      case .boxes(let width): ("boxes", "\(width)/\(number)", SharedTextTable.chunk(chunk.map { $0[width]?.boxes }))
      case .drawings(let width):
        ("drawings", "\(width)/\(number)", DrawnCardLayout.chunk(chunk.map { $0[width]?.drawn }))
      }
    return ("site/\(kind)/\(key).js", ScriptValue.chunk(kind, key, items))
  }

  /// Adds searchable text: messages, but not day headers.
  private mutating func noteWords(of chunk: [SiteEntry], to write: SiteWriting) throws {
    guard let chat = site.chat else { return try noteWords(ofPosts: chunk, to: write) }
    for (offset, entry) in chunk.enumerated() {
      let place = added + offset
      var isHeading = chat.unread == place
      while daysPassed < chat.days.count, chat.days[daysPassed].place <= place {
        isHeading = isHeading || chat.days[daysPassed].place == place
        daysPassed += 1
      }
      if isHeading { continue }
      let day = daysPassed > 0 ? chat.days[daysPassed - 1].number : nil
      missing.add(entry, on: day.map(chat.words(ofDay:)))
      try search.add(entry.search, at: place, on: day, to: write)
    }
  }

  private mutating func noteWords(ofPosts chunk: [SiteEntry], to write: SiteWriting) throws {
    for (offset, entry) in chunk.enumerated() {
      facets.add(entry.search)
      missing.add(entry)
      try search.add(
        entry.search, at: added + offset, on: days.add(entry.search.moment, at: added + offset), to: write)
    }
  }

  /// Writes the ids of a block if its last post is at `place`.
  private mutating func writeOrder(through place: Int, to write: SiteWriting) throws {
    guard pieces.places(from: place, size: Self.postsPerBlock).count == 1 else { return }
    let key = String(pieces.number(of: place, size: Self.postsPerBlock))
    try write("site/order/\(key).js", ScriptValue.chunk("order", key, order))
    order = []
  }

  /// Returns the file of an id. With one more file, only the ids of a single other file are split (linear hashing).
  package static func bucket(of id: String, among count: Int) -> Int {
    let hash = Int(FNV1a32.hash(of: id))
    var size = 1
    while size < count { size *= 2 }
    return hash % size < count ? hash % size : hash % (size / 2)
  }

  /// Collects the data of these posts for files about all posts.
  private mutating func note(_ chunk: [SiteEntry], to write: SiteWriting) throws {
    for entry in chunk {
      let bucket = Self.bucket(of: entry.id, among: buckets.count)
      if !buckets[bucket].isEmpty { buckets[bucket] += "," }
      buckets[bucket] += "\(ScriptValue.text(entry.id).script),\(pieces.ordinal(added))"
      for (index, width) in site.widths.enumerated() {
        heights[index].append(entry[width.screen]?.heights ?? SiteEntry.Heights(initial: 0, extra: 0))
      }
      for drawn in entry.layouts.compactMap({ $0.drawn.flatMap(DrawnCardLayout.init) }) {
        letters.merge(drawn.letters) { $0.union($1) }
        emoji.formUnion(drawn.emoji)
      }
      order.append(.text(entry.id))
      try writeOrder(through: added, to: write)
      added += 1
    }
  }

  /// Writes the files about all posts; `index.js` is last, so that a page never reads an index of files that don't
  /// exist yet.
  package mutating func finish(to write: SiteWriting) throws {
    try search.finish(to: write)
    try ChatPage.write(site.chat?.days ?? days.days, pieces, to: write)
    if site.chat == nil { try facets.write(to: write) }
    for (index, width) in site.widths.enumerated() {
      for (number, block) in blocks(of: heights[index]) {
        let columns: [ScriptValue] = [.counts(block.map(\.initial)), .counts(block.map(\.extra))]
        try write(
          "site/heights/\(width.screen)/\(number).js",
          ScriptValue.chunk("heights", "\(width.screen)/\(number)", columns))
      }
    }
    for (number, bucket) in buckets.enumerated() {
      try write(
        "site/ids/\(number).js", ScriptValue.chunk("ids", "\(number)", bucket.isEmpty ? [] : [.written(bucket)]))
    }
    try write(PageFile.index.path, "self.feedproof={index:\(index.script)};\n")
  }

  private func blocks(of heights: [SiteEntry.Heights]) -> [(number: Int, heights: ArraySlice<SiteEntry.Heights>)] {
    pieces.all(size: Self.postsPerBlock).map { ($0.number, heights[$0.places]) }
  }

  /// The data that the page needs before it knows which posts to show: sums of heights, but not single heights.
  private var index: ScriptValue {
    let sums = site.widths.enumerated().map { index, width in
      (
        String(width.screen),
        ScriptValue.counts(blocks(of: heights[index]).map { $0.heights.reduce(0) { $0 + $1.initial } })
      )
    }
    let all: [(String, ScriptValue)] = [
      ("count", .count(pieces.count)), ("buckets", .count(buckets.count)), ("heights", .record(sums)),
    ]
    let days = site.chat == nil ? [("days", ChatPage.starts(of: days.days, isRising: false))] : []
    let lacks = missing.count > 0 ? [("missing", ScriptValue.count(missing.count))] : []
    return .record(all + [("search", search.script)] + days + lacks + site.settingFields)
  }
}
