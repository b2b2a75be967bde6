/// What moves the content offset, as a function of time alone: whoever asks for a moment gets the same answer, however
/// often others asked before.
enum Motion: Equatable, Sendable {
  case rest(Double)
  case drag(Drag)
  case free(FreeScroll)
  case animation(ScrollAnimation)

  func state(at time: Double, in bounds: Bounds, deceleration: Deceleration) -> (offset: Double, phase: ScrollPhase) {
    switch self {
    case .rest(let offset): return (offset, .resting)
    case .drag(let drag):
      if time < drag.end { return (Points.snapped(drag.offset(at: time, in: bounds)), .dragging) }
      return Self.free(drag.release(in: bounds, deceleration: deceleration))
        .state(at: time, in: bounds, deceleration: deceleration)
    case .free(let free):
      let state = free.state(at: time, in: bounds)
      let phase: ScrollPhase = state.isMoving ? (state.isBouncing ? .bouncing : .decelerating) : .resting
      return (Points.snapped(state.offset), phase)
    case .animation(let animation):
      return (animation.offset(at: time), time < animation.end ? .animating(animation.reason) : .resting)
    }
  }

  /// The same motion going on from another offset and between other bounds.
  func rebased(
    to offset: Double, at time: Double, from old: Bounds, to new: Bounds, deceleration: Deceleration
  ) -> Motion {
    switch self {
    case .rest: return .rest(offset)
    case .drag(let drag) where time < drag.end: return .drag(drag.rebased(to: offset, at: time, in: new))
    case .drag(let drag):
      return Self.free(drag.release(in: old, deceleration: deceleration))
        .rebased(to: offset, at: time, from: old, to: new, deceleration: deceleration)
    case .free(let free):
      let state = free.state(at: time, in: old)
      if !state.isMoving { return .rest(offset) }
      return .free(
        FreeScroll(start: time, offset: offset, velocity: state.velocity, deceleration: free.deceleration))
    case .animation(let animation):
      return time < animation.end ? .animation(animation.moved(to: offset, at: time)) : .rest(offset)
    }
  }
}

/// What the content offset is doing.
package enum ScrollPhase: Equatable, Sendable {
  case resting, dragging, decelerating, bouncing
  case animating(ScrollAnimation.Reason)
}

/// An offset on its way along a curve.
package struct ScrollAnimation: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Somebody asked for a place.
    case scrollTo
    /// New items at the end are followed.
    case follow
    /// The content has become too short for the offset.
    case settle
    /// A keyboard or a bar comes or goes.
    case inset
  }

  let start: Double
  let duration: Double
  var from: Double
  var to: Double
  let reason: Reason
  /// The item that is scrolled to, wherever it is by then.
  let target: ScrollTarget?

  var end: Double { start + duration }

  func offset(at time: Double) -> Double { Points.snapped(from + (to - from) * progress(at: time)) }

  /// The same animation when everything has been moved so that the offset at `time` is another.
  func moved(to offset: Double, at time: Double) -> ScrollAnimation {
    var moved = self
    let difference = offset - self.offset(at: time)
    (moved.from, moved.to) = (from + difference, to + difference)
    return moved
  }

  /// The same animation to another end, going on from where it is.
  func aimed(at end: Double, at time: Double) -> ScrollAnimation {
    var aimed = self
    let progress = progress(at: time)
    guard progress < 1 else { return self }
    aimed.to = end
    aimed.from = (offset(at: time) - end * progress) / (1 - progress)
    return aimed
  }

  private func progress(at time: Double) -> Double {
    duration > 0 ? TimingCurve.easeInOut.value(at: (time - start) / duration) : 1
  }
}

/// Where an item is scrolled to.
package struct ScrollTarget: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    case item(ItemID, Alignment)
    case start, end
  }

  package enum Alignment: Equatable, Sendable { case top, center, bottom }

  package let place: Place
  /// Points between the item's edge and the same edge of the visible area, inwards.
  package let distance: Double

  package init(_ place: Place, distance: Double = 0) {
    self.place = place
    self.distance = distance
  }
}
