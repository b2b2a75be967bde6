import Diagnostics
import FeedReading
import FeedSources
import RunSupport

/// Loads the whole feed of a project's files.
package enum FeedLoading {
  /// Returns the feed of all documents, with all diagnostics.
  ///
  /// - Parameter report: Receives each diagnostic when it is found.
  /// - Throws: `RunFailure` if there is no post.
  package static func feed(of found: FeedFiles, report: (Diagnostic) -> Void) throws -> Feed {
    let source = try FeedSource.open(found, keptBytes: .max, report: report)
    guard let service = source.facts.service else { throw RunFailure.reported(.input) }
    var feed = Feed(service: service, posts: [], nextFrom: source.facts.nextFrom, diagnostics: source.facts.diagnostics)
    feed.posts.reserveCapacity(source.facts.count)
    let posts = source.posts()
    while let post = try posts.next() { feed.posts.append(post) }
    return feed
  }
}

extension Feed {
  /// The date of the newest post in seconds since 1970; nil if no post has a date.
  package var newestDate: Int? { posts.compactMap(\.date).max() }
}
