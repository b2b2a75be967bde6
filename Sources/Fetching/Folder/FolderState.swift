/// What a folder's journal says: what is known, and where something is missing.
package struct FolderState: Sendable {
  package struct Known: Sendable {
    package var version: String
    /// The walk that found it first.
    package var walk: Int
  }

  /// A way through the feed from newer to older posts.
  package struct Walk: Sendable {
    package var pages = 0
    /// Where it goes on; nil where it has come to its end or met an earlier walk.
    package var next: String?
    /// Seconds since 1970 of its last post.
    package var oldest: Int?
    /// Posts in the order of the feed, the first ones.
    package var posts: [String] = []
  }

  package struct Validators: Hashable, Sendable {
    package var etag: String?
    package var modified: String?
  }

  package var source: JournalLine?
  package var known: [String: Known] = [:]
  package var walks: [Int: Walk] = [:]
  /// Where posts that are newer than all that are known begin, and the newest of them.
  package var newer: String?
  package var newest: String?
  package var validators: [String: Validators] = [:]
  /// Pages whose media were not all asked for, in their order.
  package var pagesWithoutMedia: [String] = []
  /// Media that need not be asked for again.
  package var media: Set<String> = []
  package var mediaBytes = 0
  /// Posts that are noted as gone, or as replaced by a later version of their own.
  package var gone: Set<String> = []
  /// Posts whose order is kept of each walk.
  private static let keptOrder = 1000

  package init() {}

  package var lastWalk: Int { walks.keys.max() ?? 0 }

  /// Walks that were not gone to their end, the newest first.
  package var open: [Int] { walks.filter { $0.value.next != nil }.keys.sorted(by: >) }

  package mutating func apply(_ line: JournalLine) {
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
      mediaBytes += line.bytes ?? 0
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
