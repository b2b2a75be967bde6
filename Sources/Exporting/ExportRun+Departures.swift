import Diagnostics
import Drawing
import ExportStore
import FeedSources
import Files
import OutputFolders
import Projects
import Runs

extension ExportRun {
  /// The posts of the output that its feed has no more. Posts of other shards are the feed's.
  ///
  /// - Parameter kept: The feed's cards that are good; 0 for others.
  /// - Throws: `Diagnostic` where the output holds another feed, and it is not to be replaced.
  func departed(
    from feed: FeedSource, kept: [Int64], _ store: ExportStore, _ folder: String
  ) throws -> DepartedPosts {
    let found = try DepartedPosts(of: feed, kept: kept, store, folder)
    if departing != .replace, let issue = try found.replacement(by: feed, of: project, store) {
      throw Diagnostic(issue, at: Place(file: output.url.path))
    }
    return found
  }

  /// Those that stay, as far as the folder still has their pictures.
  ///
  /// - Throws: `Diagnostic` where they can't stay in such an output.
  func retained(
    _ departed: DepartedPosts, of feed: FeedSource, _ store: ExportStore, _ folder: String
  ) throws -> [DepartedPosts.Card] {
    guard shard == nil else {
      if departing == .keep { throw Diagnostic(DepartureIssue.shard) }
      return []
    }
    return try departed.retained(
      departing, for: PictureVariant.screens(of: project), isChat: feed.facts.chat != nil, store, FileTree(folder),
      report: progress.report)
  }
}

extension DepartedPosts {
  /// - Parameter kept: The feed's cards that are good; 0 for others.
  init(of feed: FeedSource, kept: [Int64], _ store: ExportStore, _ folder: String) throws {
    try self.init(besides: Set(kept.filter { $0 != 0 }), in: store, folder) { isThere in
      let posts = feed.posts()
      while let post = try posts.next() { isThere(post.id) }
    }
  }

  /// Nil of the same feed.
  func replacement(by feed: FeedSource, of project: Project, _ store: ExportStore) throws -> OutputIssue? {
    try replacement(of: PublishedFeed(of: project).feeds, store) {
      var authors: Set<String> = []
      let posts = feed.posts()
      while let post = try posts.next() { authors.insert(post.author.recordedName) }
      return authors
    }
  }
}
