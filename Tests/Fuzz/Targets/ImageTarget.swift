import Basics
import Raster

/// A photo: its header, its decoding cost, and decoding it whole, reduced, and exactly as for a comparison.
enum ImageTarget {
  /// The memory for decoding an input, in bytes. Larger images are not decoded, as with a budget.
  private static let budget = 64 << 20

  static func run(_ input: [UInt8]) throws {
    guard let header = try? ImageDecoder.header(of: input) else {
      try Violation.unless((try? ImageDecoder.decode(input)) == nil, "a picture without a header is decoded")
      return
    }
    for target in [nil, PixelSize(width: 60, height: 40)] {
      guard let need = header.decodingBytes(covering: target), need <= budget else { continue }
      guard let decoded = try? ImageDecoder.decode(input, covering: target) else { continue }
      try Violation.unless(decoded.fullSize == header.size, "the size is \(header.size), then \(decoded.fullSize)")
      let small = Resampler.fill(decoded.bitmap, width: 30, height: 20)
      try Violation.unless(small.width == 30 && small.height == 20, "resampled to \(small.width) × \(small.height)")
    }
    if let area = header.size.area, area <= 4_000_000 { _ = try? ImageDecoder.decodeExactly(input) }
  }
}
