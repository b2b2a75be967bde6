import Basics

/// Compares the shapes of two images of one size, however a rasterizer draws them: with other hinting, another gamma,
/// subpixels, or moved by less than a pixel.
///
/// Both images are blurred, and windows as large as a letter are compared at the best of several offsets. What remains
/// is small for the same letter and large for a different one.
struct ShapeComparison {
  /// Differing pixels that another way of drawing the same shapes explains.
  private(set) var explained = PixelSet()
  /// The other differing pixels.
  private(set) var rest = PixelSet()
  /// The number of pixels in `rest` that are inside of recolored areas.
  private(set) var recolored = 0

  private let before: PixelView
  private let after: PixelView

  /// The size of a window in pixels: a letter of ordinary text.
  private static let (windowWidth, windowHeight) = (7, 11)
  /// The radius of the surroundings from which the ground is estimated, in pixels.
  private static let surroundings = 20
  /// The number of rows that a band of differences is extended by.
  private static let margin = 24
  /// The limits of the remaining share of a window's energy. Within them, the limit is four times what 95 % of the
  /// windows keep: other hinting leaves more than another gamma.
  private static let (leastRest, mostRest): (Float, Float) = (0.09, 0.23)
  /// The share of the most contrasting window's energy below which a window counts as blank.
  private static let faint: Float = 0.05
  /// The largest difference of average chroma, of 255. Colored fringes of subpixels nearly cancel out in a window.
  private static let chromaLimit: Float = 14
  /// The largest area to compare, in pixels.
  private static let areaLimit = 1 << 25

  /// - Parameter differing: The pixels that differ at the same place.
  /// - Parameter slack: Multiplies the limits, for images that were scaled before.
  init(_ before: PixelView, _ after: PixelView, differing: PixelSet, slack: Float = 1) {
    (self.before, self.after) = (before, after)
    guard before.width * before.height <= Self.areaLimit else {
      rest = differing
      return
    }
    var bands = Self.bands(of: differing, in: before).map { Band(before, after, $0, differing) }
    let energy = bands.map(\.largestEnergy).max() ?? 0
    let shares = bands.flatMap { $0.shares(over: energy * Self.faint) }.sorted()
    guard !shares.isEmpty else {
      rest = differing
      return
    }
    let typical = shares[min(shares.count - 1, shares.count * 95 / 100)]
    let limit = min(Self.mostRest, max(Self.leastRest, 4 * typical)) * slack
    for index in bands.indices { bands[index].mark(over: energy * Self.faint, limit: limit) }
    for run in differing.runs {
      for x in run.columns {
        let isFlat = isFlat(x, run.y)
        if isFlat || bands.contains(where: { $0.isForeign(x, run.y) }) {
          rest.add(x, run.y)
          if isFlat { recolored += 1 }
        } else {
          explained.add(x, run.y)
        }
      }
    }
  }

  /// Whether the pixel has equal neighbors in both images: then no edge explains its change.
  private func isFlat(_ x: Int, _ y: Int) -> Bool {
    guard x > 0, y > 0, x < before.width - 1, y < before.height - 1 else { return false }
    let (one, other) = (before.pixel(x, y), after.pixel(x, y))
    for row in y - 1...y + 1 {
      for column in x - 1...x + 1
      where before.pixel(column, row) != one || after.pixel(column, row) != other { return false }
    }
    return true
  }

  /// Returns rectangles around all differing pixels, from top to bottom.
  private static func bands(of differing: PixelSet, in view: PixelView) -> [PixelRect] {
    var bands: [PixelRect] = []
    for run in differing.runs {
      let rect = PixelRect(left: run.columns.lowerBound, top: run.y, right: run.columns.upperBound, bottom: run.y + 1)
      if let last = bands.last, run.y - last.bottom < margin {
        bands[bands.count - 1] = last.union(rect)
      } else {
        bands.append(rect)
      }
    }
    let whole = PixelRect(left: 0, top: 0, right: view.width, bottom: view.height)
    return bands.map {
      PixelRect(
        left: $0.x - margin, top: $0.y - margin, right: $0.right + margin, bottom: $0.bottom + margin
      ).intersection(whole)
    }
  }

  /// A part of the images with differences.
  private struct Band {
    private let rect: PixelRect
    /// The remaining energy of each window at the best offset, and the energy of the more contrasting side.
    private var rest: [Float]
    private var energy: [Float]
    /// Whether the window has a differing pixel.
    private var isDifferent: [Bool]
    private var hasOtherColor: [Bool]
    private let columns: Int
    private let lines: Int
    /// Pixels whose shapes differ.
    private var foreign: [Bool] = []

