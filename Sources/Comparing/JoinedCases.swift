import Diagnostics
import Digests
import Files
import Proof
import Runs

/// What one shard of a comparison left.
struct ReviewedShard {
  /// As the command line names it.
  var folder: String
  var review: ReviewFolder
  var report: StoredReport
  var shard: CompareReport.ShardSummary
  /// By the ids of their clusters.
  var causes: [String: Cause]
  /// Seconds that its cases took, obsolete ones left out, in the report's order; fewer where that is not known.
  var times: [Double]
}

extension ReviewFolder {
  /// Seconds of the cases as JUnit was told of them: nothing else says, since reports are the same bytes whatever the
  /// machine. Empty where that can't be read.
  func caseTimes() -> [Double] {
    guard let file = try? RegularFile(url.appendingPathComponent("junit.xml")) else { return [] }
    var lines = FileLines(file, limit: 1 << 24)
    var times: [Double] = []
    while let line = try? lines.next() {
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      guard let match = text.firstMatch(of: /^ *<testcase classname="[^"]*" time="([0-9.]+)"/) else { continue }
      times.append(Double(match.1) ?? 0)
    }
    return times
  }
}

/// The cases of all shards in the order of the whole run. Kept of them is where they stand in the shards' reports.
struct JoinedCases {
  private struct Location {
    /// Index into the shards.
    var shard: Int
    /// Bytes of its report; empty for a post without cases.
    var bytes: Range<Int>
    /// Which of the shard's times is that of its first case.
    var time: Int
  }

  private let shards: [ReviewedShard]
  /// Posts of the whole run.
  private let total: Int
  /// By their place in the whole run.
  private var posts: [Int: Location] = [:]
  /// Folders of posts that come more than once.
  private var doubled: [Int: [String]] = [:]
  private var obsolete: [(id: String, place: Location)] = []
  /// Of the cases, and of those of them that come more than once.
  private var hashes: Set<FNV1a64> = []
  private var repeated: Set<FNV1a64> = []

  /// - Throws: `RunFailure` with all that keeps the shards from being one run.
  init(_ shards: [ReviewedShard]) throws {
    self.shards = shards
    total = max(0, shards.first?.shard.total ?? 0)
    for index in shards.indices { try add(index) }
    let problems = try missing + doubledPosts + doubledCases()
    guard problems.isEmpty else { throw RunFailure(problems.map { Diagnostic($0) }) }
  }

  /// Each case once, in the run's order, then the obsolete baselines in theirs; one post's are in memory at a time.
  func forEach(_ body: (_ entry: CompareReport.Case, _ seconds: Double, ReviewedShard) throws -> Void) throws {
    for number in posts.keys.sorted() {
      guard let place = posts[number], !place.bytes.isEmpty else { continue }
      let shard = shards[place.shard]
      for (index, entry) in try cases(at: place).filter({ $0.verdict != .obsolete }).enumerated() {
        let time = place.time + index
        try body(entry, time < shard.times.count ? shard.times[time] : 0, shard)
      }
    }
    for (_, place) in obsolete.sorted(by: { $0.id < $1.id }) {
      for entry in try cases(at: place) { try body(entry, 0, shards[place.shard]) }
    }
  }

  private func cases(at place: Location) throws -> [CompareReport.Case] {
    let shard = shards[place.shard]
    return try shard.review.reading { try shard.report.cases(at: place.bytes) }
  }

  // MARK: Reading

  private mutating func add(_ index: Int) throws {
    let shard = shards[index]
    var items = shard.shard.items[...]
    var (count, left, start) = (0, 0, 0)
    // Of the cases that JUnit is told of.
    var (timed, firstTime) = (0, 0)
    var fits = items.allSatisfy { $0.cases >= 0 && (0..<total).contains($0.place) }
    try shard.review.reading {
      try shard.report.forEach { entry, bytes in
        count += 1
        note(entry)
        if entry.verdict == .obsolete {
          return obsolete.append((entry.id, Location(shard: index, bytes: bytes, time: 0)))
        }
        defer { timed += 1 }
        if left == 0 {
          setEmpty(&items, of: index)
          (left, start, firstTime) = (items.first?.cases ?? 0, bytes.lowerBound, timed)
        }
        guard fits, left > 0, let item = items.first else { return fits = false }
        left -= 1
        if left > 0 { return }
        items.removeFirst()
        set(item, Location(shard: index, bytes: start..<bytes.upperBound, time: firstTime))
      }
    }
    setEmpty(&items, of: index)
    guard fits, items.isEmpty else {
      throw Diagnostic(MergeIssue.caseCount(found: count), at: Place(file: shard.folder))
    }
  }

  /// Posts without cases that come next.
  private mutating func setEmpty(_ items: inout ArraySlice<CompareReport.ShardSummary.Item>, of shard: Int) {
    while let item = items.first, item.cases == 0 {
      items.removeFirst()
      set(item, Location(shard: shard, bytes: 0..<0, time: 0))
    }
  }

  private mutating func set(_ item: CompareReport.ShardSummary.Item, _ place: Location) {
    if let other = posts.updateValue(place, forKey: item.place) {
      doubled[item.place, default: [shards[other.shard].folder]].append(shards[place.shard].folder)
    }
  }

  private mutating func note(_ entry: CompareReport.Case) {
    let hash = Self.hash(entry)
    if !hashes.insert(hash).inserted { repeated.insert(hash) }
  }

  private static func hash(_ entry: CompareReport.Case) -> FNV1a64 {
    FNV1a64(of: "\(entry.reference.rawValue) \(entry.id)")
  }

  // MARK: Problems

  private var missing: [MergeIssue] {
    let count = total - posts.count
    guard count > 0 else { return [] }
    // Nothing is made as large as a report says.
    return [.missingItems(count: count, first: Array((0..<total).lazy.filter { posts[$0] == nil }.prefix(20)))]
  }

  private var doubledPosts: [MergeIssue] {
    doubled.sorted { $0.key < $1.key }
      .map { MergeIssue.doubledItem("number \($0.key + 1) of the run's posts", folders: $0.value) }
  }

  private func doubledCases() throws -> [MergeIssue] {
    // A post that comes twice brings its cases twice.
    guard !repeated.isEmpty, doubled.isEmpty else { return [] }
    var folders: [String: (id: String, folders: [String])] = [:]
    for shard in shards {
      try shard.review.reading {
        try shard.report.forEach { entry, _ in
          guard repeated.contains(Self.hash(entry)) else { return }
          folders["\(entry.reference.rawValue) \(entry.id)", default: (entry.id, [])].folders.append(shard.folder)
        }
      }
    }
    return folders.values.filter { $0.folders.count > 1 }.map { .doubledItem($0.id, folders: $0.folders) }
      .sorted { $0.message < $1.message }
  }
}
