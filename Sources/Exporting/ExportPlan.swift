import Diagnostics
import ExportStore
import FeedIngest
import FeedSources

/// Which posts have to be drawn. It keeps a number for each post, never the post.
struct ExportPlan: Sendable {
  /// The feed's cards in order; 0 where one has yet to be drawn.
  var cards: [Int64] = []
  /// Places of the posts that have to be drawn.
  private(set) var stale: [Int] = []
  /// Why; only where it was asked for, in the order of `stale`.
  private(set) var reasons: [[StaleReason]] = []
  /// Whether a card that is good was never published.
  private(set) var hasStaged = false
  /// Of the cards that are good.
  private(set) var pictures = 0
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errors = 0
  private(set) var warnings = 0

  var count: Int { cards.count }

  /// Posts that are looked at together by one task.
  private static let batch = 128

  /// - Parameters:
  ///   - writes: Whether the store may note what was looked at again.
  ///   - explains: Whether reasons are kept.
  init(_ posts: FeedPosts, check: CardCheck, jobs: Int, writes: Bool, explains: Bool = false) async throws {
    try await withThrowingTaskGroup(of: (Int, [CardVerdict]).self) { group in
      var next = 0
      func addTask() throws {
        let (start, batch) = (next, try posts.next(Self.batch))
        guard !batch.isEmpty else { return }
        next += batch.count
        group.addTask { (start, try check.verdicts(on: batch, writes: writes)) }
      }
      for _ in 0..<jobs { try addTask() }
      // In order, whichever ends first.
      var waiting: [Int: [CardVerdict]] = [:]
      while let (start, verdicts) = try await group.next() {
        waiting[start] = verdicts
        while let verdicts = waiting.removeValue(forKey: cards.count) {
          for verdict in verdicts { add(verdict, explains) }
        }
        try addTask()
      }
    }
  }

  private mutating func add(_ verdict: CardVerdict, _ explains: Bool) {
    switch verdict {
    case .kept(let card):
      cards.append(card.id)
      hasStaged = hasStaged || card.isStaged
      pictures += card.files.count
      let told = StoredDiagnostics.read(card.diagnostics)
      errors += told.total(of: .error)
      warnings += told.total(of: .warning)
      diagnostics += told
    case .stale(let why):
      stale.append(cards.count)
      if explains { reasons.append(why) }
      cards.append(0)
    }
  }
}
