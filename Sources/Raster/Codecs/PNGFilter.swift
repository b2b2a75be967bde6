import CPixelLoops

/// The row filters of PNG (PNG, third edition, 9.2): each byte minus what its neighbours foretell.
///
/// A row's pointers have a pixel of zeros in front of them.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Writes the filtered row, without its filter byte.
  func apply(
    to row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    fp_row_filter(Int32(rawValue), row, above, count, bytesPerPixel, target)
  }
}

/// What each filter would leave of a row, all measured in one pass.
struct PNGFilterCosts {
  private let costs: fp_row_costs
  private let count: Int

  init(of row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int) {
    var costs = fp_row_costs()
    fp_row_costs_of(row, above, count, bytesPerPixel, &costs)
    self.costs = costs
    self.count = count
  }

  /// The sum of the magnitudes of the filtered bytes as signed ones.
  ///
  /// In rows of more than eight million pixels it may wrap; at worst that chooses another filter.
  func sum(_ filter: PNGFilter) -> UInt32 {
    switch filter {
    case .none: costs.sums.0
    case .sub: costs.sums.1
    case .up: costs.sums.2
    case .average: costs.sums.3
    case .paeth: costs.sums.4
    }
  }

  /// Bytes that differ from the pixel before.
  var changes: UInt32 { costs.changes }

  /// Most bytes are those of the pixel before, and where they change they jump: text and drawings. Flat parts of photos
  /// change softly.
  var isDrawn: Bool { changes < count / 2 && sum(.sub) >= changes &* 16 }

  /// The filter with the smallest sum, the PNG specification's rule of thumb (12.7); the first of several.
  var smallest: PNGFilter {
    var best = PNGFilter.none
    for filter in PNGFilter.allCases where sum(filter) < sum(best) { best = filter }
    return best
  }
}
