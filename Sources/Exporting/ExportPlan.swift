import Diagnostics
import ExportStore
import FeedIngest
import FeedSources
import OutputFolders

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
  /// Somebody's own files at paths of cards that have to be drawn.
  private(set) var inTheWay = ForeignFiles()

  var count: Int { cards.count }

  /// Posts that are looked at together by one task.
  private static let batch = 128

  /// - Parameters:
  ///   - writes: Whether the store may note what was looked at again.
  ///   - explains: Whether reasons are kept.
  ///   - place: Looks for somebody's own files; nil does not look.
  init(
    _ posts: FeedPosts, check: CardCheck, jobs: Int, writes: Bool, explains: Bool = false, place: OutputCheck? = nil
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, [CardVerdict], ForeignFiles).self) { group in
      var next = 0
      func addTask() throws {
        let (start, batch) = (next, try posts.next(Self.batch))
        guard !batch.isEmpty else { return }
        next += batch.count
        group.addTask {
          let verdicts = try check.verdicts(on: batch, writes: writes)
          var found = ForeignFiles()
          for (post, verdict) in zip(batch, verdicts) {
            if case .stale = verdict, let place { found.add(place.files(of: post)) }
          }
          return (start, verdicts, found)
        }
      }
      for _ in 0..<jobs { try addTask() }
      // In order, whichever ends first.
      var waiting: [Int: ([CardVerdict], ForeignFiles)] = [:]
      while let (start, verdicts, found) = try await group.next() {
        waiting[start] = (verdicts, found)
        while let (verdicts, found) = waiting.removeValue(forKey: cards.count) {
          inTheWay.add(found)
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
      errors += told.count { $0.severity == .error }
      warnings += told.count { $0.severity == .warning }
      diagnostics += told
    case .stale(let why):
      stale.append(cards.count)
      if explains { reasons.append(why) }
      cards.append(0)
    }
  }
}
