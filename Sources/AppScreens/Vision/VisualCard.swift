import Basics
import Drawing
import ImageComparison

/// A rendered card and its visible shapes, for comparison with an image without a hierarchy.
package struct VisualCard: Sendable {
  package let card: ScreenCard
  /// The visible parts, and the indices in `shapes` of each.
  let parts: [(part: CardPart, shapes: [Int])]
  /// The shapes in reading order, each of one part.
  let shapes: [VisualShape]

  /// - Parameters:
  ///   - picture: The card alone, from its corner, with straight colors.
  ///   - scale: Pixels per point.
  package init(_ card: ScreenCard, picture: Bitmap, scale: Double) {
    self.card = card
    let seen = VisualScreen(picture, scale: scale).shapes
    let known = card.parts
    var shapes: [VisualShape] = []
    var owned = [[Int]](repeating: [], count: known.count)
    for shape in seen {
      // The smallest enclosing part; words of a part on top of another belong to the upper part.
      let around = known.indices.filter { known[$0].frame.holds(shape.frame) }
      guard let owner = around.min(by: { known[$0].frame.area < known[$1].frame.area }) else { continue }
      owned[owner].append(shapes.count)
      shapes.append(shape)
    }
    self.shapes = shapes
    parts = zip(known, owned).filter { !$0.1.isEmpty }.map { ($0, $1) }
  }
}

extension Rect {
  var area: Double { width * height }

  /// Whether it contains a shape, allowing for glyphs that extend beyond a line.
  fileprivate func holds(_ shape: Rect) -> Bool {
    let slack = 2.0
    return shape.center.x >= minX - slack && shape.center.x <= maxX + slack && shape.center.y >= minY - slack
      && shape.center.y <= maxY + slack && shape.width <= width + 2 * slack && shape.height <= height + 4 * slack
  }

  func intersection(_ other: Rect) -> Rect? {
    let both = Rect(
      left: max(minX, other.minX), top: max(minY, other.minY), right: min(maxX, other.maxX),
      bottom: min(maxY, other.maxY))
    return both.isEmpty ? nil : both
  }

  /// Returns the ratio of intersection to union.
  func overlap(_ other: Rect) -> Double {
    guard let both = intersection(other)?.area else { return 0 }
    return both / (area + other.area - both)
  }
}
