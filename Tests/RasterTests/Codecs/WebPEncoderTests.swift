import Basics
import Raster
import Support
import Testing

@Suite("Writing WebP")
struct WebPEncoderTests {
  private func picture(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Bitmap {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<(width * height) { bytes += [UInt8.random(in: 0...255, using: &random), 40, 200, 255] }
    return Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes) ?? Bitmap(clear: .zero)
  }

  /// Returns a file with one image.
  private func file(_ chunk: [UInt8]) -> [UInt8] {
    let size = chunk.count + 4
    return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + "WEBP".utf8 + chunk
  }

  @Test("a part of an image that is kept exactly is read back unchanged")
  func lossless() throws {
    let whole = picture(37, 23)
    let area = PixelRect(x: 5, y: 4, width: 20, height: 11)
    let decoded = try ImageDecoder.decode(file(WebPEncoder.chunk(of: whole, in: area, quality: .lossless))).bitmap
    #expect(decoded.size == PixelSize(width: 20, height: 11))
    for row in 0..<11 {
      let start = (row + 4) * whole.stride + 5 * 4
      #expect(decoded.bytes[(row * 80)..<(row * 80 + 80)] == whole.bytes[start..<(start + 80)])
    }
  }

  @Test("a lossy one is nearly right, and the same bytes every time")
  func lossy() throws {
    let flat =
      Bitmap(
        width: 64, height: 64, format: .bgraPremultiplied,
        bytes: Array(
          repeating: [30, 90, 160, 255], count: 4096
        ).flatMap { $0 }) ?? Bitmap(clear: .zero)
    let chunk = try WebPEncoder.chunk(of: flat, in: PixelRect(flat.size), quality: .lossy(75))
    #expect(try WebPEncoder.chunk(of: flat, in: PixelRect(flat.size), quality: .lossy(75)) == chunk)
    let decoded = try ImageDecoder.decode(file(chunk)).bitmap
    #expect(zip(decoded.bytes, flat.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 8 })
  }

  @Test(
    "colors come through planes of an odd size, too",
    arguments: [[0, 0, 0], [255, 255, 255], [0, 0, 255], [0, 255, 0], [255, 0, 0], [12, 140, 77]] as [[UInt8]])
  func colors(color: [UInt8]) throws {
    let bytes = Array(repeating: color + [255], count: 17 * 9).flatMap { $0 }
    let flat = try #require(Bitmap(width: 17, height: 9, format: .bgraPremultiplied, bytes: bytes))
    let chunk = try WebPEncoder.chunk(of: flat, in: PixelRect(flat.size), quality: .lossy(100))
    let decoded = try ImageDecoder.decode(file(chunk)).bitmap
    #expect(zip(decoded.bytes, flat.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
  }

  @Test("anything that is not a part of the image, or too large for the format, is refused")
  func refused() {
    let small = picture(4, 4)
    for area in [PixelRect(x: 0, y: 0, width: 0, height: 4), PixelRect(x: 2, y: 0, width: 3, height: 1)] {
      #expect(throws: ImageError.self) { try WebPEncoder.chunk(of: small, in: area, quality: .lossless) }
    }
    let long = Bitmap(clear: PixelSize(width: 16_384, height: 1))
    #expect(throws: ImageError.self) {
      try WebPEncoder.chunk(of: long, in: PixelRect(long.size), quality: .lossless)
    }
  }

  @Test("an animation's header and frames are those of the container's specification")
  func container() throws {
    let frame = AnimatedWebP.Frame(
      area: PixelRect(x: 2, y: 6, width: 3, height: 1), duration: 0x010203, chunk: [1, 2, 3, 4])
    var expected = Array("ANMF".utf8)
    // The chunk's length; left and top in units of two pixels; width and height minus 1; milliseconds; no blending.
    expected += [20, 0, 0, 0, 1, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 3, 2, 1, 2]
    expected += [1, 2, 3, 4]
    #expect(frame.bytes == expected)
    let header = try #require(AnimatedWebP(size: PixelSize(width: 750, height: 1334)).header(frames: 28))
    expected = Array("RIFF".utf8) + [64, 0, 0, 0]
    expected += Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0, 0xED, 2, 0, 0x35, 5, 0]
    expected += Array("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 255, 0, 0]
    #expect(header == expected)
    #expect(header.count + 28 == 64 + 8)
    #expect(AnimatedWebP(size: PixelSize(width: 2, height: 2)).header(frames: 1 << 32) == nil)
  }

  @Test("an animation is recognized as one")
  func recognised() throws {
    let bitmap = picture(8, 8)
    let chunk = try WebPEncoder.chunk(of: bitmap, in: PixelRect(bitmap.size), quality: .lossless)
    let frame = AnimatedWebP.Frame(area: PixelRect(bitmap.size), duration: 40, chunk: chunk)
    let header = try #require(AnimatedWebP(size: bitmap.size).header(frames: frame.bytes.count))
    #expect(throws: ImageError.unsupported("animated WebP")) { try ImageDecoder.decode(header + frame.bytes) }
  }

  @Test("areas are moved to even pixels without losing any")
  func aligned() {
    let aligned = AnimatedWebP.Frame.aligned(PixelRect(x: 3, y: 4, width: 5, height: 6))
    #expect(aligned == PixelRect(x: 2, y: 4, width: 6, height: 6))
  }
}
