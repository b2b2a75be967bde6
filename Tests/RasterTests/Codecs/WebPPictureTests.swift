import Basics
import Raster
import Support
import Testing

@Suite("Pictures kept as WebP")
struct WebPPictureTests {
  /// Returns noise with every alpha value, in the painter's format.
  private func noise(_ width: Int, _ height: Int) throws -> Bitmap {
    var random = SplitMix64(seed: 7)
    var bytes: [UInt8] = []
    for pixel in 0..<(width * height) {
      let alpha = UInt8(truncatingIfNeeded: pixel)
      bytes += (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
    return try #require(Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes))
  }

  private func flat(_ color: [UInt8], _ width: Int, _ height: Int) throws -> Bitmap {
    let bytes = Array([[UInt8]](repeating: color + [255], count: width * height).joined())
    return try #require(Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes))
  }

  @Test("a lossless one has the pixels of the PNG, but for colors that are transparent")
  func lossless() throws {
    let bitmap = try noise(64, 40)
    let (webp, png) = try (WebPEncoder.picture(bitmap, .lossless), PNGEncoder().encode(bitmap, scale: 1))
    let (found, expected) = try (ImageDecoder.decodeExactly(webp), ImageDecoder.decodeExactly(png))
    #expect(found.size == expected.size)
    for at in stride(from: 0, to: expected.bytes.count, by: 4) where expected.bytes[at + 3] != 0 {
      #expect(found.bytes[at..<at + 4] == expected.bytes[at..<at + 4])
    }
    #expect(stride(from: 3, to: found.bytes.count, by: 4).allSatisfy { found.bytes[$0] == expected.bytes[$0] })
  }

  @Test("a lossy one keeps transparency exactly")
  func alpha() throws {
    let bitmap = try noise(64, 40)
    let found = try ImageDecoder.decodeExactly(WebPEncoder.picture(bitmap, .lossy(50)))
    #expect(stride(from: 3, to: found.bytes.count, by: 4).allSatisfy { found.bytes[$0] == bitmap.bytes[$0] })
  }

  @Test("a lossy one keeps white, black and a gray exactly", arguments: [0, 128, 255] as [UInt8])
  func grays(gray: UInt8) throws {
    let found = try ImageDecoder.decodeExactly(WebPEncoder.picture(flat([gray, gray, gray], 50, 30), .lossy(90)))
    #expect(found.bytes.allSatisfy { $0 == gray || $0 == 255 })
  }

  @Test("anything that is transparent next to a color does not change it")
  func corner() throws {
    var bitmap = try flat([40, 40, 220], 48, 48)
    for row in 0..<24 {
      for byte in (row * bitmap.stride)..<(row * bitmap.stride + 24 * 4) { bitmap.bytes[byte] = 0 }
    }
    let found = try ImageDecoder.decodeExactly(WebPEncoder.picture(bitmap, .lossy(90)))
    for at in stride(from: 0, to: found.bytes.count, by: 4) where found.bytes[at + 3] != 0 {
      #expect(zip(found.bytes[at..<at + 3], [220, 40, 40]).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
    }
  }

  @Test("every thread writes the same bytes", arguments: [.lossless, .lossy(90)] as [WebPEncoder.Quality])
  func threads(quality: WebPEncoder.Quality) async throws {
    let bitmap = try noise(90, 70)
    let first = try WebPEncoder.picture(bitmap, quality)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try WebPEncoder.picture(bitmap, quality) } }
      for try await bytes in group { #expect(bytes == first) }
    }
  }

  @Test("one that is taller than the format allows is refused by its name")
  func tall() throws {
    let bitmap = Bitmap(clear: PixelSize(width: 1, height: 16_384))
    let error = ImageError.unencodable(.webp, bitmap.size)
    #expect(throws: error) { try WebPEncoder.picture(bitmap, .lossless) }
    #expect(error.message == "WebP can't store an image of 1 × 16384 pixels" && error.hint?.contains("PNG") == true)
  }
}
