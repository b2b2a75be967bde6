import Basics

/// The pixels of a card within the boxes of its texts.
struct TextPixels {
  /// The boxes of the texts, without duplicates.
  let rects: [PixelRect]
  private let rows: [[Range<Int>]]

  /// - Parameter margin: Pixels around each text to include: letters extend beyond their box.
  init(boxes: [BoxRecord], scale: Double, size: PixelSize, margin: Int = 1) {
    var rows = [[Range<Int>]](repeating: [], count: max(0, size.height))
    var rects: [PixelRect] = []
    for box in boxes where box.isText {
      let columns = Self.pixels(box.frame.minX, box.frame.maxX, scale, margin).clamped(to: 0..<max(0, size.width))
      let lines = Self.pixels(box.frame.minY, box.frame.maxY, scale, margin).clamped(to: 0..<rows.count)
      let rect = PixelRect(x: columns.lowerBound, y: lines.lowerBound, width: columns.count, height: lines.count)
      guard !columns.isEmpty, !lines.isEmpty, !rects.contains(rect) else { continue }
      rects.append(rect)
      for y in lines { rows[y].append(columns) }
    }
    self.rows = rows
    self.rects = rects
  }

  func contains(_ x: Int, _ y: Int) -> Bool { rows.indices.contains(y) && rows[y].contains { $0.contains(x) } }

  /// Returns the number of pixels that aren't masked.
  func count(without masks: [PixelRect]) -> Int {
    rows.enumerated().reduce(0) { sum, row in
      let hidden = masks.filter { $0.rows.contains(row.offset) }.map(\.columns)
      return sum + Self.union(row.element).count { x in !hidden.contains { $0.contains(x) } }
    }
  }

  private static func union(_ ranges: [Range<Int>]) -> [Int] {
    var columns: [Int] = []
    var end = Int.min
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      columns += Array(max(range.lowerBound, end)..<range.upperBound)
      end = range.upperBound
    }
    return columns
  }

  private static func pixels(_ start: Double, _ end: Double, _ scale: Double, _ margin: Int) -> Range<Int> {
    let limit = 1e9
    let low = Int(min(limit, max(-limit, (start * scale).rounded(.down)))) - margin
    let high = Int(min(limit, max(-limit, (end * scale).rounded(.up)))) + margin
    return low..<max(low, high)
  }
}

/// Text ink without any nearby ink in the other image: an additional letter, a missing word. Soft edges of another
/// rasterizer don't count.
struct StrayInkDetector {
  let expected: Bitmap
  let drawn: Bitmap
  /// The maximum distance of nearby ink in pixels.
  let radius: Int

  /// Returns the members of `pixels` in the rectangles that have ink in one image and none within the radius in the
  /// other.
  func pixels(of pixels: PixelSet, in rects: [PixelRect]) -> PixelSet {
    guard pixels.count > 0 else { return PixelSet() }
    let (first, second) = (expected.converted(to: .rgba), drawn.converted(to: .rgba))
    let maps = rects.map { (InkMap(first, in: $0), InkMap(second, in: $0)) }
    return pixels.filtered { x, y in
      maps.contains { one, other in
        one.hasInk(x, y) && !other.hasInk(near: x, y, radius) || other.hasInk(x, y) && !one.hasInk(near: x, y, radius)
      }
    }
  }
}

/// The ink in one text's box: pixels that clearly differ from the most common color of the box.
private struct InkMap {
  private let rect: PixelRect
  /// Summed-area table of ink pixels above and to the left of each corner, one column and one row larger than the box.
  private let sums: [Int32]

  /// Minimum contrast of 255 levels: soft edges count from a quarter on.
  private static let contrast = 64

  init(_ picture: Bitmap, in rect: PixelRect) {
    let columns = rect.columns.clamped(to: 0..<picture.width)
    let rows = rect.rows.clamped(to: 0..<picture.height)
    self.rect = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    let levels = rows.flatMap { y in columns.map { Self.level(picture, $0, y) } }
    let ground = Self.mostCommon(levels)
    let width = columns.count
    var sums = [Int32](repeating: 0, count: (width + 1) * (rows.count + 1))
    for y in 0..<rows.count {
      var row: Int32 = 0
      for x in 0..<width {
        if abs(levels[y * width + x] - ground) >= Self.contrast { row += 1 }
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    self.sums = sums
  }

  func hasInk(_ x: Int, _ y: Int) -> Bool { hasInk(near: x, y, 0) }

  /// Whether there is ink at most `radius` away in either direction; there is none outside of the box.
  func hasInk(near x: Int, _ y: Int, _ radius: Int) -> Bool {
    let columns = (x - radius - rect.x..<x + radius + 1 - rect.x).clamped(to: 0..<rect.width)
    let rows = (y - radius - rect.y..<y + radius + 1 - rect.y).clamped(to: 0..<rect.height)
    func sum(_ x: Int, _ y: Int) -> Int32 { sums[y * (rect.width + 1) + x] }
    return sum(columns.upperBound, rows.upperBound) - sum(columns.lowerBound, rows.upperBound)
      - sum(columns.upperBound, rows.lowerBound) + sum(columns.lowerBound, rows.lowerBound) > 0
  }

  /// Returns the brightness over white, 0 … 255.
  private static func level(_ picture: Bitmap, _ x: Int, _ y: Int) -> Int {
    let start = (y * picture.width + x) * 4
    let (red, green, blue) = (picture.bytes[start], picture.bytes[start + 1], picture.bytes[start + 2])
    let luma = (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000
    return 255 - (255 - luma) * Int(picture.bytes[start + 3]) / 255
  }

  private static func mostCommon(_ levels: [Int]) -> Int {
    var counts = [Int](repeating: 0, count: 256)
    for level in levels { counts[level] += 1 }
    return counts.indices.max { (counts[$0], $1) < (counts[$1], $0) } ?? 255
  }
}
