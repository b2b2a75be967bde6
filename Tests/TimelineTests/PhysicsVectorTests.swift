import Foundation
import Support
import Testing
import Timeline

/// Values of other implementations with six digits, if they are next to the checkout.
@Suite(.enabled(if: PhysicsVectors.file != nil, "no extra vectors beside the checkout"))
struct PhysicsVectorTests {
  private let vectors: PhysicsVectors
  private static let precision = 6e-7

  init() throws {
    let file = try #require(PhysicsVectors.file)
    vectors = try JSONDecoder().decode(PhysicsVectors.self, from: Data(contentsOf: file))
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= Self.precision }

  @Test("a released list slows down as in the vectors")
  func deceleration() {
    for vector in vectors.deceleration {
      let deceleration = Deceleration(rate: vector.rate)
      #expect(isNear(deceleration.travel(vector.velocity), vector.travel))
      #expect(isNear(deceleration.duration(vector.velocity, threshold: vector.threshold), vector.stop))
      for point in vector.at { #expect(isNear(deceleration.distance(vector.velocity, after: point[0]), point[1])) }
    }
  }

  @Test("a list pulled beyond its end follows as in the vectors")
  func rubberBand() {
    for vector in vectors.rubberBand {
      let band = RubberBand(coefficient: vector.c, dimension: vector.dimension)
      #expect(isNear(band.shown(vector.pull), vector.shown))
      #expect(isNear(band.pull(band.shown(vector.pull)), vector.back))
    }
  }

  @Test("critical springs move as in the vectors")
  func springs() {
    for vector in vectors.spring where vector.ratio == 1 {
      let spring = Spring(frequency: (vector.stiffness / vector.mass).squareRoot())
      for point in vector.at {
        let found = spring.state(from: vector.x0, velocity: vector.v0, after: point[0]).displacement
        #expect(abs(found - point[1]) <= Self.precision * 2, "\(vector.name) at \(point[0]): \(found), not \(point[1])")
      }
    }
  }

  @Test("timing curves have the values of the vectors")
  func curves() {
    for vector in vectors.curves {
      let curve = TimingCurve(vector.points[0], vector.points[1], vector.points[2], vector.points[3])
      for point in vector.at { #expect(isNear(curve.value(at: point[0]), point[1]), "\(vector.name)") }
    }
  }
}

struct PhysicsVectors: Decodable {
  static let file = ExtraVectors.url("vectors/scroll-physics.json")

  struct Deceleration: Decodable { let velocity, rate, travel, stop, threshold: Double, at: [[Double]] }
  struct RubberBand: Decodable { let c, dimension, pull, shown, back: Double }
  struct Spring: Decodable { let name: String, mass, stiffness, damping, ratio, x0, v0: Double, at: [[Double]] }
  struct Curve: Decodable { let name: String, points: [Double], at: [[Double]] }

  let deceleration: [Deceleration]
  let rubberBand: [RubberBand]
  let spring: [Spring]
  let curves: [Curve]
}
