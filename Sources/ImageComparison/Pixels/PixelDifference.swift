import Basics

/// The difference of two images.
package struct PixelDifference: Hashable, Sendable {
  package let firstSize: PixelSize
  package let secondSize: PixelSize
  /// The number of pixels of both images that aren't masked.
  package var compared = 0
  package var differing = PixelSet()
  /// Pixels over the threshold that are only anti-aliased edges; empty if these count as differing.
  package var antialiased = PixelSet()

  /// Appends the difference of the rows below.
  mutating func append(_ below: PixelDifference) {
    compared += below.compared
    differing.append(below.differing)
    antialiased.append(below.antialiased)
  }

  package var sizesDiffer: Bool { firstSize != secondSize }

  /// How much wider and taller the second image is, in pixels.
  package var sizeDelta: PixelSize {
    PixelSize(width: secondSize.width - firstSize.width, height: secondSize.height - firstSize.height)
  }

  /// Whether the sizes are equal and every compared pixel is within the threshold.
  package var isEmpty: Bool { !sizesDiffer && differing.count == 0 }

  /// The fraction of differing pixels, 0 … 1.
  package var ratio: Double { compared == 0 ? 0 : Double(differing.count) / Double(compared) }

  /// The areas that only one of the images has: a strip on the right, then one at the bottom as wide as the wider
  /// image.
  package var strips: [PixelRect] {
    let common = PixelSize(
      width: min(firstSize.width, secondSize.width), height: min(firstSize.height, secondSize.height))
    let whole = PixelSize(
      width: max(firstSize.width, secondSize.width), height: max(firstSize.height, secondSize.height))
    let right = PixelRect(x: common.width, y: 0, width: whole.width - common.width, height: common.height)
    let bottom = PixelRect(x: 0, y: common.height, width: whole.width, height: whole.height - common.height)
    return [right, bottom].filter { $0.width > 0 && $0.height > 0 }
  }
}

/// A set of pixels of an image, as runs in reading order.
package struct PixelSet: Hashable, Sendable {
  package private(set) var runs: [PixelRun] = []
  package private(set) var count = 0

  package init() {}

  /// - Parameter runs: Runs in any order without overlaps.
  init(sorting runs: [PixelRun]) {
    self.runs = runs.sorted { ($0.y, $0.columns.lowerBound) < ($1.y, $1.columns.lowerBound) }
    count = runs.reduce(0) { $0 + $1.columns.count }
  }

  /// - Parameter runs: Runs in any order, which may overlap.
  init(joining runs: [PixelRun]) {
    for run in runs.sorted(by: { ($0.y, $0.columns.lowerBound) < ($1.y, $1.columns.lowerBound) }) {
      if let last = self.runs.last, last.y == run.y, run.columns.lowerBound <= last.columns.upperBound {
        let end = Swift.max(last.columns.upperBound, run.columns.upperBound)
        count += end - last.columns.upperBound
        self.runs[self.runs.count - 1].columns = last.columns.lowerBound..<end
      } else {
        self.runs.append(run)
        count += run.columns.count
      }
    }
  }

  /// Returns whether the set has a pixel.
  func contains(_ x: Int, _ y: Int) -> Bool {
    // The last run that begins at the pixel or before it.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if (runs[middle].y, runs[middle].columns.lowerBound) <= (y, x) { low = middle + 1 } else { high = middle }
    }
    return low > 0 && runs[low - 1].y == y && runs[low - 1].columns.contains(x)
  }

  /// Adds a pixel that follows all others in reading order.
  mutating func add(_ x: Int, _ y: Int) {
    count += 1
    if let last = runs.last, last.y == y, last.columns.upperBound == x {
      runs[runs.count - 1].columns = last.columns.lowerBound..<x + 1
    } else {
      runs.append(PixelRun(y: y, columns: x..<x + 1))
    }
  }

  /// Appends pixels of the rows below.
  mutating func append(_ below: PixelSet) {
    runs += below.runs
    count += below.count
  }

  /// Returns the pixels that a predicate keeps.
  func filtered(_ keeps: (_ x: Int, _ y: Int) -> Bool) -> PixelSet {
    var kept = PixelSet()
    for run in runs {
      for x in run.columns where keeps(x, run.y) { kept.add(x, run.y) }
    }
    return kept
  }

  /// Groups pixels into regions, from top to bottom, then from left to right. Pixels separated by at most `reach - 1`
  /// equal ones in either direction belong to one region.
  package func regions(reach: Int = 8) -> [DifferingRegion] {
    var groups = DisjointSets(count: runs.count)
    let rows = rowRanges()
    for (index, row) in rows.enumerated() {
      joinNeighbours(in: row, reach, &groups)
      var above = index - 1
      while above >= 0, runs[row.lowerBound].y - runs[rows[above].lowerBound].y <= reach {
        join(rows[above], row, reach, &groups)
        above -= 1
      }
    }
    var members: [Int: [PixelRun]] = [:]
    for index in runs.indices { members[groups.root(of: index), default: []].append(runs[index]) }
    return members.values.map { DifferingRegion(runs: $0) }.sorted { left, right in
      (left.bounds.y, left.bounds.x, left.runs[0].columns.lowerBound)
        < (right.bounds.y, right.bounds.x, right.runs[0].columns.lowerBound)
    }
  }

  /// Returns the index ranges of the runs of each nonempty row.
  private func rowRanges() -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var start = 0
    for index in runs.indices where index + 1 == runs.count || runs[index + 1].y != runs[index].y {
      rows.append(start..<index + 1)
      start = index + 1
    }
    return rows
  }

  private func joinNeighbours(in row: Range<Int>, _ reach: Int, _ groups: inout DisjointSets) {
    for index in row.dropFirst()
    where runs[index].columns.lowerBound - runs[index - 1].columns.upperBound < reach {
      groups.join(index - 1, index)
    }
  }

  /// Joins nearby runs of two rows in one linear pass.
  private func join(_ upper: Range<Int>, _ lower: Range<Int>, _ reach: Int, _ groups: inout DisjointSets) {
    var (a, b) = (upper.lowerBound, lower.lowerBound)
    while a < upper.upperBound, b < lower.upperBound {
      let (left, right) = (runs[a].columns, runs[b].columns)
      if left.lowerBound - right.upperBound < reach && right.lowerBound - left.upperBound < reach { groups.join(a, b) }
      if left.upperBound < right.upperBound { a += 1 } else { b += 1 }
    }
  }
}

