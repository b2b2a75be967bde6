import Pixels

/// A rectangle of whole pixels. Sides are never negative.
package struct PixelRect: Hashable, Codable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var columns: Range<Int> { x..<x + width }
  package var rows: Range<Int> { y..<y + height }
}

/// Neighbouring pixels of one row.
package struct PixelRun: Hashable, Sendable {
  package var y: Int
  package var columns: Range<Int>

  package init(y: Int, columns: Range<Int>) {
    self.y = y
    self.columns = columns
  }
}
