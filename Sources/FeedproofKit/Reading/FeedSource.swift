import Diagnostics
import Digests
import ExportStore
import FeedIngest
import Foundation

/// A feed as it lies on the disk: gone through page by page, as often as it is asked for, so that its length is no matter.
///
/// What is kept of it is what order and duplicates need: cursors and ids. Only the pages of a small feed are kept, to
/// spare reading them twice.
struct FeedSource: Sendable {
  /// Bytes of all files together, up to which their pages are kept.
  static let keptBytes = 2_000_000

  /// What the feed as a whole comes to.
  let facts: FeedFacts
  /// In page order.
  private let files: [Part]
  /// Places of the posts that `posts` gives, rising; nil for all.
  private var places: [Int]?

  /// A file with what must not change while the feed is read again.
  fileprivate struct Part: Sendable {
    let file: FeedFile
    let stamp: FileStamp?
    let mark: PageMark
    /// Nil where the file is read again.
    let pages: [FeedPage]?
  }

  fileprivate init(facts: FeedFacts, files: [Part]) {
    self.facts = facts
    self.files = files
  }

  /// Goes through all files once, twice where their cursors put them in another order than their names.
  ///
  /// - Parameter report: Gets each diagnostic.
  /// - Throws: `RunFailure` when there is no post at all.
  static func open(_ project: Project, keptBytes: Int = keptBytes, report: (Diagnostic) -> Void) throws -> FeedSource {
    let found = FeedFiles.find(project.feeds, project: project)
    var survey = FeedSurvey(
      found.diagnostics,
      keepsPages: found.files.reduce(0) { $0 + (FileStamp($1.url.path, following: true)?.size ?? 0) } <= keptBytes)
    for file in found.files { survey.read(file) }
    let source = try survey.source()
    source.facts.diagnostics.forEach(report)
    // What is wrong has been told; where nothing is, say at least that.
    guard source.facts.count > 0 else {
      throw RunFailure(.brokenInput, source.facts.tally.isEmpty ? [Diagnostic(KitIssue.noPosts)] : [])
    }
    return source
  }

  /// All posts in feed order, each once; of a share, its own. Each call begins anew.
  func posts() -> FeedPosts { FeedPosts(files, at: places) }

  /// All posts, also of a share.
  func allPosts() -> FeedPosts { FeedPosts(files, at: nil) }

  /// The posts at `places`, which rise. What is said of the feed as a whole stays.
  func share(_ places: [Int]) -> FeedSource {
    var share = self
    share.places = places
    return share
  }

  /// Of the files' bytes, names and order: another digest means another feed.
  ///
  /// - Throws: `RunFailure` where a file can't be read any more.
  func digest() throws(RunFailure) -> Digest {
    var chain = DigestChain()
    for part in files {
      chain.append(Digest(of: part.file.name))
      do {
        let handle = try FileHandle(forReadingFrom: part.file.url)
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty { chain.append(Digest(of: piece)) }
      } catch {
        let issue = KitIssue.unreadable(reason: reason(error))
        throw RunFailure(.brokenInput, Diagnostic(issue, at: Place(file: part.file.name)))
      }
    }
    return chain.digest
  }
}

/// The posts of a feed, one page in memory at a time.
final class FeedPosts {
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
  /// - Throws: `RunFailure` where a file is no more what it was.
  func next() throws(RunFailure) -> Post? {
    if let places {
      guard place < places.count else { return nil }
      while passed < places[place] { if try nextOfAll() == nil { return nil } }
    }
    place += 1
    return try nextOfAll()
  }

  private func nextOfAll() throws(RunFailure) -> Post? {
    while waiting.isEmpty {
      guard let page = try nextPage() else { return nil }
      waiting = join.append(page).posts[...]
    }
    passed += 1
    return waiting.removeFirst()
  }

  /// Up to `count` posts; none at the end.
  func next(_ count: Int) throws(RunFailure) -> [Post] {
    var posts: [Post] = []
    while posts.count < count, let post = try next() { posts.append(post) }
    return posts
  }

