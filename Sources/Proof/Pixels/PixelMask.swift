/// Which pixels of a picture are not compared. A mask hides ink; the boxes under it are still compared.
struct PixelMask {
  private let rects: [PixelRect]

  init(_ rects: [PixelRect]) {
    self.rects = rects.filter { $0.width > 0 && $0.height > 0 }
  }

  /// What of the row's first `width` pixels is compared, from the left.
  func visibleColumns(ofRow y: Int, width: Int) -> [Range<Int>] {
    let hidden = rects.filter { $0.rows.contains(y) }.map { $0.columns.clamped(to: 0..<width) }
    guard !hidden.isEmpty else { return width > 0 ? [0..<width] : [] }
    var visible: [Range<Int>] = []
    var start = 0
    for columns in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) where !columns.isEmpty {
      if columns.lowerBound > start { visible.append(start..<columns.lowerBound) }
      start = max(start, columns.upperBound)
    }
    if start < width { visible.append(start..<width) }
    return visible
  }
}
