import Diagnostics
import FeedIngest

/// From a project's files to its feed.
enum FeedLoading {
  /// The feed of all documents, with every diagnostic in it.
  ///
  /// - Parameter report: Gets each diagnostic as it is found.
  /// - Throws: `RunFailure` when there is no post at all.
  static func feed(of project: Project, report: (Diagnostic) -> Void) throws -> Feed {
    let (documents, problems) = FeedFiles.find(project.feeds, project: project).documents(project: project)
    let reading = FeedReader.read(documents)
    let diagnostics = problems + reading.diagnostics
    diagnostics.forEach(report)
    guard var feed = reading.feed, !feed.posts.isEmpty else {
      // What is wrong has been told; where nothing is, say at least that.
      throw RunFailure(.brokenInput, diagnostics.isEmpty ? [Diagnostic(KitIssue.noPosts)] : [])
    }
    feed.diagnostics = diagnostics
    return feed
  }
}

extension Feed {
  /// Seconds since 1970 of the newest post; nil where no post has a date.
  var newestDate: Int? { posts.compactMap(\.date).max() }
}
