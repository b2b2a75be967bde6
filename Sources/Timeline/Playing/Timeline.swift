/// A column of items in a viewport, through time: what happens to it goes in, frames come out.
///
/// Between two events all that moves is a function of time, so frames may be asked for at any moments; those at the same
/// moment are the same, at 60 frames a second and at 120. What a list does by itself when items come near, measuring
/// them, it does on whole milliseconds.
package struct Timeline: Sendable {
  package internal(set) var column: Column
  /// With the spinner's place in its upper inset.
  package internal(set) var viewport: Viewport
  package let rules: AnchorRules
  /// The moment everything was played up to, in seconds.
  package internal(set) var now = 0.0
  package internal(set) var jumps: [Jump] = []

  var motion = Motion.rest(0)
  var transitions: [Transition] = []
  /// What the offset has changed by that nobody scrolled.
  var unscrolled = 0.0
  /// The anchor of the last change, kept while it is on its way.
  var held: (anchor: FrameAnchor, until: Double)?
  var refreshHeight = 0.0
  var isStill = false
  var ticks = 0
  let measuring: Measuring?
  let deceleration: Deceleration

  /// How estimates are replaced when items come near.
  package struct Measuring: Sendable {
    /// How far from the visible area an item is measured, in points.
    package let margin: Double
    /// An item's real height.
    package let height: @Sendable (ItemID) -> Double

    package init(margin: Double, height: @escaping @Sendable (ItemID) -> Double) {
      self.margin = margin
      self.height = height
    }
  }

  /// The longest that can be played, in seconds: 115 days.
  package static let longest = 10_000_000.0

  /// - Parameters:
  ///   - opening: what is shown first; nil for the resting edge.
  ///   - measuring: nil where estimates stay until an event replaces them.
  /// - Throws: `TimelineIssue`, when the viewport shows nothing or the item to open at is not there.
  package init(
    _ column: Column, viewport: Viewport, rules: AnchorRules, opening: ScrollTarget? = nil,
    measuring: Measuring? = nil, deceleration: Deceleration = .normal
  ) throws(TimelineIssue) {
    try viewport.check()
    (self.column, self.viewport, self.rules) = (column, viewport, rules)
    (self.measuring, self.deceleration) = (measuring, deceleration)
    let opening = opening ?? ScrollTarget(rules.restingEdge == .top ? .start : .end)
    motion = .rest(try offset(for: opening))
    guard !rules.faults.contains(.measuresNotCompensated) else { return }
    // Nothing has been seen yet: what is measured now moves nothing.
    for _ in 0..<Self.mostPasses {
      guard measureNearby() else { break }
      motion = .rest(try offset(for: opening))
    }
    (jumps, unscrolled, held) = ([], 0, nil)
  }

  var bounds: Bounds {
    Bounds(
      offsets: viewport.offsets(contentHeight: column.height, shortContent: rules.shortContent),
      dimension: viewport.height)
  }

  var state: (offset: Double, phase: ScrollPhase) { motion.state(at: now, in: bounds, deceleration: deceleration) }

  /// The place of the content at the viewport's top now.
  package var offset: Double { state.offset }

  var screen: Screen { Screen(column, transitions, at: now, offset: offset, height: viewport.height) }

  /// The offset that shows a place as asked, as far as the content reaches.
  func offset(for target: ScrollTarget) throws(TimelineIssue) -> Double {
    let offsets = bounds.offsets
    switch target.place {
    case .start: return offsets.lowerBound
    case .end: return offsets.upperBound
    case .item(let id, let alignment):
      guard let index = column.index(of: id) else { throw .noSuchItem(id) }
      let (top, height) = (column.top(at: index), column.itemHeight(at: index))
      let visible = viewport.visible
      let wanted =
        switch alignment {
        case .top: top - visible.lowerBound - target.distance
        case .bottom: top + height - visible.upperBound + target.distance
        case .center: top + height / 2 - (visible.lowerBound + visible.upperBound) / 2
        }
      return Points.snapped(offsets.clamp(wanted))
    }
  }
}
