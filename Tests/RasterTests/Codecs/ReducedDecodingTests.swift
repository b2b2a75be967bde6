import Basics
import Raster
import Testing

@Suite("Decoding at a reduced size")
struct ReducedDecodingTests {
  @Test("a reduced JPEG has the pixels another decoder's DCT scaling gives", arguments: 0..<6)
  func reduced(index: Int) throws {
    let expected = CodecFixtures.expected.reduced[index]
    let target = PixelSize(width: expected.width, height: expected.height)
    let image = try ImageDecoder.decode(CodecFixtures.bytes(expected.name), covering: target)
    let bitmap = CodecFixtures.bitmap(expected.width, expected.height, expected.rgba)
    #expect(try #require(largestDifference(image.bitmap, bitmap)) <= 2)
    #expect(image.fullSize == PixelSize(width: 64, height: 48))
  }

  @Test(
    "the smallest eighth that covers the target on both axes is taken, but never seven",
    arguments: [
      // 64 × 48 in eighths: 8 × 6, 16 × 12, 24 × 18, 32 × 24, 40 × 30, …
      (1, 1, 1), (8, 6, 1), (9, 6, 2), (8, 7, 2), (17, 1, 3), (24, 18, 3), (33, 1, 5), (1, 25, 5), (48, 36, 6),
      (49, 36, 8),
      (64, 48, 8), (100, 10, 8),
    ])
  func eighths(width: Int, height: Int, eighths: Int) {
    let target = PixelSize(width: width, height: height)
    #expect(JPEGCodec.eighths(of: PixelSize(width: 64, height: 48), covering: target) == eighths)
  }

  @Test("a turned JPEG is reduced to what covers the target upright", arguments: 5...8)
  func turned(orientation: Int) throws {
    // Stored as 21 × 13, shown as 13 × 21: four eighths (7 × 11) are one pixel too narrow for 8, five suffice.
    let bytes = CodecFixtures.bytes("orientation-\(orientation).jpg")
    let image = try ImageDecoder.decode(bytes, covering: PixelSize(width: 8, height: 11))
    #expect(image.bitmap.size == PixelSize(width: 9, height: 14))
    #expect(image.fullSize == PixelSize(width: 13, height: 21))
  }

  @Test("a large WebP is brought down to twice the target, a smaller one not at all")
  func webp() throws {
    let bytes = CodecFixtures.bytes("large.webp")
    let small = try ImageDecoder.decode(bytes, covering: PixelSize(width: 20, height: 10))
    #expect(small.bitmap.size == PixelSize(width: 40, height: 32))
    #expect(small.fullSize == PixelSize(width: 120, height: 96))
    let full = try ImageDecoder.decode(bytes, covering: PixelSize(width: 50, height: 40))
    #expect(full.bitmap.size == PixelSize(width: 120, height: 96))
    let averaged = Resampler.scale(full.bitmap, toWidth: 40, height: 32)
    let differences = zip(averaged.bytes, small.bitmap.bytes).map { abs(Int($0) - Int($1)) }
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 3)
  }
}
