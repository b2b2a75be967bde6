import Foundation

/// The state of a folder according to its journal: known posts, and gaps.
struct FolderState: Sendable {
  struct KnownPost: Sendable {
    var version: String
    /// The walk that found it first.
    var walk: Int
  }

  /// A walk through the feed from newer to older posts.
  struct TraversalState: Sendable {
    var pages = 0
    /// The next page; nil if the walk reached its end or an earlier walk.
    var next: String?
    /// The date of its last post in seconds since 1970.
    var oldest: Int?
    /// The first posts in feed order.
    var posts: [String] = []
  }

  struct Validators: Hashable, Sendable {
    var etag: String?
    var modified: String?
  }

  var source: JournalLine?
  var known: [String: KnownPost] = [:]
  var walks: [Int: TraversalState] = [:]
  /// The page of posts newer than all known ones, and the newest known post.
  var newer: String?
  var newest: String?
  var validators: [String: Validators] = [:]
  /// Pages whose media haven't all been requested, in order.
  var pagesWithoutMedia: [String] = []
  /// Media that need not be requested again.
  var media: Set<String> = []
  var mediaBytes = 0
  /// Posts recorded as removed, or as replaced by a later version of their own.
  var gone: Set<String> = []
  /// The number of posts per walk whose order is kept.
  private static let keptOrder = 1000

  var lastWalk: Int { walks.keys.max() ?? 0 }

  /// Walks that haven't reached their end, newest first.
  var open: [Int] { walks.filter { $0.value.next != nil }.keys.sorted(by: >) }

  mutating func apply(_ line: JournalLine) {
    switch line.event {
    case .source: source = line
    case .page: apply(page: line)
    case .closed: if let walk = line.walk { walks[walk]?.next = nil }
    case .validators:
      if let asked = line.asked {
        validators = [asked: Validators(etag: line.etag, modified: line.modified)]
      }
    case .mediaDone: pagesWithoutMedia.removeAll { $0 == line.file }
    case .media:
      if let url = line.url { media.insert(url) }
      mediaBytes = min(mediaBytes, JournalLine.bound) + (line.bytes ?? 0)
    case .edited:
      guard let post = line.post else { return }
      if let version = line.versions?.first { known[post]?.version = version }
      if line.by != nil { gone.insert(post) }
    case .gone: if let post = line.post { gone.insert(post) }
    }
  }

  private mutating func apply(page line: JournalLine) {
    guard let number = line.walk else { return }
    var walk = walks[number] ?? TraversalState()
    // The first page of the latest walk starts with the newest post.
    if walk.pages == 0, number > lastWalk, let first = line.first {
      newest = first
      newer = line.newer ?? newer
    }
    walk.pages += 1
    walk.next = line.next
    walk.oldest = line.oldest ?? walk.oldest
    let posts = line.posts ?? []
    if walk.posts.count < Self.keptOrder { walk.posts += posts }
    walks[number] = walk
    for (place, post) in posts.enumerated() where known[post] == nil {
      known[post] = KnownPost(version: line.versions.flatMap { place < $0.count ? $0[place] : nil } ?? "", walk: number)
    }
    for closed in line.closes ?? [] { walks[closed]?.next = nil }
    if let file = line.file { pagesWithoutMedia.append(file) }
  }
}

/// A line of a folder's journal: a fact that holds from then on. Members without a value are omitted.
struct JournalLine: Codable, Sendable, Equatable {
  enum Event: String, Codable, Sendable {
    /// The source of the folder: the first line.
    case source
    /// A page was stored.
    case page
    /// A walk reached its end, or another walk.
    case closed
    /// The cache validators of a response, for conditional requests.
    case validators
    /// All media of a page were requested.
    case mediaDone = "media-done"
    /// A file exists, or never will.
    case media
    case edited, gone
  }

  var event: Event
  /// The version of the journal format, in the first line only.
  var version: Int?
  var service: ServiceKind?
  /// The source as the user entered it.
  var source: String?
  /// The URL of the first page.
  var top: String?
  /// The base that replaces the service's own host.
  var base: String?
  /// Seconds since 1970.
  var at: Int?
  /// The number of the walk, from 1; posts of later walks are newer.
  var walk: Int?
  /// The number of the page in its walk, from 1.
  var page: Int?
  /// The file under `pages`; nil if the response had no new posts.
  var file: String?
  var asked: String?
  var next: String?
  var newer: String?
  /// The new posts of this page, and their versions.
  var posts: [String]?
  var versions: [String]?
  /// The page's first post in regular order.
  var first: String?
  /// The date of the page's last post in seconds since 1970.
  var oldest: Int?
  /// Other walks that this page's walk reached or passed.
  var closes: [Int]?
  var etag: String?
  var modified: String?
  var url: String?
  var bytes: Int?
  var why: String?
  var post: String?
  /// The later version of this post.
  var by: String?

  init(_ event: Event) {
    self.event = event
  }

  /// A limit above all walk numbers and file sizes.
  static let bound = 1 << 50

  /// Whether the numbers are plausible.
  var isSound: Bool { 1...Self.bound ~= walk ?? 1 && 0...Self.bound ~= bytes ?? 0 }
}
