import Diagnostics

/// Joins pages, given in order, into one feed: each post once, each id once.
///
/// It keeps ids, not posts, so that a feed of any length can pass through it page by page.
package struct FeedJoin: Sendable {
  private struct Seen: Sendable {
    let identity: FeedEntry.Identity
    let file: String
    let page: Int
  }

  package private(set) var service: Service?
  /// The cursor the last page ends on.
  package private(set) var nextFrom: String?
  private var seen: [String: Seen] = [:]
  private var missingAuthors: Set<String> = []
  private var pageCount = 0

  package init() {}

  /// The posts of `page` that are new, with their final ids, and everything there is to say about the page.
  package mutating func append(_ page: FeedPage) -> (posts: [Post], diagnostics: [Diagnostic]) {
    var diagnostics = page.diagnostics
    guard let pageService = page.service else { return ([], diagnostics) }
    if let service, service != pageService {
      let issue = FeedIssue.mixedServices(first: service, other: pageService)
      diagnostics.append(Diagnostic(issue, at: Place(file: page.mark.file)))
      return ([], diagnostics)
    }
    service = pageService
    nextFrom = page.mark.nextFrom
    pageCount += 1
    var posts: [Post] = []
    for entry in page.entries {
      if let first = duplicate(of: entry) {
        let issue = FeedIssue.duplicate(id: entry.post.id, firstIn: first.file)
        diagnostics.append(Diagnostic(issue, at: .json(entry.path, in: page.mark.file)))
        continue
      }
      var post = entry.post
      post.id = freeID(post.id)
      seen[post.id] = Seen(identity: entry.identity, file: page.mark.file, page: pageCount)
      posts.append(post)
    }
    for author in page.missingAuthors where missingAuthors.insert(author.id).inserted {
      let issue = FeedIssue.authorMissing(id: author.id)
      diagnostics.append(Diagnostic(issue, at: .json(author.path, in: page.mark.file)))
    }
    return (posts, diagnostics)
  }

  /// Items without ids of their own are the same only when pages overlap: a page does not repeat itself.
  private func duplicate(of entry: FeedEntry) -> Seen? {
    guard let first = seen[entry.post.id], first.identity == entry.identity else { return nil }
    return entry.identity == .given || first.page != pageCount ? first : nil
  }

  private func freeID(_ id: String) -> String {
    guard seen[id] != nil else { return id }
    var number = 2
    while seen["\(id)-\(number)"] != nil { number += 1 }
    return "\(id)-\(number)"
  }
}
