import Synchronization

/// How often something was done that a run should do once. Whoever wants to know makes one `current`; else nothing is counted.
package final class WorkTally: Sendable {
  package enum Work: Hashable, Sendable {
    /// A document, or one of a file's lines, was parsed as a page of a feed.
    case parsedPage
    case openedStore
    /// At one width, in one theme.
    case laidOutCard
    /// Of a card or of the feed, at one width and scale, in one theme.
    case drewPicture
    /// Of any size: its pixels became a PNG.
    case compressedPicture
  }

  @TaskLocal package static var current: WorkTally?

  private let counts = Mutex<[Work: Int]>([:])

  package init() {}

  package static func note(_ work: Work) { current?.counts.withLock { $0[work, default: 0] += 1 } }
  package subscript(work: Work) -> Int { counts.withLock { $0[work] ?? 0 } }
}
