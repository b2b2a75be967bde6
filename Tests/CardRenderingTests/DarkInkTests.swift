import Basics
import CardRendering
import Testing

@Suite("Dark ink on transparency")
struct DarkInkTests {
  /// An image of 64 × 64 pixels, `.bgraPremultiplied`, whose left half has a color; the rest is transparent.
  private func image(_ blue: UInt8, _ green: UInt8, _ red: UInt8, side: Int = 64) throws -> Bitmap {
    var bytes: [UInt8] = []
    for _ in 0..<side {
      for column in 0..<side { bytes += column < side / 2 ? [blue, green, red, 255] : [0, 0, 0, 0] }
    }
    return try #require(Bitmap(width: side, height: side, format: .bgraPremultiplied, bytes: bytes))
  }

  @Test("a black drawing is on white, and its ink is unchanged")
  func black() throws {
    let shown = try image(0, 0, 0).withGroundUnderDarkInk
    #expect(Array(shown.bytes.prefix(4)) == [0, 0, 0, 255])
    #expect(Array(shown.bytes.suffix(4)) == [255, 255, 255, 255])
  }

  @Test("half-transparent ink mixes with white")
  func halfTransparent() throws {
    var drawing = try image(0, 0, 0)
    for channel in 0..<4 { drawing.bytes[channel] = channel == 3 ? 128 : 0 }
    #expect(Array(drawing.withGroundUnderDarkInk.bytes.prefix(4)) == [127, 127, 127, 255])
  }

  @Test("a light or colored drawing, an opaque photo and small images are unchanged")
  func others() throws {
    for other in [try image(255, 255, 255), try image(40, 90, 230), try image(0, 0, 0, side: 40)] {
      #expect(other.withGroundUnderDarkInk == other)
    }
    let opaque = try #require(
      Bitmap(
        width: 64, height: 64, format: .bgraPremultiplied,
        bytes: Array(repeating: [0, 0, 0, 255] as [UInt8], count: 64 * 64).flatMap { $0 }))
    #expect(opaque.withGroundUnderDarkInk == opaque)
  }
}
