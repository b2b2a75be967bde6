import Synchronization

/// Counts work that a run should do only once. Nothing is counted unless a tally is `current`.
package final class WorkTally: Sendable {
  package enum Work: Hashable, Sendable {
    /// A document, or one line of a file, was parsed as a page of a feed.
    case parsedPage
    case openedStore
    /// A card was laid out at one width in one theme.
    case laidOutCard
    /// An image of a card or the feed was rendered at one width and scale, in one theme.
    case drewPicture
    /// The pixels of an image of any size were compressed as PNG.
    case compressedPicture
  }

  @TaskLocal package static var current: WorkTally?

  private let counts = Mutex<[Work: Int]>([:])

  package init() {}

  package static func note(_ work: Work) { current?.counts.withLock { $0[work, default: 0] += 1 } }
  package subscript(work: Work) -> Int { counts.withLock { $0[work] ?? 0 } }
}
