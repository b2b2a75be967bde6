/// Something that happens to a timeline. Lengths are in points, velocities in points a second.
package enum Event: Equatable, Sendable {
  /// A finger comes down, moves and lets go at the last point; the content slides on as fast as the finger was.
  case drag([TouchPoint])
  /// Content let go at a velocity, above 0 towards the end.
  case fling(velocity: Double)
  /// A wheel's step, above 0 towards the end.
  case wheel(Double)
  /// A tap on the status bar.
  case scrollToTop
  case scroll(ScrollTarget, isAnimated: Bool)
  /// The reader expands or collapses an item to a height; its top stays.
  case expand(ItemID, height: Double)
  case batch(Batch)
  /// A measured height takes an estimate's place.
  case measured(ItemID, height: Double)
  /// What bars and keyboards cover.
  case insets(top: Double, bottom: Double, isAnimated: Bool)
  /// A spinner of a height stands above the content, until `refreshed`.
  case refreshing(height: Double)
  case refreshed
  /// A window of another size, and the heights that all items have in it, in order, where they have others.
  case resize(Viewport, heights: [Double]?)
  /// Whether nothing is to be animated.
  case reducedMotion(Bool)
}

/// What happened, for a jump's report.
package enum EventKind: String, Equatable, Sendable, CaseIterable {
  case drag, fling, wheel, scroll, expand, batch, measured, insets, refreshing, refreshed, resize, reducedMotion
}

extension Event {
  var kind: EventKind {
    switch self {
    case .drag: .drag
    case .fling: .fling
    case .wheel: .wheel
    case .scrollToTop, .scroll: .scroll
    case .expand: .expand
    case .batch: .batch
    case .measured: .measured
    case .insets: .insets
    case .refreshing: .refreshing
    case .refreshed: .refreshed
    case .resize: .resize
    case .reducedMotion: .reducedMotion
    }
  }
}
