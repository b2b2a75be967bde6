import Basics
import Raster
import Testing

@Suite("Decoding images")
struct ImageDecoderTests {
  @Test("every JPEG has the pixels another decoder reads", arguments: CodecFixtures.names(".jpg"))
  func jpeg(name: String) throws {
    let image = try ImageDecoder.decode(CodecFixtures.bytes(name))
    let difference = try #require(largestDifference(image.bitmap, CodecFixtures.bitmap(name)))
    #expect(difference <= 2)
    #expect(image.bitmap.isOpaque)
  }

  @Test("every PNG has the pixels another decoder reads", arguments: CodecFixtures.names(".png"))
  func png(name: String) throws {
    let image = try ImageDecoder.decode(CodecFixtures.bytes(name))
    let difference = try #require(largestDifference(image.bitmap, CodecFixtures.bitmap(name)))
    // Sixteen bits may round to either side when they are reduced to eight.
    #expect(difference <= (name.contains("16") ? 1 : 0))
  }

  @Test("every WebP has the pixels another decoder reads", arguments: CodecFixtures.names(".webp"))
  func webp(name: String) throws {
    let image = try ImageDecoder.decode(CodecFixtures.bytes(name))
    let difference = try #require(largestDifference(image.bitmap, CodecFixtures.bitmap(name)))
    #expect(difference == 0)
  }

  @Test("the fixtures are all there")
  func fixtures() {
    #expect(CodecFixtures.names(".jpg").count == 19)
    #expect(CodecFixtures.names(".png").count == 23)
    #expect(CodecFixtures.names(".webp").count == 4)
  }

  @Test(
    "images without a profile or gamma have no notes", arguments: ["baseline-420.jpg", "rgba8.png", "lossy.webp"])
  func noNotes(name: String) throws {
    #expect(try ImageDecoder.decode(CodecFixtures.bytes(name)).notes == [])
  }

  @Test(
    "ignored profiles and gammas are noted",
    arguments: [
      ("profile.jpg", ImageNote.colorProfileIgnored), ("profile.png", .colorProfileIgnored),
      ("gamma.png", .gammaIgnored(1)),
    ])
  func notes(name: String, note: ImageNote) throws {
    #expect(try ImageDecoder.decode(CodecFixtures.bytes(name)).notes == [note])
  }

  @Test("a header gives the size as shown, upright", arguments: 1...8)
  func orientedHeader(orientation: Int) throws {
    let header = try ImageDecoder.header(of: CodecFixtures.bytes("orientation-\(orientation).jpg"))
    #expect(header.orientation.rawValue == orientation)
    #expect(header.storedSize == PixelSize(width: 21, height: 13))
    #expect(header.size == (orientation < 5 ? PixelSize(width: 21, height: 13) : PixelSize(width: 13, height: 21)))
  }

  @Test(
    "the orientation puts the stored corners where EXIF says",
    arguments: zip(1...8, ["abcd", "badc", "dcba", "cdab", "acbd", "cadb", "dbca", "bdac"]))
  func orientations(value: Int, corners: String) throws {
    // Stored as a b above c d. In EXIF 2.32, 6 means that the stored 0th row is the visual right-hand side.
    let pixels = "abcd".utf8.flatMap { value -> [UInt8] in [value, value, value, 255] }
    let stored = try #require(Bitmap(width: 2, height: 2, format: .bgraPremultiplied, bytes: pixels))
    let upright = try #require(ImageOrientation(rawValue: value)).upright(stored)
    let shown = stride(from: 0, to: 16, by: 4).map { upright.bytes[$0] }
    #expect(String(decoding: shown, as: UTF8.self) == corners)
  }

  @Test("a turn of more than one block reaches every pixel", arguments: ImageOrientation.allCases)
  func largeTurn(orientation: ImageOrientation) throws {
    let (width, height) = (67, 45)
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in [UInt8(index & 255), UInt8(index >> 8), 0, 255] }
    let stored = try #require(Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: pixels))
    let upright = orientation.upright(stored)
    #expect(upright.size == (orientation.isTransposed ? stored.size.transposed : stored.size))
    let seen = Set(stride(from: 0, to: upright.bytes.count, by: 4).map { upright.bytes[$0..<$0 + 2] })
    #expect(seen.count == width * height)
    let inverse: ImageOrientation =
      switch orientation {
      case .turnedLeft: .turnedRight
      case .turnedRight: .turnedLeft
      default: orientation
      }
    #expect(inverse.upright(upright) == stored)
  }
}
