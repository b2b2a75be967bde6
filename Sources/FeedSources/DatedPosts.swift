import Diagnostics
import FeedIngest

/// The posts of a feed by their dates. As many as fit into memory are fetched at once, from the files that hold some of them;
/// a feed whose files follow each other in time is read about as often as in its own order.
final class DatedPosts: PostSequence {
  /// Posts that are in memory at once.
  static let batchSize = 4096

  private let files: [FeedSource.SurveyedFile]
  private let order: DateOrder
  private let batchSize: Int
  private var batch: ArraySlice<Post> = []
  private var fetched = 0

  init(_ files: [FeedSource.SurveyedFile], in order: DateOrder, batchSize: Int = batchSize) {
    (self.files, self.order, self.batchSize) = (files, order, max(1, batchSize))
  }

  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` where a file is no more what it was.
  func next() throws(Diagnostic) -> Post? {
    if batch.isEmpty, fetched < order.spots.count { try fetch() }
    return batch.popFirst()
  }

  private func fetch() throws(Diagnostic) {
    let wanted = order.spots[fetched..<min(order.spots.count, fetched + batchSize)]
    var posts = [Post?](repeating: nil, count: wanted.count)
    let byPlace = zip(wanted, posts.indices).sorted { $0.0 < $1.0 }
    var rest = byPlace[...]
    while let first = rest.first {
      let file = files[Int(first.0.file)]
      let own = rest.prefix { $0.0.file == first.0.file }
      rest = rest.dropFirst(own.count)
      try read(own, of: file, into: &posts)
    }
    batch = posts.compactMap { $0 }[...]
    fetched += wanted.count
  }

  private func read(
    _ wanted: ArraySlice<(DateOrder.Spot, Int)>, of file: FeedSource.SurveyedFile, into posts: inout [Post?]
  ) throws(Diagnostic) {
    var (wanted, number) = (wanted, 0)
    let pages = try file.open()
    while !wanted.isEmpty {
      guard let page = try pages.next() else {
        throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.file.name))
      }
      while let (spot, slot) = wanted.first, Int(spot.page) == number {
        guard page.entries.indices.contains(Int(spot.entry)) else {
          throw Diagnostic(SourceIssue.inputChanged, at: Place(file: file.file.name))
        }
        var post = page.entries[Int(spot.entry)].post
        post.service = page.service
        if let name = order.names[spot] { post.id = name }
        posts[slot] = post
        wanted.removeFirst()
      }
      number += 1
    }
  }
}
