import CardDrawing
import Diagnostics
import Digests
import ExportStore
import FeedIngest
import FeedSources
import Runs

extension ExportRun {
  /// What the drawn cards of a run come to.
  struct Drawn {
    var cards = 0
    var pictures = 0
  }

  /// Draws what the plan says, as many posts at once as there are jobs, and enters the cards into the plan at their places,
  /// whatever the order in which they are done. A run that has to stop keeps what was finished.
  func draw(
    _ feed: FeedSource, _ plan: inout ExportPlan, _ check: CardCheck, _ store: ExportStore
  ) async throws -> Drawn {
    let stale = plan.stale
    let (renderer, keys, made) = (check.renderer, check.keys, check.made)
    let export = CardExport(renderer: renderer, keys: keys, output: output, interruption: interruption, made: made)
    var drawn = Drawn()
    var batch = StoreBatch(store: store, designs: keys.components, uptime: environment.uptime)
    var diagnostics = OrderedDiagnostics()
    do {
      let (first, rest) = (plan.posts, feed.posts())
      var next = 0
      try await WorkerLoop(jobs: jobs).run(taking: .finished) {
        defer { next += 1 }
        if first.indices.contains(next) { return first[next] }
        return stale.indices.contains(next) ? try rest.nextPlaced(at: stale[next]) : nil
      } work: { post in
        if interruption.isRequested { throw RunFailure.interrupted }
        return try export.export(made?.input(post) ?? CardInput(post, renderer: renderer))
      } take: { number, card in
        drawn.add(card)
        try batch.add(card.card, at: stale[number], to: &plan)
        diagnostics.add(card.diagnostics, of: number).forEach(progress.report)
        progress.advance(card.card.name)
      }
      try batch.save(to: &plan)
    } catch {
      try? batch.save(to: &plan)
      diagnostics.rest.forEach(progress.report)
      throw error
    }
    return drawn
  }
}

extension ExportRun.Drawn {
  fileprivate mutating func add(_ drawn: ExportedCard) {
    cards += 1
    pictures += drawn.card.files.count
  }
}

/// Drawn cards on their way into the store: a transaction for each would cost more than the rows.
private struct StoreBatch {
  let store: ExportStore
  let designs: [Digest: DesignComponents]
  let uptime: @Sendable () -> Double
  private var cards: [(place: Int, card: NewCard)] = []
  private var saved: Double

  private static let limit = 32
  /// Seconds of work that a kill may cost.
  private static let patience = 0.25

  init(store: ExportStore, designs: [Digest: DesignComponents], uptime: @escaping @Sendable () -> Double) {
    self.store = store
    self.designs = designs
    self.uptime = uptime
    saved = uptime()
  }

  mutating func add(_ card: NewCard, at place: Int, to plan: inout ExportPlan) throws {
    cards.append((place, card))
    if cards.count >= Self.limit || uptime() - saved >= Self.patience { try save(to: &plan) }
  }

  mutating func save(to plan: inout ExportPlan) throws {
    let ids = try store.save(cards.map(\.card), designs: designs)
    for (entry, id) in zip(cards, ids) { plan.cards[entry.place] = id }
    cards.removeAll()
    saved = uptime()
  }
}
