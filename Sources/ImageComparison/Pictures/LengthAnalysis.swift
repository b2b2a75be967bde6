import Basics

/// Finds the rows or columns that make an image longer or shorter, although the rest differs a little: on a gradient or
/// a texture that stays, or under noise.
struct LengthAnalysis {
  /// The inserted or removed rows or columns, in the image that has them.
  let rect: PixelRect
  let isNew: Bool
  /// The rest of the images: what comes before the strip, and what comes after it.
  let pieces: [(place: ImageAlignment.Piece, differing: PixelSet)]
  let change: ImageChange
  /// Small differences that are spread over the image; nil if there are none.
  let levels: ImageChange?

  /// The number of inserted or removed rows or columns.
  var length: Int { isRows ? rect.height : rect.width }

  private let isRows: Bool

  /// The largest distance of channels of the same content. On a gradient, edges blend with another ground.
  private static let tolerance = 30
  /// The largest share of pixels that may differ besides.
  private static let differingShare = 0.25
  /// The share of pixels with small differences that are noise, and the largest difference of a channel.
  private static let (noiseShare, mostNoise) = (0.2, 8)
  /// So many pairs of similar colors are not noise.
  private static let recolored = 64

  /// Returns nil if not exactly one side differs, or most of the rest does.
  init?(_ before: PixelView, _ after: PixelView) {
    let (wide, tall) = (after.width - before.width, after.height - before.height)
    guard (wide == 0) != (tall == 0) else { return nil }
    let byRows = wide == 0
    isRows = byRows
    isNew = wide + tall > 0
    let long = isNew ? after : before
    let short = isNew ? before : after
    let lines = byRows ? short.height : short.width
    let across = byRows ? short.width : short.height
    let length = abs(wide + tall)
    func pixel(_ view: PixelView, _ line: Int, _ place: Int) -> UInt32 {
      byRows ? view.pixel(place, line) : view.pixel(line, place)
    }
    /// The number of pixels of a line that differ from the other image's line.
    func cost(_ line: Int, _ other: Int) -> Int {
      (0..<across).count { PixelView.distance(pixel(short, line, $0), pixel(long, other, $0)) > Self.tolerance }
    }
    var fromEnd = [Int](repeating: 0, count: lines + 1)
    for line in stride(from: lines - 1, through: 0, by: -1) {
      fromEnd[line] = fromEnd[line + 1] + cost(line, line + length)
    }
    var best = (cost: fromEnd[0], start: 0)
    var fromStart = 0
    for line in 0..<lines {
      fromStart += cost(line, line)
      if fromStart + fromEnd[line + 1] <= best.cost { best = (fromStart + fromEnd[line + 1], line + 1) }
    }
    guard Double(best.cost) <= Self.differingShare * Double(lines * across) else { return nil }
    let start = best.start
    rect =
      byRows
      ? PixelRect(x: 0, y: start, width: across, height: length)
      : PixelRect(x: start, y: 0, width: length, height: across)
    func piece(_ range: Range<Int>, moved: Int) -> ImageAlignment.Piece {
      let place =
        byRows
        ? PixelRect(x: 0, y: range.lowerBound, width: across, height: range.count)
        : PixelRect(x: range.lowerBound, y: 0, width: range.count, height: across)
      let other = place.moved(by: byRows ? (0, moved) : (moved, 0))
      return wide + tall > 0
        ? ImageAlignment.Piece(before: place, after: other) : ImageAlignment.Piece(before: other, after: place)
    }
    let places = [piece(0..<start, moved: 0), piece(start..<lines, moved: length)].filter { !$0.before.isEmpty }
    var (small, largest, area) = (0, 0, 0)
    var pairs: Set<UInt64> = []
    func forEachPixel(of piece: ImageAlignment.Piece, _ body: (_ x: Int, _ y: Int, _ distance: Int) -> Void) {
      for y in piece.after.rows {
        for x in piece.after.columns {
          let (one, other) = (before.pixel(x + piece.shift.x, y + piece.shift.y), after.pixel(x, y))
          guard one != other else { continue }
          let distance = PixelView.distance(one, other)
          if distance <= Self.tolerance, pairs.count <= Self.recolored {
            pairs.insert(UInt64(one) << 32 | UInt64(other))
          }
          body(x, y, distance)
        }
      }
    }
    for place in places {
      // A ground that stays differs by little where content moved. Noise is everywhere.
      let isMoved = place.shift != (0, 0)
      if !isMoved { area += place.after.width * place.after.height }
      forEachPixel(of: place) { _, _, distance in
        guard !isMoved else { return }
        guard distance <= Self.mostNoise else { return }
        small += 1
        largest = max(largest, distance)
      }
    }
    // A few pairs of colors are recolored areas, not noise.
    let limit = pairs.count > Self.recolored ? Self.tolerance : 0
    pieces = places.map { place in
      var differing = PixelSet()
      forEachPixel(of: place) { x, y, distance in if distance > limit { differing.add(x, y) } }
      return (place, differing)
    }
    let isBlank = long.isBlank(rect)
    let content = isBlank ? "" : long.content(rect)
    change = ImageChange(byRows ? .rows(inserted: isNew) : .columns(inserted: isNew), at: rect, content: content)
    let whole = PixelRect(x: 0, y: 0, width: after.width, height: after.height)
    levels =
      limit > 0 && area > 0 && Double(small) >= Self.noiseShare * Double(area)
      ? ImageChange(.levels(largest, pixels: small), at: whole) : nil
  }
}
