import Basics
import CardRendering
import Files
import Support
import Testing

@Suite("The digest of an image's pixels")
struct BitmapDigestTests {
  private func bitmap(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws -> Bitmap {
    try #require(Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes))
  }

  @Test("is of size, rows that are not like the one above, and which those are")
  func parts() throws {
    let rows: [[UInt8]] = [[1, 2, 3, 4], [1, 2, 3, 4], [5, 6, 7, 8], [1, 2, 3, 4]]
    let size: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]
    let written: [UInt8] = size + [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4] + [0, 1, 0, 0]
    #expect(try bitmap(1, 4, rows.flatMap { $0 }).digest == Digest(of: written))
  }

  @Test("images with equal bytes but different shapes differ, and repeated rows are aligned")
  func shapes() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 1, 2, 3, 4]
    let found = try [bitmap(1, 2, bytes), bitmap(2, 1, bytes), bitmap(1, 1, [1, 2, 3, 4]), bitmap(0, 0, [])].map(
      \.digest)
    #expect(Set(found).count == 4)
  }
}
