import Basics
import Raster
import Testing

@Suite("Decoding images for a comparison")
struct ExactDecodingTests {
  @Test("a PNG keeps its colors where they don't show")
  func clearColors() throws {
    let stored = try #require(Bitmap(width: 2, height: 1, format: .rgba, bytes: [200, 10, 30, 0, 7, 8, 9, 128]))
    #expect(try ImageDecoder.decodeExactly(PNGEncoder().encode(stored, scale: 1)) == stored)
  }

  @Test("other formats come in the same form", arguments: ["baseline-444.jpg", "lossless-alpha.webp", "gray8.png"])
  func format(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    let picture = try ImageDecoder.decodeExactly(bytes)
    #expect(picture.format == .rgba)
    #expect(picture == (try ImageDecoder.decode(bytes)).bitmap.converted(to: .rgba))
  }

  @Test("a file that is cut off is an error, not half an image", arguments: ["rgba8.png", "baseline-420.jpg"])
  func truncated(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    #expect(throws: ImageError.self) { try ImageDecoder.decodeExactly(Array(bytes.dropLast(bytes.count / 3))) }
  }
}
