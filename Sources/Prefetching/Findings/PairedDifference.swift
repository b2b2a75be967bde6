import Foundation

/// A mean of repeats with the interval in which it lies in 95 of 100 cases, by Student's t.
package struct Estimate: Hashable, Codable, Sendable {
  package var mean: Double
  /// Half of the interval; nil of a single value.
  package var margin: Double?

  package init(_ values: [Double]) {
    let count = Double(values.count)
    let mean = values.isEmpty ? 0 : values.reduce(0, +) / count
    self.mean = mean
    guard values.count > 1 else {
      margin = nil
      return
    }
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    margin = Self.quantile(values.count - 1) * (variance / count).squareRoot()
  }

  /// The difference of two policies over the same viewers: what differs between viewers falls out.
  package init(of left: [Double], minus right: [Double]) { self.init(zip(left, right).map { $0 - $1 }) }

  /// Whether it differs from 0 beyond doubt.
  package var isSignificant: Bool { margin.map { abs(mean) > $0 } ?? false }

  /// Student's t for 95 %, two-sided.
  private static func quantile(_ degrees: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
      2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ]
    if degrees <= table.count { return table[max(0, degrees - 1)] }
    // Hill's expansion around the normal distribution's quantile.
    let z = 1.959_963_985
    let n = Double(degrees)
    return z + (pow(z, 3) + z) / (4 * n) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n)
  }
}