/// A group of nearby differing pixels.
package struct DifferingRegion: Hashable, Sendable {
  /// The smallest rectangle around the pixels.
  package var bounds: PixelRect
  package var runs: [PixelRun]
  /// The number of differing pixels.
  package var count: Int

  package init(runs: [PixelRun]) {
    self.runs = runs
    count = runs.reduce(0) { $0 + $1.columns.count }
    let (left, right) = (runs.map(\.columns.lowerBound).min() ?? 0, runs.map(\.columns.upperBound).max() ?? 0)
    let (top, bottom) = (runs.map(\.y).min() ?? 0, (runs.map(\.y).max() ?? -1) + 1)
    bounds = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A disjoint-set forest of numbers.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) {
    parents = Array(0..<count)
  }

  mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// Joins two sets; the smaller number becomes the root.
  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (root(of: one), root(of: other))
    if a < b { parents[b] = a } else { parents[a] = b }
  }
}

/// Draws the difference of two images: the first image in gray, differing pixels red, anti-aliased ones yellow.
package enum DifferenceImage {
  /// The remaining fraction of the first image's darkness.
  private static let strength = 0.3

  /// Returns an image as large as both images together; areas that only one of them has are red.
  package static func draw(_ difference: PixelDifference, over first: Bitmap) -> Bitmap? {
    let first = first.converted(to: .rgba)
    let width = max(difference.firstSize.width, difference.secondSize.width)
    let height = max(difference.firstSize.height, difference.secondSize.height)
    guard let count = Bitmap.byteCount(width: width, height: height) else { return nil }
    var bytes = [UInt8](repeating: 255, count: count)
    for y in 0..<min(height, first.height) {
      for x in 0..<min(width, first.width) {
        let grey = grey(first.bytes[(y * first.width + x) * 4..<(y * first.width + x) * 4 + 4])
        let target = (y * width + x) * 4
        for channel in 0..<3 { bytes[target + channel] = grey }
      }
    }
    func paint(_ columns: Range<Int>, _ y: Int, green: UInt8) {
      for x in columns {
        let target = (y * width + x) * 4
        (bytes[target], bytes[target + 1], bytes[target + 2]) = (255, green, 0)
      }
    }
    for run in difference.antialiased.runs { paint(run.columns, run.y, green: 255) }
    for run in difference.differing.runs { paint(run.columns, run.y, green: 0) }
    for strip in difference.strips {
      for y in strip.rows { paint(strip.columns, y, green: 0) }
    }
    return Bitmap(width: width, height: height, format: .rgba, bytes: bytes)
  }

  private static func grey(_ pixel: ArraySlice<UInt8>) -> UInt8 {
    let start = pixel.startIndex
    let luma =
      Double(pixel[start]) * 0.29889531 + Double(pixel[start + 1]) * 0.58662247 + Double(pixel[start + 2]) * 0.11448223
    return UInt8((255 + (luma - 255) * strength * Double(pixel[start + 3]) / 255).rounded())
  }
}

/// Adjacent pixels of one row.
package struct PixelRun: Hashable, Sendable {
  package var y: Int
  package var columns: Range<Int>
}
