/// Whether a differing pixel is only the soft edge of a shape, drawn softer or harder in the other picture: pixelmatch
/// 7.2.0's test, after "Anti-aliased pixel and intensity slope detector" by V. Vysniauskas (2009).
struct AntialiasingTest {
  let first: PixelView
  let second: PixelView

  /// True when either picture says so.
  func isAntialiased(_ x: Int, _ y: Int) -> Bool {
    liesBetweenFlatAreas(x, y, in: first, and: second) || liesBetweenFlatAreas(x, y, in: second, and: first)
  }

  /// The pixel has a darker and a brighter neighbour, hardly any equal one, and the darkest or the brightest neighbour
  /// belongs to a flat area in both pictures.
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

  /// At least three neighbours are the same; on the picture's edge the outside counts as one.
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
