import Basics
import Files
import Raster
import Support
import Testing

@Suite("Encoding PNG")
struct PNGEncoderTests {
  @Test("anything that is encoded decodes to the same bitmap", arguments: 0..<40)
  func roundTrip(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let bitmap = try #require(randomBitmap(&numbers))
    let png = try PNGEncoder(level: 1 + seed % 12).encode(bitmap, scale: 2)
    let decoded = try ImageDecoder.decode(png)
    #expect(decoded.bitmap == bitmap)
    #expect(decoded.notes == [])
  }

  @Test("a bitmap with straight alpha is written unchanged")
  func straight() throws {
    let bytes: [UInt8] = [200, 100, 50, 128, 9, 8, 7, 255]
    let bitmap = try #require(Bitmap(width: 2, height: 1, format: .rgba, bytes: bytes))
    let decoded = try ImageDecoder.decode(PNGEncoder().encode(bitmap, scale: 1))
    #expect(decoded.bitmap == bitmap.converted(to: .bgraPremultiplied))
  }

  @Test("opaque bitmaps become RGB, others RGBA", arguments: [(UInt8(255), UInt8(2)), (254, 6)])
  func colorType(alpha: UInt8, type: UInt8) throws {
    let bytes = [UInt8](repeating: 255, count: 12) + [1, 2, 3, alpha]
    let bitmap = try #require(Bitmap(width: 2, height: 2, format: .bgraPremultiplied, bytes: bytes))
    let png = try PNGEncoder().encode(bitmap, scale: 1)
    #expect(png[24] == 8)
    #expect(png[25] == type)
  }

  @Test(
    "the physical size is 72 dots an inch times the scale",
    // 72 / 0.0254 = 2834.65, 5669.29, 8503.94 pixels per meter.
    arguments: [(1.0, 2835), (2, 5669), (3, 8504)])
  func physicalSize(scale: Double, perMeter: Int) throws {
    let chunks = chunks(of: try PNGEncoder().encode(single, scale: scale))
    let density = [
      UInt8(perMeter >> 24), UInt8(perMeter >> 16 & 255), UInt8(perMeter >> 8 & 255), UInt8(perMeter & 255),
    ]
    #expect(chunks.first { $0.name == "pHYs" }?.payload == density + density + [1])
  }

  @Test("a file has exactly the chunks it needs, and no date")
  func chunkList() throws {
    let chunks = chunks(of: try PNGEncoder().encode(single, scale: 1))
    #expect(chunks.map(\.name) == ["IHDR", "sRGB", "pHYs", "IDAT", "IEND"])
    // CRC-32 of "IEND", as in every PNG.
    #expect(try PNGEncoder().encode(single, scale: 1).suffix(4) == [0xAE, 0x42, 0x60, 0x82])
  }

  @Test("the same bitmap gives the same bytes")
  func repeatable() throws {
    var numbers = SplitMix64(seed: 3)
    let bitmap = try #require(randomBitmap(&numbers))
    #expect(try PNGEncoder().encode(bitmap, scale: 2) == PNGEncoder().encode(bitmap, scale: 2))
  }

  @Test(
    "photos are compressed faster than text, those without alpha fastest",
    arguments: [(3, 100, 1), (4, 100, 2), (3, 40, 2), (4, 40, 2), (3, 10, 3), (4, 0, 3)])
  func level(bytesPerPixel: Int, filtered: Int, level: Int) {
    let alpha: UInt8 = bytesPerPixel == 3 ? 255 : 254
    let bytes = [UInt8](repeating: alpha, count: 400)
    let bitmap = Bitmap(width: 1, height: 100, format: .bgraPremultiplied, bytes: bytes) ?? Bitmap(clear: .zero)
    #expect(PNGEncoder.level(of: PNGRows(bitmap), filtered: filtered) == level)
  }

  /// How an earlier file differs from the one that would be written.
  enum Earlier: CaseIterable { case same, pixel, scale, cut, empty }

  @Test(
    "a file of the same image is the answer, and nothing is compressed; any other one is not",
    arguments: Earlier.allCases)
  func earlier(other: Earlier) throws {
    var bytes = [UInt8](repeating: 255, count: 1600)
    for place in 0..<1600 where place % 4 < 3 { bytes[place] = UInt8(place / 7 % 251) }
    let bitmap = try #require(Bitmap(width: 20, height: 20, format: .bgraPremultiplied, bytes: bytes))
    var before = bitmap
    if other == .pixel { before.bytes[800] ^= 1 }
    let encoder = PNGEncoder()
    var file = try encoder.encode(before, scale: other == .scale ? 1 : 2)
    if other == .cut { file.removeLast(40) }
    if other == .empty { file = [] }
    let tally = WorkTally()
    let found = try WorkTally.$current.withValue(tally) { try encoder.encode(bitmap, scale: 2, earlier: file) }
    #expect(try found == encoder.encode(bitmap, scale: 2))
    #expect(tally[.compressedPicture] == (other == .same ? 0 : 1))
  }

  @Test("a bitmap without pixels is refused")
  func empty() {
    let none = Bitmap(clear: PixelSize(width: 0, height: 4))
    #expect(throws: ImageError.unencodable(.png, none.size)) { try PNGEncoder().encode(none, scale: 1) }
  }

  private var single: Bitmap { Bitmap(clear: PixelSize(width: 1, height: 1)) }

  /// Returns runs of flat color, noise, and rows like the one above, with or without alpha.
  private func randomBitmap(_ numbers: inout SplitMix64) -> Bitmap? {
    let (width, height) = (Int.random(in: 1...40, using: &numbers), Int.random(in: 1...20, using: &numbers))
    let isOpaque = Bool.random(using: &numbers)
    var bytes: [UInt8] = []
    for y in 0..<height {
      if y > 0, Int.random(in: 0..<3, using: &numbers) == 0 {
        bytes += bytes.suffix(width * 4)
        continue
      }
      let isFlat = Bool.random(using: &numbers)
      var pixel: [UInt8] = []
      for x in 0..<width {
        if !isFlat || x == 0 {
          let alpha =
            isOpaque ? 255 : [0, 1, 255, UInt8.random(in: 0...255, using: &numbers)].randomElement(using: &numbers)
          pixel = (0..<3).map { _ in UInt8.random(in: 0...(alpha ?? 255), using: &numbers) } + [alpha ?? 255]
        }
        bytes += pixel
      }
    }
    return Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes)
  }

  private func chunks(of png: [UInt8]) -> [(name: String, payload: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var position = 8
    while position + 12 <= png.count {
      let length = png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: png[position + 4..<position + 8], as: UTF8.self)
      chunks.append((name, Array(png[position + 8..<position + 8 + length])))
      position += 12 + length
    }
    return chunks
  }
}