    /// The weights of windows whose shapes differ, and of others.
    private static let (foreignVote, sameVote): (Int16, Int16) = (3, 2)
    /// The distance of two windows.
    private static let step = 2

    init(_ before: PixelView, _ after: PixelView, _ rect: PixelRect, _ differing: PixelSet) {
      self.rect = rect
      let (width, height) = (rect.width, rect.height)
      columns = max(0, (width - windowWidth) / Self.step + 1)
      lines = max(0, (height - windowHeight) / Self.step + 1)
      let count = max(0, columns * lines)
      (rest, energy) = ([Float](repeating: .infinity, count: count), [Float](repeating: 0, count: count))
      isDifferent = [Bool](repeating: false, count: count)
      hasOtherColor = isDifferent
      guard width >= windowWidth, height >= windowHeight else { return }
      let (one, other) = (Plane(before, rect), Plane(after, rect))
      let ground = one.averaged(with: other).surroundings(surroundings)
      let (old, new) = (one.minus(ground).blurred.blurred, other.minus(ground).blurred.blurred)
      let newSums = Sums(new, new)
      var different = Plane(width: width, height: height)
      for run in differing.runs where rect.rows.contains(run.y) {
        for x in run.columns.clamped(to: rect.columns) { different[x - rect.x, run.y - rect.y] = 1 }
      }
      let differences = Sums(different)
      let colors = [Sums(Plane(chroma: 0, before, after, rect)), Sums(Plane(chroma: 1, before, after, rect))]
      forEach { index, x, y in
        energy[index] = newSums.window(x, y)
        isDifferent[index] = differences.window(x, y) > 0
        let limit = chromaLimit * Float(windowWidth * windowHeight)
        hasOtherColor[index] = colors.contains { abs($0.window(x, y)) > limit }
      }
      for halves in -2...2 {
        for rows in -1...1 {
          let moved = old.moved(halves: halves, rows: rows)
          let (own, both) = (Sums(moved, moved), Sums(moved, new))
          forEach { index, x, y in
            guard isDifferent[index] else { return }
            let (a, b, c) = (own.window(x, y), newSums.window(x, y), both.window(x, y))
            // Ink may be heavier or lighter as a whole.
            let gain = min(1.5, max(0.65, c / max(a, 1)))
            rest[index] = min(rest[index], b - 2 * gain * c + gain * gain * a)
            if halves == 0, rows == 0 { energy[index] = max(energy[index], a) }
          }
        }
      }
    }

    private func forEach(_ body: (_ index: Int, _ x: Int, _ y: Int) -> Void) {
      for line in 0..<lines {
        for column in 0..<columns { body(line * columns + column, column * Self.step, line * Self.step) }
      }
    }

    var largestEnergy: Float {
      energy.indices.reduce(0) { isDifferent[$1] ? max($0, energy[$1]) : $0 }
    }

    func shares(over floor: Float) -> [Float] {
      energy.indices.filter { isDifferent[$0] }.map { rest[$0] / max(energy[$0], floor, 1) }
    }

    mutating func mark(over floor: Float, limit: Float) {
      // A pixel is foreign if most windows around it are: those of a changed letter reach into its neighbors.
      var votes = [Int16](repeating: 0, count: rect.width * rect.height)
      forEach { index, x, y in
        guard isDifferent[index] else { return }
        let isForeign = hasOtherColor[index] || rest[index] > limit * max(energy[index], floor, 1)
        let vote: Int16 = isForeign ? Self.foreignVote : -Self.sameVote
        for row in y..<y + windowHeight {
          for column in x..<x + windowWidth { votes[row * rect.width + column] += vote }
        }
      }
      foreign = votes.map { $0 >= 0 }
    }

    func isForeign(_ x: Int, _ y: Int) -> Bool {
      guard rect.columns.contains(x), rect.rows.contains(y) else { return false }
      return foreign[(y - rect.y) * rect.width + x - rect.x]
    }
  }

  /// A number for each pixel.
  private struct Plane {
    let width: Int
    let height: Int
    var values: [Float]

    init(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      values = [Float](repeating: 0, count: width * height)
    }

    subscript(x: Int, y: Int) -> Float {
      get { values[y * width + x] }
      set { values[y * width + x] = newValue }
    }

