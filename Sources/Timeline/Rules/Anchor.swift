/// What stays where it is on the screen while the content changes.
package enum Anchor: Equatable, Sendable {
  /// The content's own end: what comes there is shown.
  case edge(Edge)
  /// An edge of an item, with its distance downwards from the same edge of the visible area. Never rounded.
  case item(ItemID, edge: Edge, distance: Double)
}

/// How a column behaves when something in it changes.
package struct AnchorRules: Equatable, Sendable {
  /// Where the reader rests: at the top of a feed, at the end of a chat. The first item that begins in the visible area is the
  /// anchor by its top there, the last one that ends in it by its bottom here.
  package var restingEdge: Edge
  /// Where content lies that is shorter than the viewport.
  package var shortContent: Edge
  package var follow: Follow
  /// What native lists are seen to do wrong, for films that show it.
  package var faults: Set<Fault>

  /// When items that come at the resting edge are scrolled to.
  package enum Follow: Equatable, Sendable {
    case never
    /// Only where the reader is no further than so many points from that end.
    case within(Double)
  }

  package enum Fault: Hashable, Sendable {
    /// The offset is set for new content while a finger is on the list; the finger's next movement sets it from where the drag
    /// began, and what was made up for is lost.
    case offsetSetDuringDrag
    /// Heights that replace estimates move whatever is under them.
    case measuresNotCompensated
    /// So do items that come and go.
    case batchesNotCompensated
  }

  package init(restingEdge: Edge, shortContent: Edge, follow: Follow, faults: Set<Fault> = []) {
    self.restingEdge = restingEdge
    self.shortContent = shortContent
    self.follow = follow
    self.faults = faults
  }

  /// A feed rests at its top and follows nothing: what comes above is there when the reader wants it.
  package static let feed = AnchorRules(restingEdge: .top, shortContent: .top, follow: .never)
  /// A chat rests at its end, and follows a reader who is at the end but for 4 points.
  package static let chat = AnchorRules(restingEdge: .bottom, shortContent: .bottom, follow: .within(4))

  package func with(_ fault: Fault) -> AnchorRules {
    var rules = self
    rules.faults.insert(fault)
    return rules
  }
}
