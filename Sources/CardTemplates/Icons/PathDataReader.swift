import Drawing
import Foundation

/// Reads SVG path data (SVG 2, chapter 9.3) as lines and cubic curves: M L H V C S Q T A Z, absolute and relative.
package struct PathDataReader {
  private let bytes: [UInt8]
  private var index = 0
  private var elements: [Path.Element] = []
  private var current = Point.zero
  private var start = Point.zero
  /// The last curve's second control point, for S and T; nil after any other command.
  private var lastCubicControl: Point?
  private var lastQuadraticControl: Point?
  private var isClosed = false

  package static func read(_ data: String) throws(PathDataProblem) -> Path {
    var reader = PathDataReader(bytes: Array(data.utf8))
    try reader.commands()
    return Path(reader.elements)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func problem(_ message: String, at index: Int? = nil) -> PathDataProblem {
    let end = min(index ?? self.index, bytes.count)
    return PathDataProblem(message: "\(message) at character \(end + 1)", character: end + 1)
  }

  private mutating func commands() throws(PathDataProblem) {
    skipSpace()
    var isFirst = true
    while index < bytes.count {
      let letter = Character(UnicodeScalar(bytes[index]))
      guard "MmLlHhVvCcSsQqTtAaZz".contains(letter) else { throw problem("\"\(letter)\" is not a command") }
      guard !isFirst || letter == "M" || letter == "m" else { throw problem("a path must start with M, not \(letter)") }
      isFirst = false
      index += 1
      skipSpace()
      try command(letter)
    }
  }

  /// Reads a command and its repetitions: further coordinates repeat the command; after a move, they are lines.
  private mutating func command(_ letter: Character) throws(PathDataProblem) {
    if letter == "Z" || letter == "z" {
      close()
      return
    }
    var letter = letter
    var repeats = true
    while repeats {
      try segment(letter)
      if letter == "M" { letter = "L" }
      if letter == "m" { letter = "l" }
      repeats = skipSeparator() || startsNumber
      if repeats && !startsNumber { throw problem("expected a number") }
    }
  }

  private mutating func close() {
    if !isClosed { elements.append(.close) }
    isClosed = true
    current = start
    (lastCubicControl, lastQuadraticControl) = (nil, nil)
  }

  private mutating func segment(_ letter: Character) throws(PathDataProblem) {
    let origin = letter.isLowercase ? current : .zero
    switch letter.uppercased() {
    case "M":
      current = try point(origin)
      start = current
      isClosed = false
      elements.append(.move(current))
      (lastCubicControl, lastQuadraticControl) = (nil, nil)
    case "L": line(to: try point(origin))
    case "H": line(to: Point(x: try number() + origin.x, y: current.y))
    case "V": line(to: Point(x: current.x, y: try number() + origin.y))
    case "C":
      let control1 = try point(origin)
      _ = skipSeparator()
      try cubic(control1: control1, origin: origin)
    case "S": try cubic(control1: lastCubicControl.map { $0.mirrored(at: current) } ?? current, origin: origin)
    case "Q":
      let control = try point(origin)
      _ = skipSeparator()
      quadratic(control: control, to: try point(origin))
    case "T":
      let control = lastQuadraticControl.map { $0.mirrored(at: current) } ?? current
      quadratic(control: control, to: try point(origin))
    default: try arc(origin: origin)
    }
  }

  /// After a closed path, the next one starts at the same point.
  private mutating func reopen() {
    guard isClosed else { return }
    elements.append(.move(start))
    isClosed = false
  }

  private mutating func line(to end: Point) {
    reopen()
    elements.append(.line(end))
    current = end
    (lastCubicControl, lastQuadraticControl) = (nil, nil)
  }

  private mutating func cubic(control1: Point, origin: Point) throws(PathDataProblem) {
    let control2 = try point(origin)
    _ = skipSeparator()
    let end = try point(origin)
    reopen()
    elements.append(.curve(control1: control1, control2: control2, to: end))
    current = end
    (lastCubicControl, lastQuadraticControl) = (control2, nil)
  }

  /// The equivalent cubic curve: its control points are two thirds of the way to the quadratic's.
  private mutating func quadratic(control: Point, to end: Point) {
    reopen()
    func towards(_ from: Point) -> Point {
      Point(x: from.x + 2 / 3 * (control.x - from.x), y: from.y + 2 / 3 * (control.y - from.y))
    }
    elements.append(.curve(control1: towards(current), control2: towards(end), to: end))
    current = end
    (lastCubicControl, lastQuadraticControl) = (nil, control)
  }

  private mutating func arc(origin: Point) throws(PathDataProblem) {
    let radiusX = try number()
    _ = skipSeparator()
    let radiusY = try number()
    _ = skipSeparator()
    let rotation = try number()
    _ = skipSeparator()
    let isLarge = try arcFlag()
    _ = skipSeparator()
    let sweeps = try arcFlag()
    _ = skipSeparator()
    let end = try point(origin)
    reopen()
    let arc = EllipticalArc(
      from: current, to: end, radiusX: radiusX, radiusY: radiusY, rotation: rotation, isLarge: isLarge, sweeps: sweeps)
    elements += arc.pathElements
    current = end
    (lastCubicControl, lastQuadraticControl) = (nil, nil)
  }

  // MARK: Scanning

  private mutating func point(_ origin: Point) throws(PathDataProblem) -> Point {
    let x = try number()
    _ = skipSeparator()
    return Point(x: x + origin.x, y: try number() + origin.y)
  }

  /// A single 0 or 1; the next token may follow without a separator.
  private mutating func arcFlag() throws(PathDataProblem) -> Bool {
    guard index < bytes.count, bytes[index] == 0x30 || bytes[index] == 0x31 else { throw problem("expected 0 or 1") }
    index += 1
    return bytes[index - 1] == 0x31
  }

  private var startsNumber: Bool {
    index < bytes.count && (isDigit(index) || bytes[index] == 0x2E || bytes[index] == 0x2B || bytes[index] == 0x2D)
  }

  private func isDigit(_ index: Int) -> Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }

  /// Sign, digits, a dot, digits, an exponent; stops before a second dot, so that `1.5.5` is two numbers.
  private mutating func number() throws(PathDataProblem) -> Double {
    let first = index
    var end = index
    if end < bytes.count, bytes[end] == 0x2B || bytes[end] == 0x2D { end += 1 }
    let mantissa = end
    while isDigit(end) { end += 1 }
    var digits = end - mantissa
    if end < bytes.count, bytes[end] == 0x2E {
      end += 1
      let fraction = end
      while isDigit(end) { end += 1 }
      digits += end - fraction
    }
    guard digits > 0 else { throw problem("expected a number") }
    if end < bytes.count, bytes[end] == 0x45 || bytes[end] == 0x65 {
      var exponent = end + 1
      if exponent < bytes.count, bytes[exponent] == 0x2B || bytes[exponent] == 0x2D { exponent += 1 }
      if isDigit(exponent) {
        while isDigit(exponent) { exponent += 1 }
        end = exponent
      }
    }
    var text = String(decoding: bytes[first..<end], as: UTF8.self)
    if text.hasSuffix(".") { text.removeLast() }
    guard let number = Double(text), number.isFinite else { throw problem("expected a number", at: first) }
    index = end
    return number
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// Skips white space with at most one comma; returns whether there was a comma.
  private mutating func skipSeparator() -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == 0x2C else { return false }
    index += 1
    skipSpace()
    return true
  }
}

