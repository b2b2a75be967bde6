import Diagnostics
import Digests
import FeedIngest
import Files
import Foundation
import Runs

/// A feed as it lies on the disk. The posts of most feeds stay in memory, so that files are parsed once; a feed of any length
/// is gone through page by page, as often as it is asked for, and what is kept of it is what order and duplicates need:
/// cursors and ids.
package struct FeedSource: Sendable {
  /// Bytes of all files together, up to which their posts are kept: some 15 000, which take up to three times as much.
  static let keptBytes = 16_000_000

  /// What the feed as a whole comes to.
  package let facts: FeedFacts
  /// In page order.
  let files: [SurveyedFile]
  /// Nil for the feed's own order.
  let dates: DateOrder?
  /// All of them in the order in which they are shown; nil where they are read again.
  private let kept: [Post]?
  /// Places of the posts that `posts` gives, rising; nil for all.
  private var places: [Int]?

  /// A file with what must not change while the feed is read again.
  struct SurveyedFile: Sendable {
    let file: FeedFile
    let stamp: FileStamp?
    let mark: PageMark
  }

  init(facts: FeedFacts, files: [SurveyedFile], dates: DateOrder? = nil, kept: [Post]?) {
    self.facts = facts
    self.files = files
    self.dates = dates
    self.kept = kept
  }

  /// Goes through all files once, twice where their cursors put them in another order than their names.
  ///
  /// - Parameters:
  ///   - found: The feed's files.
  ///   - showsChats: Whether conversations are shown as such; otherwise as far as they can be read as posts.
  ///   - report: Gets each diagnostic.
  /// - Throws: `RunFailure` when there is no post at all, `SeveralFeeds` where one has to be chosen.
  package static func open(
    _ found: FeedFiles, keptBytes: Int = keptBytes, showsChats: Bool = true, report: (Diagnostic) -> Void
  ) throws -> FeedSource {
    guard showsChats else {
      var survey = FeedSurvey(of: found, keptBytes: keptBytes, chats: .asPosts)
      return try survey.source().checked(report)
    }
    let feeds = try FoundFeed.all(in: found, keptBytes: keptBytes, report: report)
    let posts = feeds.filter { !$0.isChat && !$0.isAside }
    // Beside chats, and beside what somebody liked, the only feed is the one that is meant.
    guard feeds.count > 1, posts.count == 1 else { return try FoundFeed.only(feeds).source }
    report(Diagnostic(SourceIssue.beside(feeds.filter { $0.isChat || $0.isAside }.map(\.name))))
    return posts[0].source
  }

  /// - Throws: `RunFailure` where there is no post.
  func checked(_ report: (Diagnostic) -> Void) throws -> FeedSource {
    facts.diagnostics.forEach(report)
    // What is wrong has been told; where nothing is, say at least that.
    guard facts.count > 0 else {
      if !facts.leftOut.ids.isEmpty { throw RunFailure(SourceIssue.noneWithin) }
      throw facts.tally.isEmpty ? RunFailure(SourceIssue.noPosts) : .reported(.input)
    }
    return self
  }

  /// All posts in the order in which they are shown, each once; of a share, its own. Each call begins anew.
  package func posts() -> FeedPosts { FeedPosts(pass(), at: places) }

  /// All posts, also of a share.
  package func allPosts() -> FeedPosts { FeedPosts(pass(), at: nil) }

  private func pass() -> any PostSequence {
    if let kept { return KeptPosts(posts: kept[...]) }
    if let dates { return DatedPosts(files, in: dates) }
    return PagedPosts(files)
  }

  /// The posts at `places` among those that it gives, which rise. What is said of the feed as a whole stays.
  package func share(_ places: [Int]) -> FeedSource {
    var share = self
    share.places = self.places.map { own in places.map { own[$0] } } ?? places
    return share
  }

  /// Of the files' bytes, names and order, and that of the posts: another digest means another feed.
  ///
  /// - Throws: `Diagnostic` where a file can't be read any more, or is not what it was.
  package func digest() throws(Diagnostic) -> Digest {
    var chain = DigestChain()
    if facts.order != .feed { chain.append(Digest(of: facts.order.rawValue)) }
    for surveyed in files {
      chain.append(Digest(of: surveyed.file.name), surveyed.file.context.digest)
      try surveyed.forEachPiece { chain.append(Digest(of: $0)) }
    }
    return chain.digest
  }

  /// SHA-256 of each file by its name; of several files of a name, in the order of the feed.
  ///
  /// - Throws: As `digest()`.
  package func fileDigests() throws(Diagnostic) -> [(name: String, digest: Digest)] {
    var digests: [(name: String, digest: Digest)] = []
    for surveyed in files {
      var running = RunningDigest()
      try surveyed.forEachPiece { running.add($0) }
      let (digest, context) = (running.finish(), surveyed.file.context.digest)
      digests.append((surveyed.file.name, context == .none ? digest : Digest(joining: [digest, context])))
    }
    return digests
  }
}

extension FeedSource.SurveyedFile {
  /// - Throws: `Diagnostic` where the file can't be read, or is not what it was.
  fileprivate func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(Diagnostic) {
    do throws(FileError) {
      let file = try file.open()
      if file.stamp == stamp { return try file.forEachPiece(body) }
    } catch {
      throw error.unreadable(as: file.name)
    }
    throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.name))
  }
}

extension FeedSource {
  /// Only the post whose id is given, or ends with what is given; ends that are whole numbers or words come first, so
  /// that 17 is `wall1_17` rather than `wall1_117`.
  ///
  /// - Parameter isOne: Whether several that end so are refused.
  /// - Throws: `Diagnostic` where there is none.
  package func choosing(_ id: String, isOne: Bool = false) throws -> FeedSource {
    var known: [String] = []
    let posts = posts()
    while let post = try posts.next() { known.append(post.id) }
    let exact = known.indices.filter { known[$0] == id }
    let ending = known.indices.filter { known[$0].hasSuffix(id) }
    let parted = ending.filter { known[$0].dropLast(id.count).last.map { !$0.isLetter && !$0.isNumber } ?? true }
    let found = !exact.isEmpty ? exact : parted.isEmpty ? ending : parted
    if isOne, found.count > 1 { throw Diagnostic(SourceIssue.severalPosts(id, found.map { known[$0] })) }
    if found.isEmpty { throw Diagnostic(SourceIssue.noPostWithID(id, known: known)) }
    return share(found)
  }
}

/// The posts of a feed from the edge where a reader begins: its beginning, of a conversation its end. What was asked for
/// stays at hand, since pictures of several widths ask for the same posts.
package final class EdgePosts {
  private let posts: FeedPosts
  private let startsAtEnd: Bool
  /// From the edge; of a conversation, which is in memory as it is, all of them.
  private var known: [PlacedPost] = []
  private var isWhole = false

  init(_ feed: FeedSource) {
    posts = feed.allPosts()
    startsAtEnd = feed.facts.chat != nil
  }

  /// - Parameter index: Counted from the edge.
  /// - Returns: Nil behind the last one.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  package func post(at index: Int) throws(Diagnostic) -> PlacedPost? {
    while !isWhole, startsAtEnd || known.count <= index {
      if let post = try posts.nextPlaced() { known.append(post) } else { isWhole = true }
    }
    guard index < known.count else { return nil }
    return startsAtEnd ? known[known.count - 1 - index] : known[index]
  }
}

extension FeedSource {
  /// All posts, also of a share, from the edge where a reader begins.
  package func postsFromEdge() -> EdgePosts { EdgePosts(self) }
}
