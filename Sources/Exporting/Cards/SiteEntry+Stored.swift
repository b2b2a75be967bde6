import ExportStore
import Site

/// Between the page's data and the store.
extension SiteEntry {
  func storedHeights(_ widths: [Int]) -> [StoredHeights] {
    widths.map { width in
      heights[width].map { StoredHeights(initial: $0.initial, extra: $0.extra) } ?? StoredHeights(initial: 0, extra: 0)
    }
  }

  var storedLayouts: [CardFragments.Layout] {
    layouts.keys.sorted().map { width in
      CardFragments.Layout(width: width, places: layouts[width] ?? "0", boxes: boxes[width] ?? "0")
    }
  }

  /// As it was kept.
  package init(_ entry: ExportStore.Entry, widths: [Int]) {
    let layouts = entry.fragments.layouts
    func byWidth<Value>(_ pairs: [(Int, Value)]) -> [Int: Value] {
      Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    self.init(
      id: entry.name, story: entry.fragments.words,
      heights: byWidth(zip(widths, entry.heights).map { ($0, Heights(initial: $1.initial, extra: $1.extra)) }),
      layouts: byWidth(layouts.map { ($0.width, $0.places) }), boxes: byWidth(layouts.map { ($0.width, $0.boxes) }))
  }
}
