import Basics
import Diagnostics
import Foundation

/// Compares two images pixel by pixel, with the same counts as pixelmatch 7.2.0.
package struct PixelComparison: Hashable, Sendable {
  /// 0 … 1: the maximum difference of colors that count as equal (in YIQ; 1 is black against white).
  package var threshold: Double
  /// Whether anti-aliased edges of shapes count as differing.
  package var countsAntialiased: Bool
  /// Areas that are not compared.
  package var masks: [PixelRect]

  package init(threshold: Double = 0.1, countsAntialiased: Bool = false, masks: [PixelRect] = []) {
    self.threshold = threshold
    self.countsAntialiased = countsAntialiased
    self.masks = masks
  }

  /// Compares images aligned at their top left corners. If the sizes differ, only the overlap is compared; the rest is
  /// reported separately.
  package func compare(_ first: Bitmap, _ second: Bitmap) -> PixelDifference {
    compare(first, second, rows: 0..<min(first.height, second.height))
  }

  /// As above, with the rows divided among `bands` concurrent tasks (1 or more).
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

extension PixelComparison {
  /// Returns the number of pixels of two images of one size with another color, whatever the threshold, and the largest
  /// distance of two colors, 0 to 1 as for the threshold.
  package func differenceWithin(_ first: Bitmap, _ second: Bitmap) -> (pixels: Int, distance: Double) {
    let (a, b) = (first.converted(to: .rgba), second.converted(to: .rgba))
    guard a.size == b.size else { return (0, 0) }
    let found = PixelComparison(threshold: 0, countsAntialiased: true, masks: masks).compare(a, b).differing
    let largest = a.withView { one in
      b.withView { other in
        found.runs.reduce(0.0) { largest, run in
          run.columns.reduce(largest) {
            max($0, ColorDelta.squared(one.pixel($1, run.y), other.pixel($1, run.y), at: (run.y * one.width + $1) * 4))
          }
        }
      } ?? 0
    }
    return (found.count, ((largest ?? 0) / ColorDelta.maximum).squareRoot())
  }

  /// Compares views of the same size, honoring masks.
  func compare(_ first: PixelView, _ second: PixelView, rows: Range<Int>) -> PixelDifference {
    let size = PixelSize(width: first.width, height: first.height)
    var scan = PixelScan(self, firstSize: size, secondSize: size)
    scan.run(first, second, rows: rows)
    return scan.difference
  }
}

/// One pass over two images of the same size.
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

  /// - Parameter rows: Rows of both views. Neighbors outside of them are read but not counted.
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

  /// Compares one pixel exactly.
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

/// The pixels of an image that are not compared. A mask hides ink; boxes under it are still compared.
struct PixelMask {
  private let rects: [PixelRect]

  init(_ rects: [PixelRect]) {
    self.rects = rects.filter { $0.width > 0 && $0.height > 0 }
  }

  /// Returns the ranges to compare among the row's first `width` pixels, from left to right.
  func visibleColumns(ofRow y: Int, width: Int) -> [Range<Int>] {
    let hidden = rects.filter { $0.rows.contains(y) }.map { $0.columns.clamped(to: 0..<width) }
    guard !hidden.isEmpty else { return width > 0 ? [0..<width] : [] }
    var visible: [Range<Int>] = []
    var start = 0
    for columns in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) where !columns.isEmpty {
      if columns.lowerBound > start { visible.append(start..<columns.lowerBound) }
      start = max(start, columns.upperBound)
    }
    if start < width { visible.append(start..<width) }
    return visible
  }
}

/// Read access to the top left part of an RGBA bitmap, valid while its bytes are borrowed.
struct PixelView {
  let base: UnsafeRawPointer
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  /// Returns a pixel, red in the lowest byte, alpha in the highest.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(littleEndian: base.loadUnaligned(fromByteOffset: (y * stride + x) * 4, as: UInt32.self))
  }

  /// Returns eight pixels from `x` on, which must all be in the row.
  func eight(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    let stored = base.loadUnaligned(fromByteOffset: (y * stride + x) * 4, as: SIMD8<UInt32>.self)
    #if _endian(little)
      return stored
    #else
      return SIMD8((0..<8).map { stored[$0].byteSwapped })
    #endif
  }

  func row(_ y: Int) -> UnsafeRawPointer { base + y * stride * 4 }
}

