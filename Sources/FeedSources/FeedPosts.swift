import Diagnostics
import FeedReading

/// The posts of a feed, each with its neighbors.
package final class FeedPosts {
  private let posts: any PostSequence
  /// The last post that was returned or skipped, and a post that was read ahead.
  private var last: PostInFeed?
  private var ahead: PostInFeed?
  /// The number in the whole feed.
  private var passed = 0
  private let places: [Int]?
  /// The index of the next post.
  private var place = 0

  init(_ posts: any PostSequence, at places: [Int]?) {
    self.posts = posts
    self.places = places
  }

  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` if a file has changed.
  package func next() throws(Diagnostic) -> Post? { try nextOwn()?.post }

  /// The next post with its neighbors in the whole feed, even if only a shard is read.
  ///
  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` if a file has changed.
  package func nextPlaced() throws(Diagnostic) -> PostInFeed? {
    guard let own = try nextOwn() else { return nil }
    ahead = try read()
    return own.followed(by: ahead)
  }

  /// Up to `count` posts; empty at the end.
  package func nextPlaced(_ count: Int) throws(Diagnostic) -> [PostInFeed] {
    var posts: [PostInFeed] = []
    while posts.count < count, let post = try nextPlaced() { posts.append(post) }
    return posts
  }

  /// The post at an index among those that are returned, counted from 0. It must not be before a post that was already
  /// returned.
  package func nextPlaced(at wanted: Int) throws(Diagnostic) -> PostInFeed? {
    while place < wanted { if try nextOwn() == nil { return nil } }
    return try nextPlaced()
  }

  /// The next post of the shard.
  private func nextOwn() throws(Diagnostic) -> PostInFeed? {
    if let places {
      guard place < places.count else { return nil }
      while passed < places[place] { if try nextOfAll() == nil { return nil } }
    }
    place += 1
    return try nextOfAll()
  }

  private func nextOfAll() throws(Diagnostic) -> PostInFeed? {
    let next = if let ahead { ahead } else { try read() }
    ahead = nil
    guard let next else { return nil }
    passed += 1
    last = next
    return next
  }

  /// Reads the post after the last one.
  private func read() throws(Diagnostic) -> PostInFeed? { try posts.next().map { PostInFeed($0, after: last) } }
}

/// Posts one by one, in display order.
protocol PostSequence: AnyObject {
  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` if a file has changed.
  func next() throws(Diagnostic) -> Post?
}

/// The posts of a feed in memory.
final class InMemoryPosts: PostSequence {
  private var posts: ArraySlice<Post>

  init(posts: ArraySlice<Post>) {
    self.posts = posts
  }

  func next() -> Post? { posts.popFirst() }
}

/// The posts of files, in the order of their pages.
final class PagedPosts: PostSequence {
  private var files: ArraySlice<FeedSource.SurveyedFile>
  private var pages: FeedFileReader?
  private var join = FeedJoin()
  private var waiting: ArraySlice<Post> = []

  init(_ files: [FeedSource.SurveyedFile]) {
    self.files = files[...]
  }

  func next() throws(Diagnostic) -> Post? {
    while waiting.isEmpty {
      guard let page = try nextPage() else { return nil }
      waiting = join.append(page).posts[...]
    }
    return waiting.removeFirst()
  }

  private func nextPage() throws(Diagnostic) -> FeedPage? {
    while true {
      if let page = try pages?.next() { return page }
      guard let file = files.popFirst() else { return nil }
      pages = try file.open()
    }
  }
}

extension FeedSource.SurveyedFile {
  /// - Parameter chats: How documents of conversations are treated.
  func open(_ chats: FeedReader.Conversations = .asPosts) throws(Diagnostic) -> FeedFileReader {
    guard file.stamp == stamp else {
      throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.name))
    }
    return try FeedFileReader(file, chats: chats)
  }
}

/// The posts of a feed by date. A batch that fits into memory is read at once, from the files that contain its posts;
/// if the files follow each other in time, the feed is read about as often as in its own order.
package final class DatedPosts: PostSequence {
  /// The number of posts in memory at once.
  static let batchSize = 4096
  /// The maximum number of passes over the files, unless batches would become too large for memory.
  private static let (passLimit, largestBatch) = (32, 32_768)

  private let files: [FeedSource.SurveyedFile]
  private let order: DateOrder
  private let batchSize: Int
  private var batch: ArraySlice<Post> = []
  private var fetched = 0

  package init(_ files: [FeedSource.SurveyedFile], in order: DateOrder, batchSize: Int = batchSize) {
    let fewPasses = min(Self.largestBatch, order.spots.count / Self.passLimit)
    (self.files, self.order, self.batchSize) = (files, order, max(1, batchSize, fewPasses))
  }

  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` if a file has changed.
  package func next() throws(Diagnostic) -> Post? {
    if batch.isEmpty, fetched < order.spots.count { try fetch() }
    return batch.popFirst()
  }

