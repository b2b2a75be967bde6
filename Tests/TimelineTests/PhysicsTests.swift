import Testing
import Timeline

/// Values computed by hand from the formulas. The vectors next to the checkout have many more.
struct PhysicsTests {
  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

  @Test("a thousand points a second travel 499.5 points, or 99.5 fast")
  func travel() {
    #expect(abs(Deceleration.normal.travel(1000) - 499.5) < 0.001)
    #expect(abs(Deceleration.fast.travel(1000) - 99.5) < 0.001)
    #expect(isNear(Deceleration.normal.distance(1000, after: 0.25), 196.689515))
  }

  @Test("the time to a distance is the inverse of the distance after a time", arguments: [1.0, 100, 499])
  func inverse(distance: Double) throws {
    let time = try #require(Deceleration.normal.time(1000, distance: distance))
    #expect(isNear(Deceleration.normal.distance(1000, after: time), distance))
    #expect(Deceleration.normal.time(1000, distance: 600) == nil)
    #expect(Deceleration.normal.time(1000, distance: -1) == nil)
  }

  @Test("a pull of a viewport's height shows about a third of it, and never all")
  func rubberBand() {
    let band = RubberBand(dimension: 960)
    #expect(isNear(band.shown(960), 340.645161))
    #expect(isNear(band.shown(-960), -340.645161))
    #expect(isNear(band.pull(band.shown(400)), 400))
    #expect(band.shown(1e12) < 960)
    #expect(band.pull(5000).isFinite)
  }

  @Test("a bounce from 60 points is at 44.1 after a tenth of a second")
  func bounce() {
    #expect(isNear(Spring.bounce.state(from: 60, velocity: 0, after: 0.1).displacement, 44.145533))
    #expect(isNear(Spring.bounce.state(from: 0, velocity: 1500, after: 0.1).displacement, 55.181916))
  }

  @Test("a spring's velocity is how its place changes", arguments: [3, 10.0])
  func velocity(frequency: Double) {
    let spring = Spring(frequency: frequency)
    let (before, after) = (
      spring.state(from: 10, velocity: 50, after: 0.1 - 1e-6), spring.state(from: 10, velocity: 50, after: 0.1 + 1e-6)
    )
    let slope = (after.displacement - before.displacement) / 2e-6
    #expect(abs(spring.state(from: 10, velocity: 50, after: 0.1).velocity - slope) < 1e-4)
  }

  @Test("an animation is slow at both ends, halfway at half time, and exact at its ends")
  func curve() {
    #expect(TimingCurve.easeInOut.value(at: 0) == 0)
    #expect(TimingCurve.easeInOut.value(at: 1) == 1)
    #expect(isNear(TimingCurve.easeInOut.value(at: 0.5), 0.5))
    #expect(isNear(TimingCurve.easeInOut.value(at: 0.1), 0.019722))
    #expect(TimingCurve.easeInOut.value(at: -1) == 0)
    #expect(TimingCurve.easeInOut.value(at: 7) == 1)
  }

  @Test("content thrown at its end goes beyond it and comes back")
  func bounceAtEnd() {
    let bounds = Bounds(offsets: 0...1000, dimension: 600)
    let free = FreeScrolling(start: 0, offset: 900, velocity: 3000, deceleration: .normal)
    #expect(free.state(at: 0.02, in: bounds).offset < 1000)
    #expect(free.state(at: 0.1, in: bounds).offset > 1000)
    #expect(free.state(at: 0.1, in: bounds).isBouncing)
    #expect(isNear(free.state(at: 3, in: bounds).offset, 1000))
  }

  @Test("content thrown back from beyond its end slides on into it")
  func thrownBack() {
    let bounds = Bounds(offsets: 0...1000, dimension: 600)
    let free = FreeScrolling(start: 0, offset: -50, velocity: 2000, deceleration: .normal)
    #expect(free.state(at: 0.01, in: bounds).isBouncing)
    let late = free.state(at: 1, in: bounds)
    #expect(late.offset > 100 && !late.isBouncing)
    // Nothing jumps when one motion turns into the other.
    for step in 1...400 {
      let (one, other) = (
        free.state(at: Double(step - 1) / 400, in: bounds), free.state(at: Double(step) / 400, in: bounds)
      )
      #expect(other.offset >= one.offset && other.offset - one.offset <= 2000.0 / 400 + 0.01)
    }
  }

  @Test("content that has but one offset bounces at it on either side")
  func oneOffset() {
    let bounds = Bounds(offsets: 0...0, dimension: 600)
    for velocity in [-3000.0, 3000] {
      let free = FreeScrolling(start: 0, offset: 0, velocity: velocity, deceleration: .normal)
      #expect(free.state(at: 0.1, in: bounds).offset * velocity > 0)
      #expect(isNear(free.state(at: 3, in: bounds).offset, 0))
    }
  }

  @Test("no content is let go faster than a thumb can")
  func fastest() {
    let points = [TouchPoint(time: 0, y: 5000), TouchPoint(time: 0.1, y: 0)]
    let drag = Drag(start: 0, points: points, base: 10_000, lost: nil)
    let bounds = Bounds(offsets: 0...100_000, dimension: 600)
    #expect(drag.release(in: bounds, deceleration: .normal).velocity == 8000)
  }

  @Test("a finger's drag is a straight line between its points, and is let go at its last tenth of a second's pace")
  func drag() {
    let bounds = Bounds(offsets: 0...10_000, dimension: 600)
    let points = [(0.0, 500.0), (0.2, 400), (0.3, 300)].map { TouchPoint(time: $0.0, y: $0.1) }
    let drag = Drag(start: 1, points: points, base: 1500, lost: nil)
    #expect(isNear(drag.offset(at: 1, in: bounds), 1000))
    #expect(isNear(drag.offset(at: 1.1, in: bounds), 1050))
    #expect(isNear(drag.offset(at: 1.25, in: bounds), 1150))
    #expect(isNear(drag.release(in: bounds, deceleration: .normal).velocity, 1000))
  }
}
