import Raster
import Support
import Testing

@Suite("PNG filters")
struct PNGFilterTests {
  @Test("each filter foretells as the PNG specification defines", arguments: PNGFilter.allCases)
  func filters(filter: PNGFilter) {
    // One byte per pixel: above 10 20 30, row 13 18 40; the corner before them is 0.
    let rows = Rows(row: [13, 18, 40], above: [10, 20, 30], bytesPerPixel: 1)
    let expected: [UInt8] =
      switch filter {
      case .none: [13, 18, 40]
      case .sub: [13, 5, 22]
      case .up: [3, 254, 10]
      case .average: [8, 2, 16]
      // Predictors: above 10 (p = 10); p = 13 + 20 − 10 = 23 → above 20; p = 18 + 30 − 20 = 28 → above 30.
      case .paeth: [3, 254, 10]
      }
    #expect(rows.filtered(by: filter) == expected)
    #expect(rows.costs.sum(filter) == magnitudes(expected))
  }

  @Test("wide steps and single bytes agree with the definition", arguments: [1, 3, 4], PNGFilter.allCases)
  func agreement(bytesPerPixel: Int, filter: PNGFilter) {
    var numbers = SplitMix64(seed: UInt64(bytesPerPixel))
    for count in Array(0...70) + [255, 256, 257, 9000] {
      // Few values, so that ties between predictors are frequent.
      let values: [UInt8] = [0, 1, 2, 127, 128, 254, 255]
      func random() -> [UInt8] { (0..<count).map { _ in values.randomElement(using: &numbers) ?? 0 } }
      let rows = Rows(row: random(), above: random(), bytesPerPixel: bytesPerPixel)
      #expect(rows.filtered(by: filter) == rows.defined(filter))
      #expect(rows.costs.sum(filter) == magnitudes(rows.defined(filter)))
      #expect(rows.costs.changes == rows.defined(.sub).count { $0 != 0 })
    }
  }

  private func magnitudes(_ bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 + UInt32($1 < 128 ? $1 : 0 &- $1) } }
}

/// Two rows with a leading pixel of zeros.
private struct Rows {
  let row: [UInt8]
  let above: [UInt8]
  let bytesPerPixel: Int

  func filtered(by filter: PNGFilter) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: row.count)
    withPointers { row, above in
      filter.apply(to: row, above: above, count: self.row.count, bytesPerPixel: bytesPerPixel, into: &result)
    }
    return result
  }

  var costs: PNGFilterCosts {
    withPointers { PNGFilterCosts(of: $0, above: $1, count: row.count, bytesPerPixel: bytesPerPixel) }
  }

  /// Computes the filter byte by byte from the specification's formulas.
  func defined(_ filter: PNGFilter) -> [UInt8] {
    row.indices.map { i in
      let left = i < bytesPerPixel ? 0 : Int(row[i - bytesPerPixel])
      let corner = i < bytesPerPixel ? 0 : Int(above[i - bytesPerPixel])
      let up = Int(above[i])
      let foretold: Int
      switch filter {
      case .none: foretold = 0
      case .sub: foretold = left
      case .up: foretold = up
      case .average: foretold = (left + up) / 2
      case .paeth:
        let sum = left + up - corner
        foretold = [left, up, corner].min { abs(sum - $0) < abs(sum - $1) } ?? 0
      }
      return UInt8(truncatingIfNeeded: Int(row[i]) - foretold)
    }
  }

  private func withPointers<Result>(_ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Result) -> Result {
    let lead = [UInt8](repeating: 0, count: bytesPerPixel)
    return (lead + row).withUnsafeBufferPointer { row in
      (lead + above).withUnsafeBufferPointer { above in
        // The lead makes both nonempty.
        body(row.baseAddress! + bytesPerPixel, above.baseAddress! + bytesPerPixel)
      }
    }
  }
}
