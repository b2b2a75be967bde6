/// A finger on the screen at a time.
package struct TouchPoint: Equatable, Sendable {
  /// Seconds after the finger came down.
  package let time: Double
  /// Points from the viewport's top.
  package let y: Double

  package init(time: Double, y: Double) {
    self.time = time
    self.y = y
  }
}

/// A finger that moves the content, on straight lines between the points it was at, and lets it go at the last.
struct Drag: Equatable, Sendable {
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

  /// The finger's velocity over the last tenth of a second, points a second.
  private var releaseVelocity: Double {
    // A tenth of a second, and what differences of seconds lose.
    guard let last = points.last, let first = points.last(where: { last.time - $0.time >= 0.0999 }) ?? points.first,
      last.time > first.time
    else { return 0 }
    return (last.y - first.y) / (last.time - first.time)
  }

  static func == (one: Drag, other: Drag) -> Bool {
    one.start == other.start && one.points == other.points && one.base == other.base
      && one.lost?.amount == other.lost?.amount && one.lost?.until == other.lost?.until
  }
}
