/// An item that stays at an edge while what it heads is on the screen, until the next one pushes it away.
package struct PinnedItem: Equatable, Sendable {
  /// An item that may be pinned, at its own place in the content.
  package struct Candidate: Equatable, Sendable {
    package let id: ItemID
    package let top, height, gap: Double

    package init(id: ItemID, top: Double, height: Double, gap: Double) {
      (self.id, self.top, self.height, self.gap) = (id, top, height, gap)
    }

    var bottom: Double { top + height }
  }

  package let id: ItemID
  /// Its top's place in the content.
  package let y: Double
  /// How much of it is on the inner side of the edge, from 0 to 1.
  package let progress: Double
  /// The one that comes next, and how far it has taken over.
  package let next: ItemID?
  package let nextProgress: Double

  /// - Parameters:
  ///   - place: the edge's place in the content.
  ///   - candidates: in the order of their places.
  package init?(_ edge: Edge, at place: Double, among candidates: [Candidate]) {
    switch edge {
    case .top:
      guard let index = candidates.lastIndex(where: { $0.top <= place }) else { return nil }
      let (own, next) = (candidates[index], index + 1 < candidates.count ? candidates[index + 1] : nil)
      let push = next.map { min(0, $0.top - $0.gap - place - own.height) } ?? 0
      self.init(own.id, y: place + push, inside: own.height + push, of: own.height, next?.id)
    case .bottom:
      guard let index = candidates.firstIndex(where: { $0.bottom >= place }) else { return nil }
      let (own, next) = (candidates[index], index > 0 ? candidates[index - 1] : nil)
      let push = next.map { max(0, $0.bottom + $0.gap - place + own.height) } ?? 0
      self.init(own.id, y: place - own.height + push, inside: own.height - push, of: own.height, next?.id)
    }
  }

  private init(_ id: ItemID, y: Double, inside: Double, of height: Double, _ next: ItemID?) {
    (self.id, self.y, self.next) = (id, y, next)
    progress = height > 0 ? min(max(inside / height, 0), 1) : 0
    nextProgress = next == nil ? 0 : 1 - progress
  }
}
