import Diagnostics
import FeedReading
import Files
import Foundation
import RunSupport

/// A feed on disk. The posts of most feeds are kept in memory, so that files are parsed once. A longer feed is read
/// again page by page for each pass; only cursors and ids are kept, as needed for sorting and duplicates.
package struct FeedSource: Sendable {
  /// The maximum total size of files whose posts are kept in memory, in bytes: about 15 000 posts, which take up to
  /// three times as much memory.
  package static let keptBytes = 16_000_000
  /// The maximum number of posts kept in memory: tiny posts take more memory than their text does.
  package static let keptPosts = 50_000

  /// The facts about the feed as a whole.
  package let facts: FeedFacts
  /// In page order.
  package let files: [SurveyedFile]
  /// Nil for the feed's own order.
  package let dates: DateOrder?
  /// All posts in display order; nil if they are read again for each pass.
  private let kept: [Post]?
  /// The indices of the posts that `posts` returns, ascending; nil for all.
  private var places: [Int]?

  /// A file with its stamp, which must not change while the feed is read again.
  package struct SurveyedFile: Sendable {
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

  /// Reads all files once, or twice if cursors give a different order than names.
  ///
  /// - Parameters:
  ///   - found: The feed's files.
  ///   - showsChats: Whether conversations are shown as such; otherwise they are read as posts as far as possible.
  ///   - report: Called for each diagnostic.
  /// - Throws: `RunFailure` if there are no posts, `AmbiguousFeedError` if the user must choose one.
  package static func open(
    _ found: FeedFiles, keptBytes: Int = keptBytes, showsChats: Bool = true, report: (Diagnostic) -> Void
  ) throws -> FeedSource {
    guard showsChats else {
      var survey = FeedSurvey(of: found, keptBytes: keptBytes, chats: .asPosts)
      return try survey.source().checked(report)
    }
    let feeds = try FoundFeed.all(in: found, keptBytes: keptBytes, report: report)
    let posts = feeds.filter { !$0.isChat && !$0.isAside }
    // Next to chats and to liked posts, the only other feed is the one that is meant.
    guard feeds.count > 1, posts.count == 1 else { return try FoundFeed.only(feeds).source }
    report(Diagnostic(SourceIssue.beside(feeds.filter { $0.isChat || $0.isAside }.map(\.name))))
    return posts[0].source
  }

  /// The content of an input: posts, or only chats.
  package enum Found {
    /// Whether the posts were passed on while they were read.
    case posts(FeedSource, hasPassed: Bool)
    case chats(ChatExport)
  }

  /// Reads all files once, and shows the posts of a single long document while it is read: its order is its own. The order
  /// and versions of other feeds are only known at the end; their posts are read again.
  ///
  /// - Parameters:
  ///   - showsChats: Whether conversations are shown as such; otherwise they are read as posts as far as possible.
  ///   - passing: Gets the posts in display order, if they can be shown before the end.
  ///   - report: Called for each diagnostic, after the posts.
  /// - Throws: As `open(_:)`, and what `passing` throws.
  package static func open(
    _ found: FeedFiles, showsChats: Bool, passing: @escaping (Post) throws -> Void, report: (Diagnostic) -> Void
  ) throws -> Found {
    let isAsked = showsChats && found.chat.name != nil
    let reading: FeedReader.Conversations = isAsked ? .apartWithChannels : showsChats ? .apart : .asPosts
    var survey = try FeedSurvey(of: found, keptBytes: keptBytes, chats: reading, passing: passing)
    guard showsChats, !survey.conversations.documents.allSatisfy({ $0.content == nil }) else {
      return .posts(try survey.source().checked(report), hasPassed: survey.hasPassed)
    }
    var export = ChatExport(
      survey.conversations.documents, people: survey.conversations.people, dateOrder: found.chat.dateOrder,
      leavesUnread: true)
    let chats = isAsked ? export.chats : export.chats.filter { !$0.isChannel }
    guard !chats.isEmpty else {
      // The supposed conversations were none.
      if survey.conversations.areKnown, !survey.hasPassed {
        survey = FeedSurvey(of: found, keptBytes: keptBytes, chats: .asPosts)
      }
      return .posts(try survey.source().checked(report), hasPassed: survey.hasPassed)
    }
    if survey.isEmpty || isAsked {
      if survey.isEmpty { export.reportUnread() }
      (found.diagnostics + survey.conversations.failures.diagnostics).forEach(report)
    } else {
      let documents = survey.conversations.documents.filter { $0.content != nil }
      let taken = Set(documents.compactMap(\.number)).subtracting(export.documents.compactMap(\.number))
      let source = try survey.source(besides: taken)
      source.facts.diagnostics.forEach(report)
      if source.facts.count > 0 {
        report(Diagnostic(SourceIssue.beside(chats.map(\.shownName))))
        return .posts(source, hasPassed: survey.hasPassed)
      }
    }
    export.diagnostics.diagnostics.forEach(report)
    return .chats(export)
  }

  /// - Throws: `RunFailure` if there are no posts.
  func checked(_ report: (Diagnostic) -> Void) throws -> FeedSource {
    facts.diagnostics.forEach(report)
    // Problems have been reported; without any, report at least this.
    guard facts.count > 0 else {
      if !facts.leftOut.ids.isEmpty { throw RunFailure(SourceIssue.noneWithin(facts.leftOutDates)) }
      if !facts.leftOutByAudience.isEmpty { throw RunFailure(SourceIssue.noneVisible) }
      throw facts.tally.isEmpty ? RunFailure(SourceIssue.noPosts) : .reported(.input)
    }
    return self
  }

  /// All posts in display order, each once; for a shard, only its own. Each call starts a new pass.
  package func posts() -> FeedPosts { FeedPosts(pass(), at: places) }

  /// All posts, even for a shard.
  package func allPosts() -> FeedPosts { FeedPosts(pass(), at: nil) }

  private func pass() -> any PostSequence {
    if let kept { return InMemoryPosts(posts: kept[...]) }
    if let dates { return DatedPosts(files, in: dates) }
    return PagedPosts(files)
  }

  /// A shard with the posts at `places`, given in ascending order. The facts about the whole feed are unchanged.
  package func share(_ places: [Int]) -> FeedSource {
    var share = self
    share.places = self.places.map { own in places.map { own[$0] } } ?? places
    return share
  }

  /// The digest of the files' bytes, names and order, and of the posts' order: it identifies the feed's state.
  ///
  /// - Throws: `Diagnostic` if a file can't be read or has changed.
  package func digest() throws(Diagnostic) -> Digest {
    var chain = DigestChain()
    if facts.order != .feed { chain.append(Digest(of: facts.order.rawValue)) }
    for surveyed in files {
      chain.append(Digest(of: surveyed.file.name), surveyed.file.context.digest)
      try surveyed.forEachPiece { chain.append(Digest(of: $0)) }
    }
    return chain.digest
  }

  /// The SHA-256 of each file by name; files with the same name are in the feed's order.
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
  /// - Throws: `Diagnostic` if the file can't be read or has changed.
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
  /// A feed with only the post whose id is given or ends with the given text. Whole numbers or words match first, so
  /// that 17 means `wall1_17` rather than `wall1_117`.
  ///
  /// - Parameter isOne: Whether an ambiguous end is refused.
  /// - Throws: `Diagnostic` if there is no such post.
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

/// The posts of a feed from the edge where a reader starts: its beginning, or the end of a conversation. Posts are
/// cached, since images of several widths request the same ones.
package final class FirstPosts {
  private let posts: FeedPosts
  private let startsAtEnd: Bool
  /// The posts from the edge; for a conversation, which is in memory anyway, all of them.
  private var known: [PostInFeed] = []
  private var isWhole = false

  init(_ feed: FeedSource) {
    posts = feed.allPosts()
    startsAtEnd = feed.facts.chat != nil
  }

  /// - Parameter index: Counted from the edge.
  /// - Returns: Nil after the last one.
  /// - Throws: `Diagnostic` if a file has changed.
  package func post(at index: Int) throws(Diagnostic) -> PostInFeed? {
    while !isWhole, startsAtEnd || known.count <= index {
      if let post = try posts.nextPlaced() { known.append(post) } else { isWhole = true }
    }
    guard index < known.count else { return nil }
    return startsAtEnd ? known[known.count - 1 - index] : known[index]
  }
}

extension FeedSource {
  /// All posts, even for a shard, from the edge where a reader starts.
  package func postsFromEdge() -> FirstPosts { FirstPosts(self) }
}
