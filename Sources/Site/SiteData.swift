import Names

/// The site's data as classic scripts, which work without a server: a page opened as a file may not fetch, but may load
/// scripts. Each file hands one piece to `feedproof.chunk`.
///
/// Posts pass through it in chunks; of each only its id and its heights are kept.
package struct SiteData {
  /// Posts in one file of heights: about 8 KB.
  static let postsPerBlock = 1024
  /// Ids in one file of the table that leads from a permalink to its post.
  static let idsPerBucket = 1024

  private let site: FeedSite
  private let pieces: SitePieces
  private var added = 0
  /// Id, index, id, index, …: each id in the bucket that its hash says; written as they come.
  private var buckets: [String]
  /// By width, in the site's order.
  private var heights: [[SiteEntry.Heights]]
  private var search: SearchIndex
  /// Of a feed.
  private var days: FeedDays
  private var facets = SearchFacets()
  package private(set) var missing = MissingFiles()
  /// Ids of the block that is being filled, for what needs no more than their pictures.
  private var order: [ScriptValue] = []
  /// Of drawn cards, by the face's place in the lock; and glyphs that are pictures.
  package private(set) var letters: [Int: Set<UInt32>] = [:]
  package private(set) var emoji: Set<String> = []
  /// Of a conversation: how many of its days are passed.
  private var daysPassed = 0

  package init(site: FeedSite, count: Int) {
    self.site = site
    pieces = site.pieces(count)
    search = SearchIndex(pieces: pieces)
    buckets = Array(repeating: "", count: max(1, (count + Self.idsPerBucket - 1) / Self.idsPerBucket))
    heights = Array(repeating: [], count: site.widths.count)
    days = FeedDays(timeZone: site.timeZone)
  }

  /// Writes the files of the next posts: those that stand in one file, as `FeedSite.pieces` says.
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

  /// What a file says of `postsPerChunk` posts.
  package enum Part: Hashable, Sendable {
    case stories
    /// At a screen's width.
    case layouts(Int), boxes(Int), drawings(Int)
  }

  /// - Parameter number: Of the file, from the oldest post on.
  package static func file(_ part: Part, _ number: Int, _ chunk: [SiteEntry]) -> (path: String, text: String) {
    let (kind, key, items): (String, String, [ScriptValue]) =
      switch part {
      case .stories: ("stories", "\(number)", chunk.map { .written($0.story) })
      case .layouts(let width):
        ("layouts", "\(width)/\(number)", chunk.map { .written($0[width]?.places ?? "0") })
      case .boxes(let width): ("boxes", "\(width)/\(number)", SharedTexts.chunk(chunk.map { $0[width]?.boxes }))
      case .drawings(let width):
        ("drawings", "\(width)/\(number)", DrawnLayout.chunk(chunk.map { $0[width]?.drawn }))
      }
    return ("site/\(kind)/\(key).js", ScriptValue.chunk(kind, key, items))
  }

  /// What can be searched for: messages, and not what stands between them.
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

  /// Writes the ids of a block whose last post is at `place`, if it is one.
  private mutating func writeOrder(through place: Int, to write: SiteWriting) throws {
    guard pieces.places(from: place, size: Self.postsPerBlock).count == 1 else { return }
    let key = String(pieces.number(of: place, size: Self.postsPerBlock))
    try write("site/order/\(key).js", ScriptValue.chunk("order", key, order))
    order = []
  }

  /// Which file of ids an id is in. One file more takes ids of one other alone (linear hashing).
  static func bucket(of id: String, among count: Int) -> Int {
    let hash = Int(FNV1a32.hash(of: id))
    var size = 1
    while size < count { size *= 2 }
    return hash % size < count ? hash % size : hash % (size / 2)
  }

  /// What the files for all posts together will say of these.
  private mutating func note(_ chunk: [SiteEntry], to write: SiteWriting) throws {
    for entry in chunk {
      let bucket = Self.bucket(of: entry.id, among: buckets.count)
      if !buckets[bucket].isEmpty { buckets[bucket] += "," }
      buckets[bucket] += "\(ScriptValue.text(entry.id).script),\(pieces.ordinal(added))"
      for (index, width) in site.widths.enumerated() {
        heights[index].append(entry[width.screen]?.heights ?? SiteEntry.Heights(initial: 0, extra: 0))
      }
      for drawn in entry.layouts.compactMap({ $0.drawn.flatMap(DrawnLayout.init) }) {
        letters.merge(drawn.letters) { $0.union($1) }
        emoji.formUnion(drawn.emoji)
      }
      order.append(.text(entry.id))
      try writeOrder(through: added, to: write)
      added += 1
    }
  }

  /// Writes what stands for all posts together; `index.js` last, so that a page never sees the index of files that are
  /// not there yet.
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

  /// All that the page needs before it knows which posts it shows: sums of heights, not heights.
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
