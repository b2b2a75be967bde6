import CPangoCairo
import Drawing

extension Canvas {
  /// Draws a missing character's box; `x` and `y` are its pen's place in pixels, `size` is in pixels per em.
  func fill(_ box: LastResortBox, size: Double, x: Double, y: Int, _ color: Color) {
    let unit = size / LastResortBox.unitsPerEm
    // Edges on whole pixels are crisp; where a bar would be thinner than a pixel, some would have none.
    let snaps = unit >= 1
    func edge(_ units: Int, from origin: Double) -> Double {
      let place = Double(units) * unit
      return snaps ? origin.rounded() + place.rounded() : origin + place
    }
    saved {
      cairo_identity_matrix(context)
      setSource(color)
      cairo_new_path(context)
      for bar in box.bars {
        let (left, top) = (edge(bar.x, from: x), edge(bar.y, from: Double(y)))
        cairo_rectangle(
          context, left, top, edge(bar.x + bar.width, from: x) - left, edge(bar.y + bar.height, from: Double(y)) - top)
      }
      cairo_fill(context)
    }
  }
}