/// Detects differing pixels that are only anti-aliased edges of shapes: the test of pixelmatch 7.2.0, after
/// "Anti-aliased pixel and intensity slope detector" by V. Vysniauskas (2009).
struct AntialiasingTest {
  let first: PixelView
  let second: PixelView

  /// Returns true if the pixel is anti-aliased in either image.
  func isAntialiased(_ x: Int, _ y: Int) -> Bool {
    liesBetweenFlatAreas(x, y, in: first, and: second) || liesBetweenFlatAreas(x, y, in: second, and: first)
  }

  /// Whether the pixel has a darker and a brighter neighbor, hardly any equal ones, and its darkest or brightest
  /// neighbor is in a flat area in both images.
  private func liesBetweenFlatAreas(_ x: Int, _ y: Int, in view: PixelView, and other: PixelView) -> Bool {
    let (columns, rows) = neighbours(x, y, in: view)
    var equal = isOnEdge(x, y, in: view) ? 1 : 0
    var darkest = (delta: 0.0, x: 0, y: 0)
    var brightest = (delta: 0.0, x: 0, y: 0)
    let center = view.pixel(x, y)
    let offset = (y * view.width + x) * 4
    for column in columns {
      for row in rows where column != x || row != y {
        let delta = ColorDelta.luma(center, view.pixel(column, row), at: offset)
        if delta == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if delta < darkest.delta {
          darkest = (delta, column, row)
        } else if delta > brightest.delta {
          brightest = (delta, column, row)
        }
      }
    }
    guard darkest.delta != 0, brightest.delta != 0 else { return false }
    return isFlat(darkest.x, darkest.y, in: view) && isFlat(darkest.x, darkest.y, in: other)
      || isFlat(brightest.x, brightest.y, in: view) && isFlat(brightest.x, brightest.y, in: other)
  }

  /// Whether at least three neighbors are equal; at the image's edge, the outside counts as one.
  private func isFlat(_ x: Int, _ y: Int, in view: PixelView) -> Bool {
    let (columns, rows) = neighbours(x, y, in: view)
    var same = isOnEdge(x, y, in: view) ? 1 : 0
    let pixel = view.pixel(x, y)
    for column in columns {
      for row in rows where (column != x || row != y) && view.pixel(column, row) == pixel {
        same += 1
        if same > 2 { return true }
      }
    }
    return false
  }

  private func isOnEdge(_ x: Int, _ y: Int, in view: PixelView) -> Bool {
    x == 0 || y == 0 || x == view.width - 1 || y == view.height - 1
  }

  private func neighbours(_ x: Int, _ y: Int, in view: PixelView) -> (ClosedRange<Int>, ClosedRange<Int>) {
    (max(0, x - 1)...min(view.width - 1, x + 1), max(0, y - 1)...min(view.height - 1, y + 1))
  }
}

/// The color difference in YIQ as measured by pixelmatch 7.2.0; 0 … 35215.
enum ColorDelta {
  /// The maximum difference, between black and white.
  static let maximum = 35215.0

