import Diagnostics
import Digests
import FeedIngest
import Files
import Foundation
import Runs

/// A feed as it lies on the disk: gone through page by page, as often as it is asked for, so that its length is no matter.
///
/// What is kept of it is what order and duplicates need: cursors and ids. Only the pages of a small feed are kept, to
/// spare reading them twice.
package struct FeedSource: Sendable {
  /// Bytes of all files together, up to which their pages are kept.
  static let keptBytes = 2_000_000

  /// What the feed as a whole comes to.
  package let facts: FeedFacts
  /// In page order.
  private let files: [Part]
  /// Places of the posts that `posts` gives, rising; nil for all.
  private var places: [Int]?

  /// A file with what must not change while the feed is read again.
  struct Part: Sendable {
    let file: FeedFile
    let stamp: FileStamp?
    let mark: PageMark
    /// Nil where the file is read again.
    let pages: [FeedPage]?
  }

  init(facts: FeedFacts, files: [Part]) {
    self.facts = facts
    self.files = files
  }

  /// Goes through all files once, twice where their cursors put them in another order than their names.
  ///
  /// - Parameters:
  ///   - found: The feed's files.
  ///   - report: Gets each diagnostic.
  /// - Throws: `RunFailure` when there is no post at all.
  package static func open(
    _ found: FeedFiles, keptBytes: Int = keptBytes, report: (Diagnostic) -> Void
  ) throws -> FeedSource {
    var survey = FeedSurvey(
      keepsPages: found.files.reduce(0) { $0 + (FileStamp($1.url.path, following: true)?.size ?? 0) } <= keptBytes)
    for file in found.files { survey.read(file) }
    let source = try survey.source()
    let diagnostics = found.diagnostics + source.facts.diagnostics
    diagnostics.forEach(report)
    // What is wrong has been told; where nothing is, say at least that.
    guard source.facts.count > 0 else {
      throw diagnostics.isEmpty ? RunFailure(SourceIssue.noPosts) : .told(.input)
    }
    return source.adding(found.diagnostics)
  }

  /// All posts in feed order, each once; of a share, its own. Each call begins anew.
  package func posts() -> FeedPosts { FeedPosts(files, at: places) }

  /// All posts, also of a share.
  package func allPosts() -> FeedPosts { FeedPosts(files, at: nil) }

  /// The posts at `places`, which rise. What is said of the feed as a whole stays.
  package func share(_ places: [Int]) -> FeedSource {
    var share = self
    share.places = places
    return share
  }

  /// Of the files' bytes, names and order: another digest means another feed.
  ///
  /// - Throws: `Diagnostic` where a file can't be read any more.
  package func digest() throws(Diagnostic) -> Digest {
    var chain = DigestChain()
    for part in files {
      chain.append(Digest(of: part.file.name))
      do {
        let handle = try FileHandle(forReadingFrom: part.file.url)
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty { chain.append(Digest(of: piece)) }
      } catch {
        let issue = FileIssue.unreadable(reason: reason(error))
        throw Diagnostic(issue, at: Place(file: part.file.name))
      }
    }
    return chain.digest
  }

  private func adding(_ diagnostics: [Diagnostic]) -> FeedSource {
    var facts = facts
    facts.diagnostics = diagnostics + facts.diagnostics
    return FeedSource(facts: facts, files: files)
  }
}

/// The posts of a feed, one page in memory at a time.
package final class FeedPosts {
  private var files: ArraySlice<FeedSource.Part>
  private var pages: (any PageSequence)?
  private var join = FeedJoin()
  private var waiting: ArraySlice<Post> = []
  /// Of the whole feed.
  private var passed = 0
  private let places: [Int]?
  /// Of the post that comes next.
  private var place = 0

  fileprivate init(_ files: [FeedSource.Part], at places: [Int]?) {
    self.files = files[...]
    self.places = places
  }

  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  package func next() throws(Diagnostic) -> Post? {
    if let places {
      guard place < places.count else { return nil }
      while passed < places[place] { if try nextOfAll() == nil { return nil } }
    }
    place += 1
    return try nextOfAll()
  }

  private func nextOfAll() throws(Diagnostic) -> Post? {
    while waiting.isEmpty {
      guard let page = try nextPage() else { return nil }
      waiting = join.append(page).posts[...]
    }
    passed += 1
    return waiting.removeFirst()
  }

  /// Up to `count` posts; none at the end.
  package func next(_ count: Int) throws(Diagnostic) -> [Post] {
    var posts: [Post] = []
    while posts.count < count, let post = try next() { posts.append(post) }
    return posts
  }

  /// The post at a place among those that are given, counted from 0, which must not be before those that were returned already.
  package func next(at wanted: Int) throws(Diagnostic) -> Post? {
    while place < wanted { if try next() == nil { return nil } }
    return try next()
  }

  private func nextPage() throws(Diagnostic) -> FeedPage? {
    while true {
      if let page = try pages?.next() { return page }
      guard let part = files.popFirst() else { return nil }
      pages = try part.open()
    }
  }
}

/// Pages that come one by one.
protocol PageSequence {
  mutating func next() throws(Diagnostic) -> FeedPage?
}

extension FeedFileReader: PageSequence {}

private struct KeptPages: PageSequence {
  var pages: ArraySlice<FeedPage>

  mutating func next() throws(Diagnostic) -> FeedPage? { pages.popFirst() }
}

extension FeedSource.Part {
  func open() throws(Diagnostic) -> any PageSequence {
    if let pages { return KeptPages(pages: pages[...]) }
    guard FileStamp(file.url.path, following: true) == stamp else {
      throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.name))
    }
    return try FeedFileReader(file)
  }
}
