import Pixels

/// Which pixels of a card lie in the boxes of its texts.
struct TextPixels {
  /// The texts' boxes, each once.
  let rects: [PixelRect]
  private let rows: [[Range<Int>]]

  /// - Parameter margin: Pixels around each text that are its own too: letters reach over their box.
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

  /// How many pixels there are, without those of masks.
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
