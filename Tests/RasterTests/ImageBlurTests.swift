import Basics
import Raster
import Testing

/// Images blurred beyond recognition.
struct ImageBlurTests {
  private func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Bitmap? {
    Bitmap(
      width: width, height: height, format: .bgraPremultiplied,
      bytes: (0..<height).flatMap { y in (0..<width).flatMap { pixel($0, y) } })
  }

  @Test("a thumbnail has the image's proportions, and a pixel at least")
  func thumbnail() {
    #expect(ImageBlur.thumbnail(ofWidth: 718, height: 479) == PixelSize(width: 48, height: 32))
    #expect(ImageBlur.thumbnail(ofWidth: 100, height: 1000) == PixelSize(width: 5, height: 48))
    #expect(ImageBlur.thumbnail(ofWidth: 10_000, height: 1) == PixelSize(width: 48, height: 1))
  }

  @Test("one color stays what it is, to the edges")
  func plain() throws {
    let small = try #require(bitmap(48, 32) { _, _ in [10, 200, 90, 255] })
    let blurred = ImageBlur.blurred(small, width: 90, height: 60)
    #expect(blurred == bitmap(90, 60) { _, _ in [10, 200, 90, 255] })
  }

  @Test("black and white stripes are a gray in which none can be distinguished from the next")
  func stripes() throws {
    let small = try #require(bitmap(48, 48) { x, _ in x / 2 % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] })
    let blurred = ImageBlur.blurred(small, width: 96, height: 96)
    // Away from the edges, where fewer stripes are averaged.
    let row = (24..<72).map { blurred.bytes[(48 * 96 + $0) * 4] }
    #expect(row.allSatisfy { abs(Int($0) - 127) <= 4 })
    #expect(stride(from: 3, to: blurred.bytes.count, by: 4).allSatisfy { blurred.bytes[$0] == 255 })
  }

  @Test("the same image gives the same bytes")
  func deterministic() throws {
    let small = try #require(bitmap(48, 20) { x, y in [UInt8(x * 5), UInt8(y * 12), UInt8((x * y) % 256), 255] })
    #expect(ImageBlur.blurred(small, width: 300, height: 125) == ImageBlur.blurred(small, width: 300, height: 125))
  }

  @Test("an image that is contained stands whole in the middle of nothing")
  func fit() throws {
    let wide = try #require(bitmap(4, 2) { _, _ in [1, 2, 3, 255] })
    let fitted = Resampler.fit(wide, width: 8, height: 8)
    #expect((fitted.width, fitted.height) == (8, 8))
    let alphas = (0..<8).map { fitted.bytes[($0 * 8 + 4) * 4 + 3] }
    #expect(alphas == [0, 0, 255, 255, 255, 255, 0, 0])
  }
}
