import Diagnostics
import FeedIngest
import FeedSources
import Runs

/// From a project's files to its feed, all of it at once.
package enum FeedLoading {
  /// The feed of all documents, with every diagnostic in it.
  ///
  /// - Parameter report: Gets each diagnostic as it is found.
  /// - Throws: `RunFailure` when there is no post at all.
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
  /// Seconds since 1970 of the newest post; nil where no post has a date.
  package var newestDate: Int? { posts.compactMap(\.date).max() }
}