  /// The post at a place among those that are given, counted from 0, which must not be before those that were returned already.
  func next(at wanted: Int) throws(RunFailure) -> Post? {
    while place < wanted { if try next() == nil { return nil } }
    return try next()
  }

  private func nextPage() throws(RunFailure) -> FeedPage? {
    do throws(Diagnostic) {
      while true {
        if let page = try pages?.next() { return page }
        guard let part = files.popFirst() else { return nil }
        pages = try part.open()
      }
    } catch {
      throw RunFailure(.brokenInput, error)
    }
  }
}

/// Pages that come one by one.
private protocol PageSequence {
  mutating func next() throws(Diagnostic) -> FeedPage?
}

extension FeedFileReader: PageSequence {}

private struct KeptPages: PageSequence {
  var pages: ArraySlice<FeedPage>

  mutating func next() throws(Diagnostic) -> FeedPage? { pages.popFirst() }
}

extension FeedSource.Part {
  fileprivate func open() throws(Diagnostic) -> any PageSequence {
    if let pages { return KeptPages(pages: pages[...]) }
    guard FileStamp(file.url.path, following: true) == stamp else {
      throw Diagnostic(KitIssue.inputChanged, at: Place(file: file.name))
    }
    return try FeedFileReader(file)
  }
}

/// The first way through a feed's files.
private struct FeedSurvey {
  /// Pages of one file that are kept: those of a small file with thousands of lines take far more room than the file.
  private static let keptPages = 1000

  let keepsPages: Bool
  private var files: [FeedSource.Part] = []
  /// Of files that can't be found, and of those that are no feeds.
  private var failures: DiagnosticTally
  private var facts = FeedFacts()
  private var join = FeedJoin()

  init(_ diagnostics: [Diagnostic], keepsPages: Bool) {
    failures = DiagnosticTally(diagnostics)
    self.keepsPages = keepsPages
  }

  mutating func read(_ file: FeedFile) {
    let stamp = FileStamp(file.url.path, following: true)
    var pages: [FeedPage]? = keepsPages ? [] : nil
    var mark: PageMark?
    var unplaced = DiagnosticTally()
    do throws(Diagnostic) {
      let reader = try FeedFileReader(file)
      while let page = try reader.next() {
        pages?.append(page)
        if let count = pages?.count, count > Self.keptPages { pages = nil }
        if page.service == nil, mark == nil {
          unplaced.add(page.diagnostics)
          continue
        }
        if mark == nil {
          mark = PageMark(file: file.name, startFrom: page.mark.startFrom)
          facts.tally.add(unplaced)
        }
        // A line that can't be read says nothing of what follows.
        let next = page.service == nil ? mark?.nextFrom : page.mark.nextFrom
        mark?.nextFrom = next
        facts.add(join.append(page))
      }
    } catch {
      if mark == nil { unplaced.add(error) } else { facts.tally.add(error) }
    }
    guard let mark else { return failures.add(unplaced) }
    files.append(FeedSource.Part(file: file, stamp: stamp, mark: mark, pages: pages))
  }

  /// In page order, which may ask for going through the files once more.
  func source() throws(RunFailure) -> FeedSource {
    let order = PageOrder.order(of: files.map(\.mark))
    let ordered = order.map { files[$0] }
    var facts = facts
    var join = join
    if order != Array(files.indices) {
      (facts, join) = (FeedFacts(), FeedJoin())
      do throws(Diagnostic) {
        for part in ordered {
          var pages = try part.open()
          while let page = try pages.next() { facts.add(join.append(page)) }
        }
      } catch {
        throw RunFailure(.brokenInput, error)
      }
    }
    if facts.count == 0, let first = ordered.first, !facts.tally.holdsErrors {
      facts.tally.add(FeedReader.emptyFeed(in: first.file.name))
    }
    facts.nextFrom = join.nextFrom
    facts.service = join.service
    var tally = failures
    tally.add(facts.tally)
    facts.tally = tally
    return FeedSource(facts: facts, files: ordered)
  }
}
