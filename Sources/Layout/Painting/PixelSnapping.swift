import Drawing

extension PixelGrid {
  /// The rectangle with its edges on device pixels, so that neighbours share an edge. What is not empty stays at least
  /// a pixel wide and high: a hairline thinner than a pixel is the pixel that its middle lies in.
  func snapped(_ rect: Rect) -> Rect {
    let (x, width) = snapped(from: rect.minX, to: rect.maxX)
    let (y, height) = snapped(from: rect.minY, to: rect.maxY)
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The square with its origin on a device pixel and its sides whole pixels; a circle stays a circle.
  func snappedSquare(_ rect: Rect) -> Rect {
    let side = rect.width > 0 ? max(nearest(rect.width), 1 / scale) : 0
    return Rect(x: nearest(rect.minX), y: nearest(rect.minY), width: side, height: side)
  }

  private func snapped(from start: Double, to end: Double) -> (origin: Double, extent: Double) {
    let edges = (start: nearest(start), end: nearest(end))
    guard end > start, edges.end <= edges.start else { return (edges.start, max(0, edges.end - edges.start)) }
    return (((start + end) / 2 * scale).rounded(.down) / scale, 1 / scale)
  }
}

extension BoxDecoration.Outline {
  /// The outline of a box, on device pixels.
  func shape(in frame: Rect, on grid: PixelGrid) -> Shape {
    switch self {
    case .rectangle: .rectangle(grid.snapped(frame))
    case .rounded(let radius):
      radius > 0 ? .rounded(grid.snapped(frame), radius: radius) : .rectangle(grid.snapped(frame))
    case .circle:
      .ellipse(abs(frame.width - frame.height) < 0.001 ? grid.snappedSquare(frame) : grid.snapped(frame))
    }
  }
}
