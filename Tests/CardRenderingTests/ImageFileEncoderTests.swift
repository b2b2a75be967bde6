import Basics
import CardRendering
import Drawing
import Raster
import Testing

@Suite("Encodings of cards")
struct ImageFileEncoderTests {
  private let encoder = ImageFileEncoder(photoQuality: 80)

  private func list(_ pictures: [Rect]) -> DisplayList {
    DisplayList(
      size: Size(width: 300, height: 400),
      commands: pictures.map {
        .image(ImageReference(candidates: []), .rectangle($0), placeholder: .solid(.clear))
      })
  }

  @Test("texts, also with an author's and a link's small images, lose nothing")
  func lossless() {
    #expect(encoder.quality(of: list([])) == .lossless)
    let small = [Rect(x: 12, y: 12, width: 40, height: 40), Rect(x: 12, y: 100, width: 72, height: 72)]
    #expect(encoder.quality(of: list(small)) == .lossless)
  }

  @Test("photos are lossy")
  func lossy() {
    #expect(encoder.quality(of: list([Rect(x: 0, y: 100, width: 300, height: 200)])) == .lossy(80))
    let many = (0..<8).map { Rect(x: 0, y: Double($0) * 50, width: 40, height: 40) }
    #expect(encoder.quality(of: list(many)) == .lossy(80))
  }

  @Test("a file is in its variant's encoding", arguments: ImageEncoding.allCases)
  func formats(encoding: ImageEncoding) throws {
    let variant = ImageVariant(width: 300, scale: 1, theme: "light", encoding: encoding)
    let bitmap = Bitmap(clear: PixelSize(width: 8, height: 8))
    let bytes = try encoder.encode(bitmap, encoder.quality(of: list([])), of: variant)
    #expect(ImageFormat(of: bytes) == (encoding == .png ? .png : .webp))
    #expect(try ImageDecoder.decodeExactly(bytes).size == bitmap.size)
  }
}
