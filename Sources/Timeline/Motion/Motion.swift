/// The movement of the content offset as a pure function of time: the result for a moment doesn't depend on earlier
/// look-ups.
package enum Motion: Sendable {
  case rest(Double)
  case drag(Drag)
  case free(FreeScrolling)
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

  /// The motion continued from another offset and within other bounds.
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
        FreeScrolling(start: time, offset: offset, velocity: state.velocity, deceleration: free.deceleration))
    case .animation(let animation):
      return time < animation.end ? .animation(animation.moved(to: offset, at: time)) : .rest(offset)
    }
  }
}

/// The state of the content offset.
public enum ScrollPhase: Equatable, Sendable {
  case resting, dragging, decelerating, bouncing
  case animating(ScrollAnimation.Reason)
}

/// An animated offset that follows a curve.
public struct ScrollAnimation: Sendable {
  /// Why content scrolls by itself.
  public enum Reason: Equatable, Sendable {
    /// A requested scroll to a position.
    case scrollTo
    /// New items at the end are followed.
    case follow
    /// The content has become too short for the offset.
    case settle
    /// A keyboard or a bar appears or disappears.
    case inset
  }

  let start: Double
  let duration: Double
  var from: Double
  var to: Double
  let reason: Reason
  /// The target item, at its position when the animation ends.
  let target: ScrollTarget?

  var end: Double { start + duration }

  func offset(at time: Double) -> Double { Points.snapped(from + (to - from) * progress(at: time)) }

  /// The animation, shifted so that the offset at `time` is the given one.
  func moved(to offset: Double, at time: Double) -> ScrollAnimation {
    var moved = self
    let difference = offset - self.offset(at: time)
    (moved.from, moved.to) = (from + difference, to + difference)
    return moved
  }

  /// The animation redirected to another end, continuing from its current position.
  func aimed(at end: Double, at time: Double) -> ScrollAnimation {
    var aimed = self
    let progress = progress(at: time)
    guard progress < 1 else { return self }
    aimed.to = end
    aimed.from = (offset(at: time) - end * progress) / (1 - progress)
    return aimed
  }

  private func progress(at time: Double) -> Double {
    guard duration > 0 else { return 1 }
    if reason == .inset { return Spring.keyboard.progress(after: time - start, of: duration) }
    return TimingCurve.easeInOut.value(at: (time - start) / duration)
  }
}

/// The target of scrolling to an item.
public struct ScrollTarget: Equatable, Sendable {
  /// What to scroll to.
  public enum Place: Equatable, Sendable {
    case item(ItemID, Alignment)
    case start, end
  }

  /// The edge of the item that is aligned with the same edge of the visible area.
  public enum Alignment: Equatable, Sendable { case top, center, bottom }

  /// What to scroll to.
  public let place: Place
  /// Points between the item's edge and the same edge of the visible area, inward.
  public let distance: Double

  public init(_ place: Place, distance: Double = 0) {
    self.place = place
    self.distance = distance
  }
}

/// The position of a finger at a time.
public struct TouchPoint: Equatable, Sendable {
  /// Seconds after the finger touches down.
  public let time: Double
  /// Points from the viewport's top.
  public let y: Double

  public init(time: Double, y: Double) {
    self.time = time
    self.y = y
  }
}

/// A finger that moves the content along straight lines between its points, and lets go at the last one.
package struct Drag: Sendable {
  let start: Double
  let points: [TouchPoint]
  /// The requested offset is this minus the finger's position.
  var base: Double
  /// An offset set during the drag that the finger's next point discards: a bug that films reproduce.
  var lost: (amount: Double, until: Double)?

  package init(start: Double, points: [TouchPoint], base: Double, lost: (amount: Double, until: Double)? = nil) {
    (self.start, self.points, self.base, self.lost) = (start, points, base, lost)
  }

  var end: Double { start + (points.last?.time ?? 0) }

  package func offset(at time: Double, in bounds: Bounds) -> Double {
    bounds.banded(base - finger(at: time)) + (lost.map { time < $0.until ? $0.amount : 0 } ?? 0)
  }

  /// The motion after the finger lets go.
  package func release(in bounds: Bounds, deceleration: Deceleration) -> FreeScrolling {
    FreeScrolling(
      start: end, offset: Points.snapped(offset(at: end, in: bounds)), velocity: -releaseVelocity,
      deceleration: deceleration)
  }

  /// The drag with another content offset at a time.
  func rebased(to offset: Double, at time: Double, in bounds: Bounds) -> Drag {
    var drag = self
    // The offset that the finger will discard is added to the one it requests.
    let set = lost.map { time < $0.until ? $0.amount : 0 } ?? 0
    drag.base = bounds.unbanded(offset - set) + finger(at: time)
    return drag
  }

  /// The time of the finger's next point.
  func nextPoint(after time: Double) -> Double? {
    let next = count(at: time)
    return next < points.count ? start + points[next].time : nil
  }

  private func finger(at time: Double) -> Double {
    let next = count(at: time)
    guard next > 0 else { return points.first?.y ?? 0 }
    guard next < points.count else { return points[points.count - 1].y }
    let (from, to) = (points[next - 1], points[next])
    return from.y + (to.y - from.y) * (time - start - from.time) / (to.time - from.time)
  }

  /// The number of points at or before a time.
  private func count(at time: Double) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if start + points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The finger's velocity over the last tenth of a second in points per second; limited to the maximum fling velocity.
  private var releaseVelocity: Double {
    // A tenth of a second, minus rounding errors of differences.
    guard let last = points.last, let first = points.last(where: { last.time - $0.time >= 0.0999 }) ?? points.first,
      last.time > first.time
    else { return 0 }
    return min(max((last.y - first.y) / (last.time - first.time), -Deceleration.fastest), Deceleration.fastest)
  }
}

