/// What moves the content offset, as a function of time alone: whoever asks for a moment gets the same answer, however
/// often others asked before.
enum Motion: Sendable {
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
public enum ScrollPhase: Equatable, Sendable {
  case resting, dragging, decelerating, bouncing
  case animating(ScrollAnimation.Reason)
}

/// An offset on its way along a curve.
public struct ScrollAnimation: Sendable {
  /// Why content scrolls by itself.
  public enum Reason: Equatable, Sendable {
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
    guard duration > 0 else { return 1 }
    if reason == .inset { return Spring.keyboard.progress(after: time - start, of: duration) }
    return TimingCurve.easeInOut.value(at: (time - start) / duration)
  }
}

/// Where an item is scrolled to.
public struct ScrollTarget: Equatable, Sendable {
  /// What is scrolled to.
  public enum Place: Equatable, Sendable {
    case item(ItemID, Alignment)
    case start, end
  }

  /// Which edge of the item comes to the same edge of the visible area.
  public enum Alignment: Equatable, Sendable { case top, center, bottom }

  /// What is scrolled to.
  public let place: Place
  /// Points between the item's edge and the same edge of the visible area, inwards.
  public let distance: Double

  public init(_ place: Place, distance: Double = 0) {
    self.place = place
    self.distance = distance
  }
}

/// A finger on the screen at a time.
public struct TouchPoint: Equatable, Sendable {
  /// Seconds after the finger came down.
  public let time: Double
  /// Points from the viewport's top.
  public let y: Double

  public init(time: Double, y: Double) {
    self.time = time
    self.y = y
  }
}

/// A finger that moves the content, on straight lines between the points it was at, and lets it go at the last.
struct Drag: Sendable {
  let start: Double
  let points: [TouchPoint]
  /// The offset the finger asks for is this less the finger's place.
  var base: Double
  /// An offset that was set under the finger and that its next point takes back: a fault that films show.
  var lost: (amount: Double, until: Double)?

  var end: Double { start + (points.last?.time ?? 0) }

  func offset(at time: Double, in bounds: Bounds) -> Double {
    bounds.banded(base - finger(at: time)) + (lost.map { time < $0.until ? $0.amount : 0 } ?? 0)
  }

  /// Where the content goes on when the finger has left it.
  func release(in bounds: Bounds, deceleration: Deceleration) -> FreeScroll {
    FreeScroll(
      start: end, offset: Points.snapped(offset(at: end, in: bounds)), velocity: -releaseVelocity,
      deceleration: deceleration)
  }

  /// The same drag with the content at another offset at a time.
  func rebased(to offset: Double, at time: Double, in bounds: Bounds) -> Drag {
    var drag = self
    // What the finger is to take back stays on top of what it asks for.
    let set = lost.map { time < $0.until ? $0.amount : 0 } ?? 0
    drag.base = bounds.unbanded(offset - set) + finger(at: time)
    return drag
  }

  /// When the finger's next point after a time is.
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

  /// How many points are at or before a time.
  private func count(at time: Double) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if start + points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The finger's velocity over the last tenth of a second, points a second; no content is let go faster than a thumb is.
  private var releaseVelocity: Double {
    // A tenth of a second, and what differences of seconds lose.
    guard let last = points.last, let first = points.last(where: { last.time - $0.time >= 0.0999 }) ?? points.first,
      last.time > first.time
    else { return 0 }
    return min(max((last.y - first.y) / (last.time - first.time), -Deceleration.fastest), Deceleration.fastest)
  }
}

/// Content that was let go: it slows down, bounces at an end, and is brought back from beyond one.
///
/// All of it follows from where and how fast it was let go; the times at which it meets an end are solved for, not
/// waited for.
struct FreeScroll: Sendable {
  /// Seconds, points and points a second of the content offset.
  let start: Double
  let offset: Double
  let velocity: Double
  let deceleration: Deceleration

  struct State {
    let offset: Double
    let velocity: Double
    let isMoving: Bool
    let isBouncing: Bool
  }

  /// Deceleration ends when so many points are left.
  static let threshold = 0.5
  /// A bounce ends with less than these of its displacement and velocity.
  private static let (least, slowest) = (0.01, 1.0)

  func state(at time: Double, in bounds: Bounds) -> State {
    var (start, offset, velocity) = (start, offset, velocity)
    // A bounce, the way back through the content, a bounce at the other end: more there can't be.
    for _ in 0..<4 {
      let elapsed = max(0, time - start)
      let edge = bounds.offsets.clamp(offset)
      if offset != edge || isLeaving(edge, velocity, bounds) {
        let pulled = offset - edge
        let slope = velocity + 10 * pulled
        // Thrown back so fast that it passes the end: from there on it slows down like any other.
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

/// Between what offsets content may rest, and how it is pulled beyond them.
struct Bounds: Sendable {
  let offsets: ClosedRange<Double>
  /// The viewport's height.
  let dimension: Double

  private var band: RubberBand { RubberBand(dimension: dimension) }

  /// The offset that is shown for one that the finger asks for.
  func banded(_ offset: Double) -> Double {
    let nearest = offsets.clamp(offset)
    return nearest == offset ? offset : nearest + band.shown(offset - nearest)
  }

  /// The offset that the finger asks for where another is shown.
  func unbanded(_ offset: Double) -> Double {
    let nearest = offsets.clamp(offset)
    return nearest == offset ? offset : nearest + band.pull(offset - nearest)
  }
}
