import Pixels
import Raster

/// A photo: its header, what decoding takes, decoding whole and reduced, and exactly, as for a comparison.
enum PictureTarget {
  /// Bytes that decoding one input may take; what says that it takes more is not decoded, as under a budget.
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
