import Diagnostics
import FeedIngest
import Files

/// The posts of a feed, each with those beside it.
package final class FeedPosts {
  private let posts: any PostSequence
  /// The last post that was given or passed, and one that was only looked at.
  private var last: PlacedPost?
  private var ahead: PlacedPost?
  /// Of the whole feed.
  private var passed = 0
  private let places: [Int]?
  /// Of the post that comes next.
  private var place = 0

  init(_ posts: any PostSequence, at places: [Int]?) {
    self.posts = posts
    self.places = places
  }

  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  package func next() throws(Diagnostic) -> Post? { try nextOwn()?.post }

  /// With the posts beside it in the whole feed, also of a share.
  ///
  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  package func nextPlaced() throws(Diagnostic) -> PlacedPost? {
    guard let own = try nextOwn() else { return nil }
    ahead = try read()
    return own.followed(by: ahead)
  }

  /// Up to `count` posts; none at the end.
  package func nextPlaced(_ count: Int) throws(Diagnostic) -> [PlacedPost] {
    var posts: [PlacedPost] = []
    while posts.count < count, let post = try nextPlaced() { posts.append(post) }
    return posts
  }

  /// The post at a place among those that are given, counted from 0, which must not be before those that were returned
  /// already.
  package func nextPlaced(at wanted: Int) throws(Diagnostic) -> PlacedPost? {
    while place < wanted { if try nextOwn() == nil { return nil } }
    return try nextPlaced()
  }

  /// Of a share, its own.
  private func nextOwn() throws(Diagnostic) -> PlacedPost? {
    if let places {
      guard place < places.count else { return nil }
      while passed < places[place] { if try nextOfAll() == nil { return nil } }
    }
    place += 1
    return try nextOfAll()
  }

  private func nextOfAll() throws(Diagnostic) -> PlacedPost? {
    let next = if let ahead { ahead } else { try read() }
    ahead = nil
    guard let next else { return nil }
    passed += 1
    last = next
    return next
  }

  /// The post behind the last one.
  private func read() throws(Diagnostic) -> PlacedPost? { try posts.next().map { PlacedPost($0, after: last) } }
}

/// Posts that come one by one, in the order in which they are shown.
protocol PostSequence: AnyObject {
  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  func next() throws(Diagnostic) -> Post?
}

/// Those of a feed that is in memory.
final class KeptPosts: PostSequence {
  private var posts: ArraySlice<Post>

  init(posts: ArraySlice<Post>) {
    self.posts = posts
  }

  func next() -> Post? { posts.popFirst() }
}

/// Those of files in the order of their pages.
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
  func open() throws(Diagnostic) -> FeedFileReader {
    guard FileStamp(file.url.path, following: true) == stamp else {
      throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.name))
    }
    return try FeedFileReader(file)
  }
}