  /// Returns the squared difference of two pixels at `offset`, the byte offset of the pixel in the image.
  static func squared(_ first: UInt32, _ second: UInt32, at offset: Int) -> Double {
    guard let delta = channels(first, second, at: offset) else { return 0 }
    let y = luma(delta)
    let i = delta.red * 0.59597799 - delta.green * 0.27417610 - delta.blue * 0.32180189
    let q = delta.red * 0.21147017 - delta.green * 0.52261711 + delta.blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// Returns the brightness difference; negative if the first pixel is darker.
  static func luma(_ first: UInt32, _ second: UInt32, at offset: Int) -> Double {
    channels(first, second, at: offset).map(luma) ?? 0
  }

  private typealias Channels = (red: Double, green: Double, blue: Double)

  private static func luma(_ delta: Channels) -> Double {
    delta.red * 0.29889531 + delta.green * 0.58662247 + delta.blue * 0.11448223
  }

  /// Returns the differences of the channels; nil if all are equal. Translucent pixels are blended with a checkerboard,
  /// so that neither black nor white is hidden.
  private static func channels(_ first: UInt32, _ second: UInt32, at offset: Int) -> Channels? {
    guard first != second else { return nil }
    let (a, b) = (components(first), components(second))
    if a.alpha == 255 && b.alpha == 255 { return (a.red - b.red, a.green - b.green, a.blue - b.blue) }
    let alpha = a.alpha - b.alpha
    func blended(_ one: Double, _ other: Double, over ground: Double) -> Double {
      (one * a.alpha - other * b.alpha - ground * alpha) / 255
    }
    return (
      blended(a.red, b.red, over: ground(offset)),
      blended(a.green, b.green, over: ground(Int(Double(offset) / 1.618033988749895))),
      blended(a.blue, b.blue, over: ground(Int(Double(offset) / 2.618033988749895)))
    )
  }

  private static func ground(_ field: Int) -> Double { 48 + 159 * Double(field % 2) }

  private static func components(_ pixel: UInt32) -> (red: Double, green: Double, blue: Double, alpha: Double) {
    (Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
  }
}

/// Estimates eight differences at once in single precision, accurate enough for values clearly below or above a limit.
struct ColorDeltaEstimate {
  /// Below this, the exact difference is below the limit; from `certain` on it is above.
  ///
  /// Channel differences are integers up to 255, so Y, I and Q are off by less than 255 · 5 · 2⁻²⁴ < 0.0001 and the
  /// squared difference d by less than 0.0003·√d + 10⁻⁶·d, which the margin exceeds for every d.
  let possible: Float
  let certain: Float

  init(limit: Double) {
    let margin = 0.01 + limit * 0.0001
    possible = Float(max(0, limit - margin))
    certain = Float(limit + margin)
  }

  /// Returns the squared differences of opaque pixels.
  func squared(_ first: SIMD8<UInt32>, _ second: SIMD8<UInt32>) -> SIMD8<Float> {
    let red = channel(first, 0) - channel(second, 0)
    let green = channel(first, 8) - channel(second, 8)
    let blue = channel(first, 16) - channel(second, 16)
    let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return y * y * 0.5053 + i * i * 0.299 + q * q * 0.1957
  }

  private func channel(_ pixels: SIMD8<UInt32>, _ shift: UInt32) -> SIMD8<Float> {
    SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: (pixels &>> shift) & 255))
  }
}

/// The differences that a comparer must detect before it is trusted: one changed pixel, and one white row added to a
/// white image.
package enum SelfCheck {
  /// - Parameter throughFile: Encodes and decodes an image as the compared images are, so that a reader that returns
  ///   the same image for every file is detected too.
  /// - Throws: `ProofIssue` as a `Diagnostic`.
  package static func run(throughFile: (Bitmap) throws -> Bitmap) throws {
    try run(comparing: PixelComparison(threshold: 0, countsAntialiased: true).compare, throughFile: throughFile)
  }

  static func run(
    comparing compare: (Bitmap, Bitmap) -> PixelDifference, throughFile: (Bitmap) throws -> Bitmap
  ) throws {
    let plain = try throughFile(picture(width: 37, height: 23))
    guard compare(plain, try throughFile(picture(width: 37, height: 23))).isEmpty else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.samePictureDiffers))
    }
    let changed = compare(plain, try throughFile(picture(width: 37, height: 23, changed: (21, 11))))
    guard changed.differing.runs == [PixelRun(y: 11, columns: 21..<22)] else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.changedPixelMissed))
    }
    let longer = compare(plain, try throughFile(picture(width: 37, height: 24)))
    guard longer.sizesDiffer, longer.sizeDelta == PixelSize(width: 0, height: 1), !longer.isEmpty else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.addedRowMissed))
    }
  }

  /// Returns a white image; one pixel may be a single step darker.
  private static func picture(width: Int, height: Int, changed: (x: Int, y: Int)? = nil) throws -> Bitmap {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    if let changed { bytes[(changed.y * width + changed.x) * 4 + 1] = 254 }
    guard let picture = Bitmap(width: width, height: height, format: .rgba, bytes: bytes) else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.samePictureDiffers))
    }
    return picture
  }
}
