import CPixelLoops
import Pixels

/// The two passes over the pixels, for one row of the result after the other: the source's rows into one of its width,
/// then that row's columns.
///
/// Between them stands a single row of 16-bit values with six binary places, neither rounded to bytes nor clamped. All
/// values fit: weights add up to one, their magnitudes to less than two, so a sum stays below 2 · 255 · 2⁶ · 2¹⁴ < 2³¹.
struct ResamplingPasses {
  let columns: ResamplingAxis
  let rows: ResamplingAxis

  /// Pixels that the second pass takes at a time.
  private static let quad = 4

  /// Nil when the sizes overflow.
  func run(on bitmap: Bitmap, to target: PixelSize) -> Bitmap? {
    // Only the columns that the second pass reads.
    let needed = columns.sourceRange
    let pairs = PairedWeights(columns, from: needed.lowerBound)
    let padded = needed.count + 2 * ResamplingPasses.quad + pairs.quads * ResamplingPasses.quad
    var row = [Int16](repeating: 0, count: padded * 4)
    return Bitmap.filled(target) { pixels in
      row.withUnsafeMutableBufferPointer { row in
        bitmap.bytes.withUnsafeBufferPointer { source in
          rows.weights.withUnsafeBufferPointer { weights in
            guard let row = row.baseAddress, let source = source.baseAddress, let weights = weights.baseAddress else {
              return
            }
            for (y, first) in rows.starts.enumerated() {
              fp_merge_rows(
                source + first * bitmap.stride + needed.lowerBound * 4, bitmap.stride, needed.count,
                weights + y * rows.taps, rows.taps, row)
              pairs.merge(row, into: pixels + y * target.width * 4)
            }
          }
        }
      }
    }?.bitmap
  }
}

/// The weights of the columns as the loop over a row wants them: from an even pixel on, by fours, each pair of pixels for
/// the four channels.
private struct PairedWeights {
  let quads: Int
  private var starts: [UInt32] = []
  private var weights: [Int16]

  /// - Parameter origin: The source's column that the row begins with.
  init(_ axis: ResamplingAxis, from origin: Int) {
    let begins = axis.starts.map { ($0 - origin) & ~1 }
    // An odd start takes a pixel more.
    quads = (axis.taps + 1 + 3) / 4
    weights = [Int16](repeating: 0, count: begins.count * quads * 16)
    for (index, begin) in begins.enumerated() {
      starts.append(UInt32(truncatingIfNeeded: begin))
      let lead = axis.starts[index] - origin - begin
      for tap in 0..<axis.taps {
        let place = lead + tap
        let first = (index * quads * 2 + place / 2) * 8 + place % 2
        for channel in 0..<4 { weights[first + channel * 2] = axis.weights[index * axis.taps + tap] }
      }
    }
  }

  /// One row of the result.
  func merge(_ row: UnsafePointer<Int16>, into target: UnsafeMutablePointer<UInt8>) {
    starts.withUnsafeBufferPointer { starts in
      weights.withUnsafeBufferPointer { weights in
        fp_merge_columns(row, starts.baseAddress, weights.baseAddress, quads, starts.count, target)
      }
    }
  }
}
