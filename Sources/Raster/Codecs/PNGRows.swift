import Pixels

/// A bitmap's pixels as the uncompressed stream of a PNG: every row filtered, its filter's number in front.
struct PNGRows {
  let bitmap: Bitmap
  /// Three where nothing is transparent, else four.
  let bytesPerPixel: Int

  init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    bytesPerPixel = bitmap.isOpaque ? 3 : 4
  }

  /// Bytes of a row without its filter's number.
  private var rowCount: Int { bitmap.width * bytesPerPixel }

  /// Nil when the byte count overflows.
  func filtered() -> [UInt8]? {
    let (count, overflow) = (rowCount + 1).multipliedReportingOverflow(by: bitmap.height)
    guard !overflow, count > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      bitmap.bytes.withUnsafeBufferPointer { pixels in
        guard let pixels = pixels.baseAddress else { return }
        filter(pixels, into: start)
      }
      initialized = count
    }
  }

  private func filter(_ pixels: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>) {
    let lead = bytesPerPixel
    // This row, the one above, and a candidate; a pixel of zeros before each.
    let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * (lead + rowCount))
    scratch.initialize(repeating: 0, count: 3 * (lead + rowCount))
    defer { scratch.deallocate() }
    var row = scratch + lead
    var above = row + rowCount + lead
    let candidate = above + rowCount + lead
    for y in 0..<bitmap.height {
      unpack(pixels + y * bitmap.stride, into: row)
      choose(row, above: above, candidate, into: target + y * (rowCount + 1))
      swap(&row, &above)
    }
  }

  /// One row to straight R, G, B(, A).
  private func unpack(_ pixels: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>) {
    let red = bitmap.format == .rgba ? 0 : 2
    let blue = 2 - red
    if bytesPerPixel == 3 {
      for x in 0..<bitmap.width {
        row[x * 3] = pixels[x * 4 + red]
        row[x * 3 + 1] = pixels[x * 4 + 1]
        row[x * 3 + 2] = pixels[x * 4 + blue]
      }
      return
    }
    let isStraight = bitmap.format == .rgba
    AlphaArithmetic.straightColors.withUnsafeBufferPointer { table in
      for x in stride(from: 0, to: rowCount, by: 4) {
        let alpha = pixels[x + 3]
        // The table's last part, alpha 255, is the identity.
        let colors = isStraight || alpha == 255 ? 255 << 8 : Int(alpha) << 8
        row[x] = table[colors | Int(pixels[x + red])]
        row[x + 1] = table[colors | Int(pixels[x + 1])]
        row[x + 2] = table[colors | Int(pixels[x + blue])]
        row[x + 3] = alpha
      }
    }
  }

  /// Rows of text and drawings stay unfiltered: their few colours repeat as they are, and a filter breaks the repetition
  /// up (files a fifth larger). Others get the filter with the smallest sum of magnitudes, the PNG specification's rule
  /// of thumb (12.7).
  private func choose(
    _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, _ candidate: UnsafeMutablePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    guard !isDrawn(row) else {
      target[0] = PNGFilter.none.rawValue
      (target + 1).update(from: row, count: rowCount)
      return
    }
    var best = UInt32.max
    for filter in PNGFilter.allCases {
      let sum = filter.apply(
        to: row, above: above, count: rowCount, bytesPerPixel: bytesPerPixel, into: candidate)
      guard sum < best else { continue }
      best = sum
      target[0] = filter.rawValue
      (target + 1).update(from: candidate, count: rowCount)
    }
  }

  /// Most bytes are those of the pixel before, and where they change they jump. Flat parts of photos change softly.
  private func isDrawn(_ row: UnsafePointer<UInt8>) -> Bool {
    let left = row - bytesPerPixel
    var changes: UInt32 = 0
    var jumps: UInt32 = 0
    for i in 0..<rowCount {
      let change = row[i] &- left[i]
      changes &+= change == 0 ? 0 : 1
      jumps &+= UInt32(min(change, 0 &- change))
    }
    return changes < rowCount / 2 && jumps >= changes &* 16
  }
}