extension Point {
  fileprivate func mirrored(at center: Point) -> Point { Point(x: 2 * center.x - x, y: 2 * center.y - y) }
}

/// An elliptical arc between two points, in SVG's form (SVG 2, appendix B.2).
struct EllipticalArc {
  var from: Point
  var to: Point
  var radiusX: Double
  var radiusY: Double
  /// The rotation of the ellipse's x axis, in degrees.
  var rotation: Double
  var isLarge: Bool
  /// Whether the angle increases from start to end (clockwise on screen).
  var sweeps: Bool

  /// Cubic curves of at most a quarter turn each; a line if a radius is 0, nothing if the ends coincide.
  var pathElements: [Path.Element] {
    guard from != to else { return [] }
    var (rx, ry) = (abs(radiusX), abs(radiusY))
    guard rx > 0, ry > 0 else { return [.line(to)] }
    let (cosine, sine) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    // The ends relative to their midpoint, in the ellipse's own axes.
    let (dx, dy) = ((from.x - to.x) / 2, (from.y - to.y) / 2)
    let (x1, y1) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    // Radii too small to reach both ends are scaled up until they just do.
    let reach = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry)
    if reach > 1 { (rx, ry) = (rx * reach.squareRoot(), ry * reach.squareRoot()) }
    let missing = rx * rx * y1 * y1 + ry * ry * x1 * x1
    let factor = (max(0, rx * rx * ry * ry - missing) / missing).squareRoot() * (isLarge == sweeps ? -1 : 1)
    let (cx, cy) = (factor * rx * y1 / ry, -factor * ry * x1 / rx)
    let center = Point(
      x: cosine * cx - sine * cy + (from.x + to.x) / 2, y: sine * cx + cosine * cy + (from.y + to.y) / 2)
    let startAngle = atan2((y1 - cy) / ry, (x1 - cx) / rx)
    var sweep = atan2((-y1 - cy) / ry, (-x1 - cx) / rx) - startAngle
    if sweeps && sweep < 0 { sweep += 2 * .pi }
    if !sweeps && sweep > 0 { sweep -= 2 * .pi }
    return curves(center: center, rx: rx, ry: ry, axes: (cosine, sine), start: startAngle, sweep: sweep)
  }

  private func curves(
    center: Point, rx: Double, ry: Double, axes: (cosine: Double, sine: Double), start: Double, sweep: Double
  ) -> [Path.Element] {
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    // The distance of a control point along the tangent of a unit circle's arc.
    let reach = 4 / 3 * tan(step / 4)
    func point(_ x: Double, _ y: Double) -> Point {
      Point(
        x: center.x + axes.cosine * rx * x - axes.sine * ry * y, y: center.y + axes.sine * rx * x + axes.cosine * ry * y
      )
    }
    return (0..<count).map { index in
      let (a, b) = (start + Double(index) * step, start + Double(index + 1) * step)
      return .curve(
        control1: point(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
        control2: point(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
        to: index == count - 1 ? to : point(cos(b), sin(b)))
    }
  }
}
