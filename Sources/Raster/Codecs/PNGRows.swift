import CPixelLoops
import Foundation
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

  /// Bytes of the stream; nil when they overflow.
  var byteCount: Int? {
    let (count, overflow) = (rowCount + 1).multipliedReportingOverflow(by: bitmap.height)
    return overflow || count <= 0 ? nil : count
  }

  /// What `filter` needs beside its target: this row and the one above, a pixel of zeros before each.
  var scratchCount: Int { 2 * (bytesPerPixel + rowCount) }

  /// Writes the stream's `byteCount` bytes; gives the number of rows that were filtered, which are those of photos.
  func filter(into target: UnsafeMutablePointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>) -> Int {
    scratch.initialize(repeating: 0, count: scratchCount)
    var row = scratch + bytesPerPixel
    var above = row + rowCount + bytesPerPixel
    var filtered = 0
    var last = PNGFilter.none
    bitmap.bytes.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for y in 0..<bitmap.height {
        unpack(pixels + y * bitmap.stride, into: row)
        let target = target + y * (rowCount + 1)
        let filter = choose(for: row, above: above, last: last)
        last = filter
        target[0] = filter.rawValue
        filter.apply(to: row, above: above, count: rowCount, bytesPerPixel: bytesPerPixel, into: target + 1)
        if filter != .none { filtered += 1 }
        swap(&row, &above)
      }
    }
    return filtered
  }

  /// Rows of text and drawings stay unfiltered: their few colours repeat as they are, and a filter breaks the repetition
  /// up (files a fifth larger).
  private func choose(for row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, last: PNGFilter) -> PNGFilter {
    // Half of a text's rows are blank: one like the other.
    if memcmp(row, above, rowCount) == 0 { return last == .none ? .none : .up }
    let costs = PNGFilterCosts(of: row, above: above, count: rowCount, bytesPerPixel: bytesPerPixel)
    return costs.isDrawn ? .none : costs.smallest
  }

  /// One row to straight R, G, B(, A).
  private func unpack(_ pixels: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>) {
    switch (bitmap.format, bytesPerPixel) {
    case (.rgba, 4): row.update(from: pixels, count: rowCount)
    case (.bgraPremultiplied, 3): fp_pixels_pack(pixels, bitmap.width, row)
    case (.bgraPremultiplied, _): unpackStraightened(pixels, into: row)
    case (.rgba, _):
      for x in 0..<bitmap.width {
        for channel in 0..<3 { row[x * 3 + channel] = pixels[x * 4 + channel] }
      }
    }
  }

  private func unpackStraightened(_ pixels: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>) {
    fp_pixels_exchange(pixels, bitmap.width, row)
    // Transparency is rare: a card's corners.
    guard !fp_pixels_opaque(pixels, bitmap.width) else { return }
    AlphaArithmetic.straightColors.withUnsafeBufferPointer { table in
      for x in stride(from: 0, to: rowCount, by: 4) where row[x + 3] != 255 {
        let colors = Int(row[x + 3]) << 8
        for channel in x..<x + 3 { row[channel] = table[colors | Int(row[channel])] }
      }
    }
  }
}