/// Free movement after a release: the content decelerates, bounces at an end, and returns from beyond one.
///
/// Everything follows from the position and velocity at the release; the times of reaching an end are computed
/// analytically.
package struct FreeScrolling: Sendable {
  /// Seconds, points, and points per second of the content offset.
  let start: Double
  let offset: Double
  package let velocity: Double
  let deceleration: Deceleration

  package init(start: Double, offset: Double, velocity: Double, deceleration: Deceleration) {
    (self.start, self.offset, self.velocity, self.deceleration) = (start, offset, velocity, deceleration)
  }

  package struct State {
    package let offset: Double
    let velocity: Double
    let isMoving: Bool
    package let isBouncing: Bool
  }

  /// Deceleration ends when the remaining distance is less than this, in points.
  static let threshold = 0.5
  /// A bounce ends when displacement and velocity are below these.
  private static let (least, slowest) = (0.01, 1.0)

  package func state(at time: Double, in bounds: Bounds) -> State {
    var (start, offset, velocity) = (start, offset, velocity)
    // At most a bounce, the way back through the content, and a bounce at the other end.
    for _ in 0..<4 {
      let elapsed = max(0, time - start)
      let edge = bounds.offsets.clamp(offset)
      if offset != edge || isLeaving(edge, velocity, bounds) {
        let pulled = offset - edge
        let slope = velocity + 10 * pulled
        // Pushed back so fast that it passes the end: it then decelerates as usual.
        if pulled * slope < 0, elapsed > -pulled / slope {
          let passing = -pulled / slope
          velocity = Spring.bounce.state(from: pulled, velocity: velocity, after: passing).velocity
          (start, offset) = (start + passing, edge)
          continue
        }
        let state = Spring.bounce.state(from: pulled, velocity: velocity, after: elapsed)
        guard abs(state.displacement) >= Self.least || abs(state.velocity) >= Self.slowest else { break }
        return State(
          offset: edge + state.displacement, velocity: state.velocity, isMoving: true, isBouncing: true)
      }
      let duration = deceleration.duration(velocity, threshold: Self.threshold)
      let end = velocity > 0 ? bounds.offsets.upperBound : bounds.offsets.lowerBound
      if velocity != 0, let meeting = deceleration.time(velocity, distance: end - offset), meeting < duration,
        elapsed > meeting
      {
        velocity = deceleration.velocity(velocity, after: meeting)
        (start, offset) = (start + meeting, end)
        continue
      }
      return State(
        offset: offset + deceleration.distance(velocity, after: min(elapsed, duration)),
        velocity: elapsed < duration ? deceleration.velocity(velocity, after: elapsed) : 0,
        isMoving: elapsed < duration, isBouncing: false)
    }
    return State(offset: bounds.offsets.clamp(offset), velocity: 0, isMoving: false, isBouncing: false)
  }

  private func isLeaving(_ edge: Double, _ velocity: Double, _ bounds: Bounds) -> Bool {
    edge == bounds.offsets.lowerBound && velocity < 0 || edge == bounds.offsets.upperBound && velocity > 0
  }
}

/// The range of resting offsets, and the resistance beyond them.
package struct Bounds: Sendable {
  package let offsets: ClosedRange<Double>
  /// The viewport's height.
  let dimension: Double

  package init(offsets: ClosedRange<Double>, dimension: Double) {
    (self.offsets, self.dimension) = (offsets, dimension)
  }

  private var band: RubberBand { RubberBand(dimension: dimension) }

  /// The displayed offset for an offset requested by the finger.
  func banded(_ offset: Double) -> Double {
    let nearest = offsets.clamp(offset)
    return nearest == offset ? offset : nearest + band.shown(offset - nearest)
  }

  /// The offset that the finger requests for a displayed one.
  func unbanded(_ offset: Double) -> Double {
    let nearest = offsets.clamp(offset)
    return nearest == offset ? offset : nearest + band.pull(offset - nearest)
  }
}
