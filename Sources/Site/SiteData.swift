/// The site's data as classic scripts, which work without a server: a page opened as a file may not fetch, but may load
/// scripts. Each file hands one piece to `feedproof.chunk`.
struct SiteData {
  /// Posts in one file of heights: about 8 KB.
  static let postsPerBlock = 1024
  /// Posts in one file of stories: about 30 KB.
  static let postsPerChunk = 32
  /// Ids in one file of the table that leads from a permalink to its post.
  static let idsPerBucket = 1024

  let site: FeedSite
  let entries: [SiteEntry]

  private var bucketCount: Int { max(1, (entries.count + Self.idsPerBucket - 1) / Self.idsPerBucket) }

  /// Writes every data file; `index.js` last, so that a page never sees the index of files that are not there yet.
  func write(_ write: (_ path: String, _ text: String) throws -> Void) throws {
    for (number, chunk) in slices(of: Self.postsPerChunk) {
      try write(
        "site/stories/\(number).js", ScriptValue.chunk("stories", "\(number)", chunk.map { .written($0.story) }))
      for (width, _) in site.widths {
        let key = "\(width)/\(number)"
        try write(
          "site/layouts/\(key).js", ScriptValue.chunk("layouts", key, chunk.map { .written($0.layouts[width] ?? "0") }))
        try write(
          "site/boxes/\(key).js", ScriptValue.chunk("boxes", key, chunk.map { .written($0.boxes[width] ?? "0") }))
      }
    }
    for (width, _) in site.widths {
      for (number, block) in slices(of: Self.postsPerBlock) {
        let heights = block.map { $0.heights[width] ?? SiteEntry.Heights(initial: 0, extra: 0) }
        let columns: [ScriptValue] = [.counts(heights.map(\.initial)), .counts(heights.map(\.extra))]
        try write("site/heights/\(width)/\(number).js", ScriptValue.chunk("heights", "\(width)/\(number)", columns))
      }
    }
    for (number, bucket) in buckets.enumerated() {
      try write("site/ids/\(number).js", ScriptValue.chunk("ids", "\(number)", bucket))
    }
    try write("site/index.js", "self.feedproof={index:\(index.script)};\n")
  }

  private func slices(of size: Int) -> [(number: Int, entries: ArraySlice<SiteEntry>)] {
    stride(from: 0, to: entries.count, by: size).map { start in
      (start / size, entries[start..<min(start + size, entries.count)])
    }
  }

  /// Id, index, id, index, …: each id in the bucket that its hash says.
  private var buckets: [[ScriptValue]] {
    var buckets: [[ScriptValue]] = Array(repeating: [], count: bucketCount)
    for (index, entry) in entries.enumerated() {
      let bucket = Int(Self.hash(of: entry.id) % UInt32(clamping: bucketCount))
      buckets[bucket] += [.text(entry.id), .count(index)]
    }
    return buckets
  }

  /// FNV-1a of 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  static func hash(of id: String) -> UInt32 {
    id.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  /// All that the page needs before it knows which posts it shows: sums of heights, not heights.
  private var index: ScriptValue {
    let sums = site.widths.map { width, _ in
      (String(width), ScriptValue.counts(slices(of: Self.postsPerBlock).map { $0.entries.initialHeight(at: width) }))
    }
    return .record([
      ("count", .count(entries.count)), ("block", .count(Self.postsPerBlock)), ("chunk", .count(Self.postsPerChunk)),
      ("buckets", .count(bucketCount)), ("gap", .number(site.cardGap.rounded())),
      ("widths", .list(site.widths.map { [.count($0.screen), .number($0.card)] })),
      ("scales", .counts(site.scales)), ("themes", .texts(site.themes.map(\.name))), ("heights", .record(sums)),
      (
        "prefetch",
        .record([
          ("budget", .number(site.prefetch.budget)), ("photo", .number(site.prefetch.photo)),
          ("page", .number(site.prefetch.page)), ("preview", .number(site.prefetch.preview)),
          ("text", .number(site.prefetch.text)),
        ])
      ),
      ("words", .record(site.words.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
      ("review", site.review.map(ScriptValue.text) ?? .null),
    ])
  }
}

extension ArraySlice<SiteEntry> {
  fileprivate func initialHeight(at width: Int) -> Int { reduce(0) { $0 + ($1.heights[width]?.initial ?? 0) } }
}
