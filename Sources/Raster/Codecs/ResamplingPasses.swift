import Pixels

/// The two passes over the pixels: rows of the source to the new width, then those to the new height.
///
/// Between them stand 16-bit values with six binary places, neither rounded to bytes nor clamped. All values fit:
/// weights add up to one, their magnitudes to less than two, so a sum stays below 2 · 255 · 2⁶ · 2¹⁴ < 2³¹.
struct ResamplingPasses {
  let columns: ResamplingAxis
  let rows: ResamplingAxis

  /// Binary places of the values between the passes.
  private static let places = 6
  /// Channel values that the second pass takes at a time.
  private static let block = 16

  /// Nil when the sizes overflow.
  func run(on bitmap: Bitmap, to target: PixelSize) -> Bitmap? {
    let needed = rows.sourceRange
    let stride = target.width * 4
    guard let count = Bitmap.byteCount(width: target.width, height: needed.count) else { return nil }
    // Only the rows that the second pass reads.
    let narrowed = [Int16](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      bitmap.bytes.withUnsafeBytes { source in
        for (index, y) in needed.enumerated() {
          let row = UnsafeRawBufferPointer(rebasing: source[y * bitmap.stride..<(y + 1) * bitmap.stride])
          narrow(row, into: start + index * stride)
        }
      }
      initialized = count
    }
    return Bitmap.filled(target) { pixels in
      narrowed.withUnsafeBytes { narrowed in
        for y in 0..<target.height {
          let first = (rows.starts[y] - needed.lowerBound) * stride * 2
          merge(narrowed, from: first, weightsAt: y * rows.taps, into: pixels + y * stride, count: stride)
          limitColors(pixels + y * stride, count: stride)
        }
      }
    }?.bitmap
  }

  /// One row to the new width.
  private func narrow(_ source: UnsafeRawBufferPointer, into target: UnsafeMutablePointer<Int16>) {
    let shift = Int32(ResamplingAxis.weightBits - ResamplingPasses.places)
    let half = SIMD4<Int32>(repeating: 1 << (shift - 1))
    columns.weights.withUnsafeBufferPointer { weights in
      for (x, start) in columns.starts.enumerated() {
        var sum = half
        for tap in 0..<columns.taps {
          let pixel = source.loadUnaligned(fromByteOffset: (start + tap) * 4, as: SIMD4<UInt8>.self)
          sum &+= SIMD4<Int32>(truncatingIfNeeded: pixel) &* Int32(weights[x * columns.taps + tap])
        }
        let value = SIMD4<Int16>(truncatingIfNeeded: sum &>> shift)
        UnsafeMutableRawPointer(target + x * 4).storeBytes(of: value, as: SIMD4<Int16>.self)
      }
    }
  }

  /// One row of the result out of `rows.taps` rows between the passes, the first at byte `first`.
  private func merge(
    _ source: UnsafeRawBufferPointer, from first: Int, weightsAt weight: Int, into target: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    let shift = Int32(ResamplingAxis.weightBits + ResamplingPasses.places)
    let half = Int32(1) << (shift - 1)
    rows.weights.withUnsafeBufferPointer { weights in
      let whole = count - count % ResamplingPasses.block
      for x in stride(from: 0, to: whole, by: ResamplingPasses.block) {
        var sum = SIMD16<Int32>(repeating: half)
        for tap in 0..<rows.taps {
          let values = source.loadUnaligned(fromByteOffset: first + (tap * count + x) * 2, as: SIMD16<Int16>.self)
          sum &+= SIMD16<Int32>(truncatingIfNeeded: values) &* Int32(weights[weight + tap])
        }
        let value = (sum &>> shift).clamped(lowerBound: .zero, upperBound: SIMD16(repeating: 255))
        UnsafeMutableRawPointer(target + x).storeBytes(
          of: SIMD16<UInt8>(truncatingIfNeeded: value), as: SIMD16<UInt8>.self)
      }
      for x in whole..<count {
        var sum = half
        for tap in 0..<rows.taps {
          let value = source.loadUnaligned(fromByteOffset: first + (tap * count + x) * 2, as: Int16.self)
          sum &+= Int32(value) &* Int32(weights[weight + tap])
        }
        target[x] = UInt8(min(255, max(0, sum >> shift)))
      }
    }
  }

  /// The filter overshoots at hard edges; a premultiplied colour never exceeds its alpha.
  private func limitColors(_ row: UnsafeMutablePointer<UInt8>, count: Int) {
    for x in stride(from: 0, to: count, by: 4) where row[x + 3] != 255 {
      let alpha = row[x + 3]
      row[x] = min(row[x], alpha)
      row[x + 1] = min(row[x + 1], alpha)
      row[x + 2] = min(row[x + 2], alpha)
    }
  }
}
