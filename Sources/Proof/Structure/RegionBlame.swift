import Drawing
import Pixels

/// Differing pixels and the boxes they are in.
package struct BlamedRegion: Hashable, Sendable {
  /// In pixels.
  package var bounds: PixelRect
  package var differing: Int
  /// Paths of the deepest named boxes under the pixels, those with most of them first.
  package var boxes: [String]

  package init(bounds: PixelRect, differing: Int, boxes: [String]) {
    self.bounds = bounds
    self.differing = differing
    self.boxes = boxes
  }
}

/// Finds the boxes to blame for differing pixels.
package struct RegionBlame: Sendable {
  private struct Candidate {
    var path: String
    var depth: Int
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
    var area: Double
  }

  private let candidates: [Candidate]

  /// - Parameters:
  ///   - boxes: Of both sides: ink that is gone is blamed on where it was.
  ///   - scale: Pixels a point.
  package init(boxes: [BoxRecord], scale: Double) {
    candidates = boxes.map { box in
      // A box owns every pixel that it touches.
      Candidate(
        path: box.path, depth: box.depth, left: (box.frame.minX * scale).rounded(.down),
        right: (box.frame.maxX * scale).rounded(.up), top: (box.frame.minY * scale).rounded(.down),
        bottom: (box.frame.maxY * scale).rounded(.up), area: box.frame.width * box.frame.height)
    }
    // Deepest first; of boxes as deep, the smaller.
    .sorted { ($1.depth, $0.area, $0.path) < ($0.depth, $1.area, $1.path) }
  }

  package func blame(_ region: DifferingRegion) -> BlamedRegion {
    BlamedRegion(bounds: region.bounds, differing: region.count, boxes: boxes(under: region.runs))
  }

  /// A strip that only one of the pictures has.
  package func blame(_ strip: PixelRect) -> BlamedRegion {
    let found = boxes(under: strip.rows.map { PixelRun(y: $0, columns: strip.columns) })
    // Beyond the last box of either side there is only the card itself.
    let outermost = candidates.min { ($0.depth, $1.area) < ($1.depth, $0.area) }
    return BlamedRegion(
      bounds: strip, differing: strip.width * strip.height,
      boxes: found.isEmpty ? outermost.map { [$0.path] } ?? [] : found)
  }

  private func boxes(under runs: [PixelRun]) -> [String] {
    var counts: [String: Int] = [:]
    for run in runs {
      // Runs are short; the pixel in their middle speaks for them.
      let (x, y) = (Double(run.columns.lowerBound + run.columns.upperBound) / 2, Double(run.y) + 0.5)
      let owner = candidates.first { $0.left <= x && x <= $0.right && $0.top <= y && y <= $0.bottom }
      if let owner { counts[owner.path, default: 0] += run.columns.count }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
