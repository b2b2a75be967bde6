/// Changes of what is in the column, that take effect together.
package struct Batch: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    case start, end
    case before(ItemID), after(ItemID)
  }

  package enum Change: Equatable, Sendable {
    case insert([ColumnItem], Place)
    case delete([ItemID])
    /// Another height, and another gap where one is given.
    case reload(ItemID, height: Double, gap: Double? = nil)
    case move(ItemID, Place)
  }

  /// In this order, each as the ones before it left the column.
  package let changes: [Change]
  /// Whether a reader at the resting edge is taken along to what comes there.
  package let mayFollow: Bool
  package let isAnimated: Bool

  package init(_ changes: [Change], mayFollow: Bool = false, isAnimated: Bool = true) {
    self.changes = changes
    self.mayFollow = mayFollow
    self.isAnimated = isAnimated
  }

  /// What has just been said: at the end, and followed by a reader who is there.
  package static func append(_ items: [ColumnItem]) -> Batch { Batch([.insert(items, .end)], mayFollow: true) }

  /// What a refresh brought to the top of a feed. Nobody is taken along unless the rules say so.
  package static func refresh(_ items: [ColumnItem]) -> Batch { Batch([.insert(items, .start)], mayFollow: true) }

  /// More of what was there before the reader came, at either end: never followed.
  package static func loadMore(_ items: [ColumnItem], at edge: Edge) -> Batch {
    Batch([.insert(items, edge == .top ? .start : .end)], isAnimated: false)
  }
}
