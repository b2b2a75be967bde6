import Basics
import Raster
import Support
import Testing

@Suite("Frames of animations")
struct ImageAnimationTests {
  private func frames(_ bytes: [UInt8]) throws -> [AnimationFrame] {
    var frames: [AnimationFrame] = []
    try ImageAnimation(bytes).forEachFrame { frame in
      frames.append(frame)
      return true
    }
    return frames
  }

  /// A GIF of 2 × 1 pixels, black and white, with a frame for each delay in hundredths of a second.
  private static func gif(_ delays: UInt8...) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for delay in delays {
      bytes += [0x21, 0xF9, 4, 0, delay, 0, 0, 0]
      // Codes of three bits: clear, 0, 1, end.
      bytes += [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0]
    }
    return bytes + [0x3B]
  }

  @Test("A GIF's frames have its colors and delays")
  func gif() throws {
    let frames = try frames(Self.gif(5, 20))
    #expect(frames.map(\.duration) == [50, 200])
    #expect(frames.map(\.bitmap.bytes) == Array(repeating: [0, 0, 0, 255, 255, 255, 255, 255], count: 2))
    #expect(try ImageAnimation.size(of: Self.gif(5)) == PixelSize(width: 2, height: 1))
  }

  @Test("A GIF that ends early is an error, wherever it ends")
  func brokenGIF() {
    let whole = Self.gif(5, 20)
    for count in 6..<whole.count {
      #expect(throws: ImageError.self) { try frames(Array(whole.prefix(count))) }
    }
  }

  @Test("An animated PNG's frames replace each other")
  func png() throws {
    var png = HandmadePNG(width: 1, height: 1)
    (png.filteredRows, png.furtherFrames, png.frameDuration) = ([0, 7], [[0, 9], [0, 11]], 40)
    let frames = try frames(png.bytes)
    #expect(frames.map { $0.bitmap.bytes[0] } == [7, 9, 11])
    #expect(frames.map(\.duration) == [40, 40, 40])
    #expect(ImageContent(png.bytes).isAnimated)
  }

  @Test("A WebP's frames are all decoded")
  func webp() throws {
    let bytes = CodecFixtures.bytes("animated.webp")
    #expect(ImageContent(bytes).isAnimated)
    #expect(try frames(bytes).count > 1)
  }

  @Test("A still image is a single frame")
  func still() throws {
    #expect(try frames(HandmadePNG(width: 2, height: 2).bytes).count == 1)
  }
}

@Suite("Color definitions")
struct ColorConversionTests {
  private func look(_ old: ColorDefinition, _ new: ColorDefinition, _ a: [UInt8], _ b: [UInt8]) throws -> Bool {
    let (before, after) = (
      try #require(Bitmap(width: 1, height: 1, format: .rgba, bytes: a + [255])),
      try #require(Bitmap(width: 1, height: 1, format: .rgba, bytes: b + [255]))
    )
    let look = try #require(ColorConversion(from: old, to: new)?.look(before: before, after: after))
    return look.differing == 0
  }

  @Test("The same numbers look different in Display P3; converted ones look the same")
  func displayP3() throws {
    let wide = ColorDefinition.coded(primaries: 12, transfer: 13)
    #expect(wide.name == "Display P3")
    #expect(try !look(.standard, wide, [230, 60, 40], [230, 60, 40]))
    // By the matrices of CSS Color 4.
    #expect(try look(.standard, wide, [230, 60, 40], [212, 75, 53]))
    #expect(try look(.standard, wide, [128, 128, 128], [128, 128, 128]))
  }

  @Test("A definition of high dynamic range, and a broken profile, can't be converted")
  func unconvertible() {
    #expect(ColorConversion(from: .standard, to: .coded(primaries: 9, transfer: 16)) == nil)
    #expect(ColorConversion(from: .standard, to: .profile([1, 2, 3])) == nil)
  }
}
