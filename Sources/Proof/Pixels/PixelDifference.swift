import Pixels

/// Where two pictures differ.
package struct PixelDifference: Hashable, Sendable {
  package let firstSize: PixelSize
  package let secondSize: PixelSize
  /// Pixels of both pictures that no mask hides.
  package var compared = 0
  package var differing = PixelSet()
  /// Beyond the threshold, but only the soft edge of a shape; empty where such pixels are counted as differing.
  package var antialiased = PixelSet()

  package init(firstSize: PixelSize, secondSize: PixelSize) {
    self.firstSize = firstSize
    self.secondSize = secondSize
  }

  /// Adds what was found in rows below all of these.
  mutating func append(_ below: PixelDifference) {
    compared += below.compared
    differing.append(below.differing)
    antialiased.append(below.antialiased)
  }

  package var sizesDiffer: Bool { firstSize != secondSize }

  /// How much wider and higher the second picture is, in pixels.
  package var sizeDelta: PixelSize {
    PixelSize(width: secondSize.width - firstSize.width, height: secondSize.height - firstSize.height)
  }

  /// Same sizes, and every compared pixel the same within the threshold.
  package var isEmpty: Bool { !sizesDiffer && differing.count == 0 }

  /// Differing of compared pixels, 0 … 1.
  package var ratio: Double { compared == 0 ? 0 : Double(differing.count) / Double(compared) }

  /// What only one of the pictures has: a strip at the right, then one at the bottom as wide as the wider picture.
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

/// Pixels of a picture, as runs in reading order.
package struct PixelSet: Hashable, Sendable {
  package private(set) var runs: [PixelRun] = []
  package private(set) var count = 0

  package init() {}

  /// Adds a pixel that comes after all others in reading order.
  mutating func add(_ x: Int, _ y: Int) {
    count += 1
    if let last = runs.last, last.y == y, last.columns.upperBound == x {
      runs[runs.count - 1].columns = last.columns.lowerBound..<x + 1
    } else {
      runs.append(PixelRun(y: y, columns: x..<x + 1))
    }
  }

  /// Adds pixels of rows below all of these.
  mutating func append(_ below: PixelSet) {
    runs += below.runs
    count += below.count
  }

  /// Without what `isHidden` says of a run's pixels.
  func filtered(_ keeps: (_ x: Int, _ y: Int) -> Bool) -> PixelSet {
    var kept = PixelSet()
    for run in runs {
      for x in run.columns where keeps(x, run.y) { kept.add(x, run.y) }
    }
    return kept
  }
}
