/// Content that was let go: it slows down, bounces at an end, and is brought back from beyond one.
///
/// All of it follows from where and how fast it was let go; the times at which it meets an end are solved for, not
/// waited for.
struct FreeScroll: Equatable, Sendable {
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
