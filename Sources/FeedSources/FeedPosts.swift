import Diagnostics
import FeedIngest
import Files
import Runs

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

  init(_ files: [FeedSource.Part], at places: [Int]?) {
    self.files = files[...]
    self.places = places
  }

  /// - Returns: Nil at the end.
  /// - Throws: `RunFailure` where a file is no more what it was.
  package func next() throws(RunFailure) -> Post? {
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
  package func next(_ count: Int) throws(RunFailure) -> [Post] {
    var posts: [Post] = []
    while posts.count < count, let post = try next() { posts.append(post) }
    return posts
  }

  /// The post at a place among those that are given, counted from 0, which must not be before those that were returned already.
  package func next(at wanted: Int) throws(RunFailure) -> Post? {
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
