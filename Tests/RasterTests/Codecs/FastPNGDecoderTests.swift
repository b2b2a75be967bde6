import Basics
import Raster
import Support
import Testing

@Suite("The quick way through plain PNGs")
struct FastPNGDecoderTests {
  @Test("gives what libpng gives, whatever the filters", arguments: [2, 6] as [UInt8], [1, 2, 5])
  func agreement(colorType: UInt8, dataChunks: Int) throws {
    var numbers = SplitMix64(seed: UInt64(colorType) + UInt64(dataChunks))
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 2), (37, 41), (300, 7)] {
      let bytes = noise(width, height, colorType, dataChunks, &numbers).bytes
      let header = try PNGCodec.header(of: bytes)
      let picture = try #require(FastPNGDecoder(bytes, size: header.storedSize)?.decode())
      var expected = try PNGCodec.decodeStraight(bytes, header).0.bytes
      Bitmap.exchangeRedAndBlue(&expected)
      #expect(picture == Bitmap(width: width, height: height, format: .rgba, bytes: expected))
    }
  }

  @Test("leaves rare kinds to libpng", arguments: ["gray8.png", "rgb16.png", "interlaced-rgba.png", "palette8.png"])
  func rare(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    #expect(FastPNGDecoder(bytes, size: try PNGCodec.header(of: bytes).storedSize) == nil)
  }

  @Test("leaves a key color to libpng")
  func keyColor() {
    var picture = plain
    picture.chunks = [("tRNS", [0, 1, 0, 2, 0, 3])]
    #expect(!isTaken(picture.bytes))
    #expect(isTaken(plain.bytes))
  }

  @Test("leaves whatever is damaged to libpng, byte by byte")
  func damaged() throws {
    let bytes = plain.bytes
    // Only in the signature could a changed bit leave the file acceptable, and that is checked before.
    for index in 8..<bytes.count {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(!isTaken(changed), "byte \(index)")
    }
    for count in 0..<bytes.count { #expect(!isTaken(Array(bytes.prefix(count))), "\(count) bytes") }
  }

  @Test("leaves data that is no filter's, or of another size, to libpng")
  func otherData() {
    let rows: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6]
    for changed in [[5] + rows.dropFirst(), rows.dropLast(), rows + [0]] {
      var picture = plain
      picture.filteredRows = Array(changed)
      #expect(!isTaken(picture.bytes))
    }
    var trailing = plain
    trailing.tail = HandmadePNG.stored([7, 7])
    #expect(!isTaken(trailing.bytes))
  }

  /// 2 × 2 pixels.
  private var plain: HandmadePNG {
    var picture = HandmadePNG(width: 2, height: 2)
    picture.colorType = 2
    picture.filteredRows = [0, 1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6]
    return picture
  }

  private func isTaken(_ bytes: [UInt8]) -> Bool {
    FastPNGDecoder(bytes, size: PixelSize(width: 2, height: 2))?.decode() != nil
  }

  /// Any bytes are valid rows if a filter number precedes each row.
  private func noise(
    _ width: Int, _ height: Int, _ colorType: UInt8, _ dataChunks: Int, _ numbers: inout SplitMix64
  ) -> HandmadePNG {
    var picture = HandmadePNG(width: width, height: height)
    (picture.colorType, picture.dataChunks) = (colorType, dataChunks)
    // Few values, so that ties between Paeth's predictors are frequent.
    let values: [UInt8] = [0, 1, 2, 127, 128, 254, 255]
    let count = width * (colorType == 2 ? 3 : 4)
    picture.filteredRows = (0..<height).flatMap { _ -> [UInt8] in
      [UInt8.random(in: 0...4, using: &numbers)] + (0..<count).map { _ in values.randomElement(using: &numbers) ?? 0 }
    }
    return picture
  }
}
