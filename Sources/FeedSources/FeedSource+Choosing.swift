import Diagnostics
import FeedIngest

extension FeedSource {
  /// Only the post whose id is given, or ends with what is given; ends that are whole numbers or words come first, so
  /// that 17 is `wall1_17` rather than `wall1_117`.
  ///
  /// - Parameter isOne: Whether several that end so are refused.
  /// - Throws: `Diagnostic` where there is none.
  package func choosing(_ id: String, isOne: Bool = false) throws -> FeedSource {
    var known: [String] = []
    let posts = posts()
    while let post = try posts.next() { known.append(post.id) }
    let exact = known.indices.filter { known[$0] == id }
    let ending = known.indices.filter { known[$0].hasSuffix(id) }
    let parted = ending.filter { known[$0].dropLast(id.count).last.map { !$0.isLetter && !$0.isNumber } ?? true }
    let found = !exact.isEmpty ? exact : parted.isEmpty ? ending : parted
    if isOne, found.count > 1 { throw Diagnostic(SourceIssue.severalPosts(id, found.map { known[$0] })) }
    if found.isEmpty { throw Diagnostic(SourceIssue.noPostWithID(id, known: known)) }
    return share(found)
  }
}
