import Drawing
import Layout

extension LaidOutCard {
  /// The card with all pages of its carousels below each other, and without page controls: nobody turns pages on paper.
  func spreadingPages() -> LaidOutCard {
    var card = self
    card.root = root.spreadingPages().box
    return card
  }
}

extension LaidOutBox {
  /// - Returns: The box, and by how many points what stands below it goes down (up where it is negative).
  fileprivate func spreadingPages() -> (box: LaidOutBox, delta: Double) {
    switch role?.list {
    case .carousel: spreadingOwnPages()
    case .pageControl: withoutMarks()
    case nil: children.isEmpty ? (self, 0) : spreadingInside()
    }
  }

  /// As far apart as they were beside each other.
  private func spreadingOwnPages() -> (box: LaidOutBox, delta: Double) {
    guard children.count > 1, let first = children.first?.frame else { return (self, 0) }
    let gap = max(0, children[1].frame.minX - first.maxX)
    var (box, top) = (self, first.minY)
    for index in children.indices {
      let page = children[index]
      box.children[index] = page.offset(by: Point(x: first.minX - page.frame.minX, y: top - page.frame.minY))
      top += page.frame.height + gap
    }
    let delta = top - gap - frame.maxY
    box.frame.size.height += delta
    return (box, delta)
  }

  /// What is below keeps a little of the control's room from the last photo.
  private func withoutMarks() -> (box: LaidOutBox, delta: Double) {
    var box = self
    box.children = []
    box.frame.size.height = min(frame.height, SpreadPages.room)
    return (box, box.frame.height - frame.height)
  }

  private func spreadingInside() -> (box: LaidOutBox, delta: Double) {
    let spread = children.map { $0.spreadingPages() }
    let changes = spread.indices.filter { spread[$0].delta != 0 }
    var box = self
    guard !changes.isEmpty else { return (self, 0) }
    var lowest = (edge: -Double.infinity, delta: 0.0)
    for index in children.indices {
      let own = children[index].frame
      // Of what stands above it.
      let shift = changes.reduce(0) { sum, other in
        other != index && children[other].frame.maxY <= own.minY + SpreadPages.slack ? sum + spread[other].delta : sum
      }
      var (child, delta) = spread[index]
      if delta == 0, children[index].children.isEmpty, case .none = child.content {
        // A bar or a ground beside it goes along.
        delta = changes.reduce(0) { $1 != index && own.spans(children[$1].frame) ? $0 + spread[$1].delta : $0 }
        child.frame.size.height += delta
      }
      box.children[index] = shift == 0 ? child : child.offset(by: Point(x: 0, y: shift))
      if own.maxY > lowest.edge + SpreadPages.slack {
        lowest = (own.maxY, shift + delta)
      } else if own.maxY > lowest.edge - SpreadPages.slack {
        lowest.delta = max(lowest.delta, shift + delta)
      }
    }
    box.frame.size.height += lowest.delta
    return (box, lowest.delta)
  }
}

private enum SpreadPages {
  /// Points at most that are left of a page control.
  static let room = 8.0
  /// Points that two edges may differ by and still touch.
  static let slack = 0.5
}

extension Rect {
  /// Whether it reaches from above another one's upper edge to below its lower one.
  fileprivate func spans(_ other: Rect) -> Bool {
    minY <= other.minY + SpreadPages.slack && maxY >= other.maxY - SpreadPages.slack
  }
}
