import Drawing
import Pixels
import Proof

/// A card as it was drawn, with what of it can be seen: what a picture without a hierarchy is held against.
package struct SeenCard: Sendable {
  package let card: ScreenCard
  /// Those that are seen, and which of `shapes` each is made of.
  let parts: [(part: CardPart, shapes: [Int])]
  /// In reading order, each of one part.
  let shapes: [SeenShape]

  /// - Parameters:
  ///   - picture: The card alone, from its corner; straight colours.
  ///   - scale: Its pixels a point.
  package init(_ card: ScreenCard, picture: Bitmap, scale: Double) {
    self.card = card
    let seen = SeenPicture(picture, scale: scale).shapes
    let known = card.parts
    var shapes: [SeenShape] = []
    var owned = [[Int]](repeating: [], count: known.count)
    for shape in seen {
      // The smallest part around it; words of a part that lies on another are that part's.
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

  /// Whether a shape is in it, but for what glyphs reach over a line's edge.
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

  /// Of what two cover together, the share that both do.
  func overlap(_ other: Rect) -> Double {
    guard let both = intersection(other)?.area else { return 0 }
    return both / (area + other.area - both)
  }
}
