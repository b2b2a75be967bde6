import Foundation

/// What a folder's journal says: what is known, and where something is missing.
struct FolderState: Sendable {
  struct Known: Sendable {
    var version: String
    /// The walk that found it first.
    var walk: Int
  }

  /// A way through the feed from newer to older posts.
  struct Walk: Sendable {
    var pages = 0
    /// Where it goes on; nil where it has come to its end or met an earlier walk.
    var next: String?
    /// Seconds since 1970 of its last post.
    var oldest: Int?
    /// Posts in the order of the feed, the first ones.
    var posts: [String] = []
  }

  struct Validators: Hashable, Sendable {
    var etag: String?
    var modified: String?
  }

  var source: JournalLine?
  var known: [String: Known] = [:]
  var walks: [Int: Walk] = [:]
  /// Where posts that are newer than all that are known begin, and the newest of them.
  var newer: String?
  var newest: String?
  var validators: [String: Validators] = [:]
  /// Pages whose media were not all asked for, in their order.
  var pagesWithoutMedia: [String] = []
  /// Media that need not be asked for again.
  var media: Set<String> = []
  var mediaBytes = 0
  /// Posts that are noted as gone, or as replaced by a later version of their own.
  var gone: Set<String> = []
  /// Posts whose order is kept of each walk.
  private static let keptOrder = 1000

  var lastWalk: Int { walks.keys.max() ?? 0 }

  /// Walks that were not gone to their end, the newest first.
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
    var walk = walks[number] ?? Walk()
    // The first page of the latest walk begins with the newest post.
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
      known[post] = Known(version: line.versions.flatMap { place < $0.count ? $0[place] : nil } ?? "", walk: number)
    }
    for closed in line.closes ?? [] { walks[closed]?.next = nil }
    if let file = line.file { pagesWithoutMedia.append(file) }
  }
}

/// A line of a folder's journal: something that is so from then on. Members that say nothing are left out.
struct JournalLine: Codable, Sendable, Equatable {
  enum Event: String, Codable, Sendable {
    /// What the folder is filled from: the first line.
    case source
    /// A page was taken in.
    case page
    /// A walk has come to its end, or met another.
    case closed
    /// What an address answered with, so that it need not answer the same again.
    case validators
    /// All media of a page were asked for.
    case mediaDone = "media-done"
    /// A file is there, or never will be.
    case media
    case edited, gone
  }

  var event: Event
  /// Of the journal's form; of the first line alone.
  var version: Int?
  var service: ServiceKind?
  /// As the user wrote it.
  var source: String?
  /// What is asked for first.
  var top: String?
  /// In place of the service's own host.
  var base: String?
  /// Seconds since 1970.
  var at: Int?
  /// Counted from 1; a later walk's posts are newer.
  var walk: Int?
  /// In its walk, counted from 1.
  var page: Int?
  /// Under `pages`; nil where the answer held nothing new.
  var file: String?
  var asked: String?
  var next: String?
  var newer: String?
  /// Of posts that were new with this page, and their versions.
  var posts: [String]?
  var versions: [String]?
  /// The page's first post that is in its order.
  var first: String?
  /// Seconds since 1970 of the page's last post.
  var oldest: Int?
  /// Other walks that this page's walk has met or passed.
  var closes: [Int]?
  var etag: String?
  var modified: String?
  var url: String?
  var bytes: Int?
  var why: String?
  var post: String?
  /// The post that is the later version of this one.
  var by: String?

  init(_ event: Event) {
    self.event = event
  }

  /// More than any walk's number, and any file's bytes.
  static let bound = 1 << 50

  /// Whether the numbers are some that a run could have written.
  var isSound: Bool { 1...Self.bound ~= walk ?? 1 && 0...Self.bound ~= bytes ?? 0 }
}
