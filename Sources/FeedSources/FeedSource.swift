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
  /// - Throws: `RunFailure` when there is no post at all, `SeveralChats` where one has to be chosen.
  package static func open(
    _ found: FeedFiles, keptBytes: Int = keptBytes, showsChats: Bool = true, report: (Diagnostic) -> Void
  ) throws -> FeedSource {
    var survey = FeedSurvey(
      found.diagnostics, order: found.order,
      keepsPosts: found.files.reduce(0) { $0 + (FileStamp($1.url.path, following: true)?.size ?? 0) } <= keptBytes)
    for file in found.files { survey.read(file) }
    let source = try survey.source()
    // Chats are recognised where nothing else is; Telegram writes them as it writes channels.
    if showsChats, source.facts.count == 0 || source.facts.service == .telegram,
      let chat = try ChatSource(found).source(report: report)
    {
      return chat
    }
    source.facts.diagnostics.forEach(report)
    // What is wrong has been told; where nothing is, say at least that.
    guard source.facts.count > 0 else {
      throw source.facts.tally.isEmpty ? RunFailure(SourceIssue.noPosts) : .reported(.input)
    }
    return source
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
      let file = try RegularFile(file.url)
      if file.stamp == stamp { return try file.forEachPiece(body) }
    } catch {
      throw error.unreadable(as: file.name)
    }
    throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.name))
  }
}
