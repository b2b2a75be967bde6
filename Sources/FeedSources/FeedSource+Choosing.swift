import Diagnostics
import FeedIngest

extension FeedSource {
  /// Only the post whose id is given, or ends with what is given.
  ///
  /// - Throws: `Diagnostic` where there is none.
  package func choosing(_ id: String) throws -> FeedSource {
    var known: [String] = []
    let posts = posts()
    while let post = try posts.next() { known.append(post.id) }
    let exact = known.indices.filter { known[$0] == id }
    let found = exact.isEmpty ? known.indices.filter { known[$0].hasSuffix(id) } : exact
    if found.isEmpty { throw Diagnostic(SourceIssue.noPostWithID(id, known: known)) }
    return share(found)
  }
}
