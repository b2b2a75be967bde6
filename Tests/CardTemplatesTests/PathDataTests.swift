import CardTemplates
import Drawing
import Foundation
import Testing

/// The grammar of SVG 2, chapter 9.3.
@Suite("SVG path data")
struct PathDataTests {
  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  @Test(
    "commands, absolute and relative, with every way to write numbers",
    arguments: [
      ("M1 2L3 4", [.move(p(1, 2)), .line(p(3, 4))]),
      ("m1,2 l 3,4", [.move(p(1, 2)), .line(p(4, 6))]),
      // Further pairs of coordinates after a move are lines.
      ("M1 2 3 4m1 1 1 1", [.move(p(1, 2)), .line(p(3, 4)), .move(p(4, 5)), .line(p(5, 6))]),
      ("M1 1H5V6h-1v-2", [.move(p(1, 1)), .line(p(5, 1)), .line(p(5, 6)), .line(p(4, 6)), .line(p(4, 4))]),
      ("M0 0H1 2 3", [.move(p(0, 0)), .line(p(1, 0)), .line(p(2, 0)), .line(p(3, 0))]),
      ("M.5.5-1-1", [.move(p(0.5, 0.5)), .line(p(-1, -1))]),
      ("M1e1-2E-1L+3 1.", [.move(p(10, -0.2)), .line(p(3, 1))]),
      ("M1 1C2 2 3 3 4 4", [.move(p(1, 1)), .curve(control1: p(2, 2), control2: p(3, 3), to: p(4, 4))]),
      ("M1 1c1 1 2 2 3 3", [.move(p(1, 1)), .curve(control1: p(2, 2), control2: p(3, 3), to: p(4, 4))]),
      // S mirrors the last control point. After anything but a curve, it starts at the current point.
      (
        "M0 0C0 1 2 3 4 4S8 8 9 9",
        [
          .move(p(0, 0)), .curve(control1: p(0, 1), control2: p(2, 3), to: p(4, 4)),
          .curve(control1: p(6, 5), control2: p(8, 8), to: p(9, 9)),
        ]
      ),
      ("M1 1s1 2 3 3", [.move(p(1, 1)), .curve(control1: p(1, 1), control2: p(2, 3), to: p(4, 4))]),
      // The cubic's control points are two thirds of the way to the quadratic's.
      ("M0 0Q3 3 6 0", [.move(p(0, 0)), .curve(control1: p(2, 2), control2: p(4, 2), to: p(6, 0))]),
      (
        "M0 0q3 3 6 0t6 0",
        [
          .move(p(0, 0)), .curve(control1: p(2, 2), control2: p(4, 2), to: p(6, 0)),
          .curve(control1: p(8, -2), control2: p(10, -2), to: p(12, 0)),
        ]
      ),
      // After a close, the current point is the path's start.
      (
        "M1 1H3V3Zl1 1",
        [.move(p(1, 1)), .line(p(3, 1)), .line(p(3, 3)), .close, .move(p(1, 1)), .line(p(2, 2))]
      ),
      ("M1 1zM2 2z", [.move(p(1, 1)), .close, .move(p(2, 2)), .close]),
      // Degenerate arcs.
      ("M1 1A0 5 0 0 1 4 5", [.move(p(1, 1)), .line(p(4, 5))]),
      ("M1 1A5 5 0 0 1 1 1", [.move(p(1, 1))]), ("", []), ("  ", []),
    ] as [(String, [Path.Element])])
  func commands(_ data: String, _ expected: [Path.Element]) throws {
    #expect(close(try PathDataReader.read(data).elements, expected))
  }

  @Test("a quarter circle is one curve with controls at 4/3·tan(π/8) of the radius")
  func quarterArc() throws {
    let k = 10 * 0.5522847498307936
    let path = try PathDataReader.read("M10 0A10 10 0 0 1 0 10")
    #expect(
      close(
        path.elements,
        [
          .move(Self.p(10, 0)), .curve(control1: Self.p(10, k), control2: Self.p(k, 10), to: Self.p(0, 10)),
        ]))
  }

  @Test(
    "the flags choose among the four arcs; radii too small grow; flags may touch what follows",
    arguments: [
      // The middle of the arc, computed by hand: circles of radius 5 through (0, 0) and (5, 5) have the centers (5, 0)
      // and (0, 5), and the diagonal from a center reaches 5·√½ = 3.5355.
      ("M0 0A5 5 0 0 0 5 5", 1.4645, 3.5355), ("M0 0A5 5 0 0 1 5 5", 3.5355, 1.4645),
      ("M0 0A5 5 0 1 1 5 5", 8.5355, -3.5355), ("M0 0A5 5 0 1 0 5 5", -3.5355, 8.5355),
      ("M0 0a1 1 0 0110 0", 5, -5),
      // An ellipse rotated by 90 degrees: the radii 10 and 5 exchange their axes.
      ("M0 0A10 5 90 0 1 10 0", 5, -10),
    ] as [(String, Double, Double)])
  func arcs(_ data: String, _ x: Double, _ y: Double) throws {
    let points = try middlePoints(PathDataReader.read(data))
    #expect(points.contains { hypot($0.x - x, $0.y - y) < 0.01 }, "\(points)")
  }

  @Test(
    "bad data tells the character",
    arguments: [
      ("L1 1", 1), ("M1", 3), ("M1 1X2", 5), ("M1 1L", 6), ("M1 1L2", 7), ("M1 1,", 6), ("M1,,1", 4), ("5", 1),
      ("M1 1A1 1 0 2 0 3 3", 12), ("M1 1L. 2", 6), ("M1 1C1 1 2 2 3", 15), ("M 1 - 1", 5),
    ])
  func bad(_ data: String, _ character: Int) {
    #expect { try PathDataReader.read(data) } throws: { ($0 as? PathDataProblem)?.character == character }
  }

  private func close(_ a: [Path.Element], _ b: [Path.Element]) -> Bool {
    func points(_ element: Path.Element) -> [Point] {
      switch element {
      case .move(let point), .line(let point): [point]
      case .curve(let control1, let control2, let end): [control1, control2, end]
      case .close: []
      }
    }
    func kind(_ element: Path.Element) -> Int {
      switch element {
      case .move: 0
      case .line: 1
      case .curve: 2
      case .close: 3
      }
    }
    return a.map(kind) == b.map(kind)
      && zip(a.flatMap(points), b.flatMap(points)).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < 1e-9 }
  }

  /// Returns the ends and the middle of every curve.
  private func middlePoints(_ path: Path) -> [Point] {
    var current = Point.zero
    var found: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point): current = point
      case .curve(let a, let b, let end):
        found.append(
          Point(
            x: (current.x + 3 * a.x + 3 * b.x + end.x) / 8, y: (current.y + 3 * a.y + 3 * b.y + end.y) / 8))
        found.append(end)
        current = end
      case .close: break
      }
    }
    return found
  }
}