    /// The brightness of pixels over gray.
    init(_ view: PixelView, _ rect: PixelRect) {
      self.init(width: rect.width, height: rect.height)
      for y in 0..<height {
        let row = view.row(rect.y + y, from: rect.x)
        for x in 0..<width {
          let pixel = row[x]
          let alpha = Float(pixel >> 24) / 255
          let luma =
            0.299 * Float(pixel & 255) + 0.587 * Float(pixel >> 8 & 255) + 0.114 * Float(pixel >> 16 & 255)
          values[y * width + x] = luma * alpha + 128 * (1 - alpha)
        }
      }
    }

    /// The difference of a color channel minus brightness.
    init(chroma channel: Int, _ before: PixelView, _ after: PixelView, _ rect: PixelRect) {
      self.init(width: rect.width, height: rect.height)
      func value(_ pixel: UInt32) -> Float {
        let (red, green, blue) = (Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255))
        let color = channel == 0 ? (red - green) / 2 : blue / 2 - (red + green) / 4
        return color * Float(pixel >> 24) / 255
      }
      for y in 0..<height {
        let (one, other) = (before.row(rect.y + y, from: rect.x), after.row(rect.y + y, from: rect.x))
        for x in 0..<width where one[x] != other[x] { values[y * width + x] = value(one[x]) - value(other[x]) }
      }
    }

    private func combined(_ other: Plane, _ body: (Float, Float) -> Float) -> Plane {
      var result = self
      for index in values.indices { result.values[index] = body(values[index], other.values[index]) }
      return result
    }

    func averaged(with other: Plane) -> Plane { combined(other) { ($0 + $1) / 2 } }
    func minus(_ other: Plane) -> Plane { combined(other) { $0 - $1 } }

    /// Blurred by the weights 1, 2, 1 in both directions.
    var blurred: Plane {
      var across = self
      for y in 0..<height {
        let start = y * width
        for x in 0..<width {
          let (left, right) = (start + max(0, x - 1), start + min(width - 1, x + 1))
          across.values[start + x] = (values[left] + 2 * values[start + x] + values[right]) / 4
        }
      }
      var result = across
      for y in 0..<height {
        let (above, here, below) = (max(0, y - 1) * width, y * width, min(height - 1, y + 1) * width)
        for x in 0..<width {
          result.values[here + x] =
            (across.values[above + x] + 2 * across.values[here + x] + across.values[below + x]) / 4
        }
      }
      return result
    }

    /// The average of the square around each pixel.
    func surroundings(_ radius: Int) -> Plane {
      let sums = Sums(self)
      var result = self
      for y in 0..<height {
        let (top, bottom) = (max(0, y - radius), min(height, y + radius + 1))
        for x in 0..<width {
          let (left, right) = (max(0, x - radius), min(width, x + radius + 1))
          result.values[y * width + x] =
            sums.sum(left, top, right, bottom) / Float((right - left) * (bottom - top))
        }
      }
      return result
    }

    /// Moved to the right by half pixels and down by rows.
    func moved(halves: Int, rows: Int) -> Plane {
      if halves == 0, rows == 0 { return self }
      var result = self
      let whole = halves >> 1
      for y in 0..<height {
        let source = min(height - 1, max(0, y - rows)) * width
        for x in 0..<width {
          let near = values[source + min(width - 1, max(0, x - whole))]
          let far = halves & 1 == 0 ? near : values[source + min(width - 1, max(0, x - whole - 1))]
          result.values[y * width + x] = (near + far) / 2
        }
      }
      return result
    }
  }

  /// Sums of rectangles.
  private struct Sums {
    private let stride: Int
    private var values: [Double]

    init(_ plane: Plane, _ other: Plane? = nil) {
      stride = plane.width + 1
      values = [Double](repeating: 0, count: stride * (plane.height + 1))
      for y in 0..<plane.height {
        var sum = 0.0
        for x in 0..<plane.width {
          let index = y * plane.width + x
          sum += Double(other.map { plane.values[index] * $0.values[index] } ?? plane.values[index])
          values[(y + 1) * stride + x + 1] = values[y * stride + x + 1] + sum
        }
      }
    }

    func sum(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> Float {
      Float(
        values[bottom * stride + right] - values[top * stride + right] - values[bottom * stride + left]
          + values[top * stride + left])
    }

    func window(_ x: Int, _ y: Int) -> Float { sum(x, y, x + windowWidth, y + windowHeight) }
  }
}