  private func fetch() throws(Diagnostic) {
    let wanted = order.spots[fetched..<min(order.spots.count, fetched + batchSize)]
    var posts = [Post?](repeating: nil, count: wanted.count)
    let versions = wanted.enumerated().flatMap { slot, spot in
      order.earlier[spot, default: []].map { (spot: $0.spot, slot: slot, exported: $0.exported) }
    }
    posts += [Post?](repeating: nil, count: versions.count)
    let byPlace = zip(wanted + versions.map(\.spot), posts.indices).sorted { $0.0 < $1.0 }
    var rest = byPlace[...]
    while let first = rest.first {
      let file = files[Int(first.0.file)]
      let own = rest.prefix { $0.0.file == first.0.file }
      rest = rest.dropFirst(own.count)
      try read(own, of: file, into: &posts)
    }
    for (version, post) in zip(versions, posts[wanted.count...]) {
      if let post { posts[version.slot]?.note(post, exported: version.exported) }
    }
    batch = posts.prefix(wanted.count).compactMap { $0 }[...]
    fetched += wanted.count
  }

  private func read(
    _ wanted: ArraySlice<(DateOrder.PostPosition, Int)>, of file: FeedSource.SurveyedFile, into posts: inout [Post?]
  ) throws(Diagnostic) {
    var (wanted, number) = (wanted, 0)
    let pages = try file.open()
    while !wanted.isEmpty {
      guard let page = try pages.next() else {
        throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.file.name))
      }
      while let (spot, slot) = wanted.first, Int(spot.page) == number {
        guard page.entries.indices.contains(Int(spot.entry)) else {
          throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.file.name))
        }
        var post = page.entries[Int(spot.entry)].post
        post.service = page.service
        if let name = order.names[spot] { post.id = name }
        if order.removed.contains(spot) { post.flags.insert(.removed) }
        posts[slot] = post
        wanted.removeFirst()
      }
      number += 1
    }
  }
}

/// The positions of a feed's posts in its files, newest first. It stores only three small numbers for each post, so
/// that a feed of any length can be sorted.
package struct DateOrder: Sendable {
  /// A post's position in the files: file, page and entry, each in reading order.
  struct PostPosition: Hashable, Comparable, Sendable {
    let file: UInt32
    let page: UInt32
    /// The index among the page's entries.
    let entry: UInt32

    static func < (left: PostPosition, right: PostPosition) -> Bool {
      (left.file, left.page, left.entry) < (right.file, right.page, right.entry)
    }
  }

  /// In display order.
  private(set) var spots: [PostPosition]
  /// New ids of posts whose own ids were taken.
  let names: [PostPosition: String]
  /// The positions of earlier versions of posts, each with the newest date of its page.
  let earlier: [PostPosition: [(spot: PostPosition, exported: Int?)]]
  /// Removed posts: those that a later export lacks.
  let removed: Set<PostPosition>

  /// - Parameter isShown: Decides by a post's date.
  init(_ listing: PostListing, byDate: Bool, where isShown: (Int?) -> Bool = { _ in true }) {
    let places = byDate ? Self.places(of: listing.dates) : Array(listing.dates.indices)
    spots = places.filter { isShown(listing.dates[$0]) && !listing.hidden.contains($0) }.map { listing.spots[$0] }
    names = listing.names
    earlier = Dictionary(
      listing.earlier.map { (listing.spots[$0], $1) }, uniquingKeysWith: { first, _ in first })
    removed = Set(listing.removed.map { listing.spots[$0] })
  }

  /// Indices sorted by date, newest first. Posts with the same date or without one keep the feed's order.
  static func places(of dates: [Int?]) -> [Int] {
    dates.indices.sorted { left, right in
      let (first, second) = (dates[left] ?? .min, dates[right] ?? .min)
      return first == second ? left < right : first > second
    }
  }

  /// Notes about posts, collected while they are read.
  struct PostListing: Sendable {
    fileprivate var dates: [Int?] = []
    fileprivate var spots: [PostPosition] = []
    fileprivate var names: [PostPosition: String] = [:]
    /// By the post's index.
    fileprivate var earlier: [Int: [(spot: PostPosition, exported: Int?)]] = [:]
    /// The indices of removed posts.
    fileprivate var removed: [Int] = []
    /// The indices of posts that the project's `visibility` leaves out.
    fileprivate var hidden: Set<Int> = []
    /// Whether a post was replaced by a version elsewhere, has an earlier version, or is removed.
    private(set) var hasVersions = false

    mutating func remove(at places: [Int]) {
      removed = places
      if !places.isEmpty { hasVersions = true }
    }

    /// - Parameter number: The page's number in its file.
    /// - Parameter isShown: Whether a post may be shown to everyone who gets the output.
    mutating func add(
      _ joined: FeedJoin.PageChanges, of page: FeedPage, number: Int, inFile file: Int,
      isShown: (Post) -> Bool = { _ in true }
    ) {
      func spot(_ entry: Int) -> PostPosition {
        PostPosition(
          file: UInt32(truncatingIfNeeded: file), page: UInt32(truncatingIfNeeded: number),
          entry: UInt32(truncatingIfNeeded: entry))
      }
      for (entry, post) in joined.posts {
        if !isShown(post) { hidden.insert(dates.count) }
        dates.append(post.date)
        spots.append(spot(entry))
        if post.id != page.entries[entry].post.id { names[spot(entry)] = post.id }
      }
      for (entry, _, place, exported) in joined.earlier {
        earlier[place, default: []].append((spot(entry), exported))
        hasVersions = true
      }
      for (entry, post, place, exported) in joined.versions {
        earlier[place, default: []].append((spots[place], exported))
        (dates[place], spots[place]) = (post.date, spot(entry))
        if isShown(post) { hidden.remove(place) } else { hidden.insert(place) }
        if post.id != page.entries[entry].post.id { names[spot(entry)] = post.id }
        hasVersions = true
      }
    }
  }
}
