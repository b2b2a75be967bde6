import Basics
import Foundation
import Raster
import Support
import Testing

@Suite("Tables of a lossless WebP's codes")
struct WebPCodeTableTests {
  /// In libwebp: 2,954 entries of four bytes, and the other data of a group.
  private static let groupBytes = 2954 * 4 + 640

  private func beside(_ picture: HandmadeWebP) throws -> Int {
    let header = try ImageDecoder.header(of: picture.bytes)
    return header.decoderBytes - picture.side * 256 - picture.side * picture.side * 4
  }

  @Test("each group of codes counts", arguments: [1, 2, 300, 16_384, 65_536])
  func groups(count: Int) throws {
    let side = 1024
    // The image of group numbers has a pixel for each block, with four bytes per pixel.
    #expect(try beside(HandmadeWebP(side: side, groups: count)) == count * Self.groupBytes + 256 * 256 * 4 + 4)
  }

  @Test("the written WebP is one", arguments: [1, 300])
  func handmade(groups: Int) throws {
    let image = try ImageDecoder.decode(HandmadeWebP(side: 72, groups: groups).bytes)
    #expect(image.bitmap.size == PixelSize(width: 72, height: 72) && image.notes == [])
  }

  @Test("three hundred kilobytes that ask for eight hundred megabytes are refused by their header")
  func bomb() throws {
    let bytes = HandmadeWebP(side: 1024, groups: 65_536).bytes
    #expect(bytes.count < 300_000)
    let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(bytes, memory: 512 << 20) }
    #expect(error?.code == "image.over-memory")
  }

  @Test(
    "an image that an encoder wrote has few", arguments: ["lossless.webp", "lossless-alpha.webp", "lossy-alpha.webp"])
  func usual(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    let tables = try WebPTableMemory(of: bytes, ImageDecoder.header(of: bytes).storedSize)
    #expect((Self.groupBytes..<4 * Self.groupBytes).contains(tables.byteCount))
  }

  @Test("a beginning that tells nothing of the groups asks for more of the file")
  func beginning() throws {
    let bytes = HandmadeWebP(side: 1024, groups: 65_536).bytes
    let error = #expect(throws: ImageError.self) { try ImageDecoder.header(of: Array(bytes.prefix(65_536))) }
    #expect(error?.code == "image.corrupt")
    #expect(try ImageDecoder.header(of: Array(bytes.prefix(150_000))).decoderBytes > 800_000_000)
  }

  @Test("where the codes are broken the most that there can be counts")
  func broken() throws {
    var bytes = HandmadeWebP(side: 1024, groups: 2).bytes
    // The code lengths of the first code are all zero.
    for place in 27..<32 { bytes[place] = 0 }
    let tables = try WebPTableMemory(of: bytes, PixelSize(width: 1024, height: 1024))
    #expect(tables.byteCount > 10_000 * Self.groupBytes)
    #expect(throws: ImageError.self) { try ImageDecoder.decode(bytes) }
  }
}
