import Foundation
import Pixels

/// Compares two pictures pixel by pixel, with the counts of pixelmatch 7.2.0.
package struct PixelComparison: Hashable, Sendable {
  /// 0 … 1: how far two colours may be apart (in YIQ, 1 is black against white) and still count as the same.
  package var threshold: Double
  /// Counts the soft edges of shapes too, instead of leaving them out.
  package var countsAntialiased: Bool
  /// Pixels that are not compared.
  package var masks: [PixelRect]

  package init(threshold: Double = 0.1, countsAntialiased: Bool = false, masks: [PixelRect] = []) {
    self.threshold = threshold
    self.countsAntialiased = countsAntialiased
    self.masks = masks
  }

  /// Pictures of different sizes are compared where they overlap, top left corners on each other; what only one of them
  /// has is told apart.
  package func compare(_ first: Bitmap, _ second: Bitmap) -> PixelDifference {
    compare(first, second, rows: 0..<min(first.height, second.height))
  }

  /// As above, with the rows divided among `bands` tasks (1 or more) that run side by side.
  package func compare(_ first: Bitmap, _ second: Bitmap, bands: Int) async -> PixelDifference {
    let (a, b) = (first.converted(to: .rgba), second.converted(to: .rgba))
    let height = min(a.height, b.height)
    let edges = (0...bands).map { height * $0 / bands }
    return await withTaskGroup(of: (Int, PixelDifference).self) { group in
      for band in 0..<bands {
        group.addTask { (band, compare(a, b, rows: edges[band]..<edges[band + 1])) }
      }
      var found = [PixelDifference?](repeating: nil, count: bands)
      for await (band, difference) in group { found[band] = difference }
      return found.compactMap(\.self).reduce(into: PixelDifference(firstSize: a.size, secondSize: b.size)) {
        $0.append($1)
      }
    }
  }

  private func compare(_ first: Bitmap, _ second: Bitmap, rows: Range<Int>) -> PixelDifference {
    let (a, b) = (first.converted(to: .rgba), second.converted(to: .rgba))
    let common = PixelSize(width: min(a.width, b.width), height: min(a.height, b.height))
    return a.bytes.withUnsafeBytes { firstBytes in
      b.bytes.withUnsafeBytes { secondBytes in
        var scan = PixelScan(self, firstSize: a.size, secondSize: b.size)
        if let base = firstBytes.baseAddress, let other = secondBytes.baseAddress {
          scan.run(
            PixelView(base: base, stride: a.width, width: common.width, height: common.height),
            PixelView(base: other, stride: b.width, width: common.width, height: common.height), rows: rows)
        }
        return scan.difference
      }
    }
  }
}

/// One walk over two pictures of the same size.
private struct PixelScan {
  private let comparison: PixelComparison
  private let mask: PixelMask
  private let limit: Double
  private let estimate: ColorDeltaEstimate
  private(set) var difference: PixelDifference

  init(_ comparison: PixelComparison, firstSize: PixelSize, secondSize: PixelSize) {
    self.comparison = comparison
    mask = PixelMask(comparison.masks)
    limit = ColorDelta.maximum * comparison.threshold * comparison.threshold
    estimate = ColorDeltaEstimate(limit: limit)
    difference = PixelDifference(firstSize: firstSize, secondSize: secondSize)
  }

  /// - Parameter rows: Of both views. Neighbours outside of them are looked at, but not counted.
  mutating func run(_ first: PixelView, _ second: PixelView, rows: Range<Int>) {
    let test = AntialiasingTest(first: first, second: second)
    for y in rows {
      let visible = mask.visibleColumns(ofRow: y, width: first.width)
      for columns in visible { difference.compared += columns.count }
      guard memcmp(first.row(y), second.row(y), first.width * 4) != 0 else { continue }
      for columns in visible { scan(columns, y, test) }
    }
  }

  private mutating func scan(_ columns: Range<Int>, _ y: Int, _ test: AntialiasingTest) {
    var x = columns.lowerBound
    while x + 8 <= columns.upperBound {
      scanEight(x, y, test)
      x += 8
    }
    while x < columns.upperBound {
      examine(x, y, test)
      x += 1
    }
  }

  private mutating func scanEight(_ x: Int, _ y: Int, _ test: AntialiasingTest) {
    let (a, b) = (test.first.eight(x, y), test.second.eight(x, y))
    guard a != b else { return }
    let opaque = SIMD8<UInt32>(repeating: 0xFF00_0000)
    guard a & b & opaque == opaque else {
      for lane in 0..<8 { examine(x + lane, y, test) }
      return
    }
    let deltas = estimate.squared(a, b)
    let candidates = deltas .>= SIMD8(repeating: estimate.possible) .& (a .!= b)
    guard any(candidates) else { return }
    for lane in 0..<8 where candidates[lane] {
      if deltas[lane] >= estimate.certain {
        take(x + lane, y, test)
      } else {
        examine(x + lane, y, test)
      }
    }
  }

  /// The exact test of one pixel.
  private mutating func examine(_ x: Int, _ y: Int, _ test: AntialiasingTest) {
    let (a, b) = (test.first.pixel(x, y), test.second.pixel(x, y))
    guard a != b, ColorDelta.squared(a, b, at: (y * test.first.width + x) * 4) > limit else { return }
    take(x, y, test)
  }

  private mutating func take(_ x: Int, _ y: Int, _ test: AntialiasingTest) {
    if !comparison.countsAntialiased && test.isAntialiased(x, y) {
      difference.antialiased.add(x, y)
    } else {
      difference.differing.add(x, y)
    }
  }
}
