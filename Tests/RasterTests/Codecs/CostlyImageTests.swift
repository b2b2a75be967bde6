import Basics
import Raster
import Support
import Testing

@Suite("Pictures that cost more than they show")
struct CostlyImageTests {
  struct Blocks {
    var picture: HandmadeJPEG
    /// The number of blocks of eight by eight values.
    var count: Int
  }

  static let blocks = [
    // 201 × 151 blocks of each component.
    Blocks(picture: HandmadeJPEG(width: 1601, height: 1201), count: 3 * 201 * 151),
    // The first component has complete pairs of blocks, the others half as many.
    Blocks(
      picture: HandmadeJPEG(width: 1601, height: 1201, sampling: [0x22, 0x11, 0x11]), count: 202 * 152 + 2 * 101 * 76),
    Blocks(picture: HandmadeJPEG(width: 16, height: 8, isProgressive: false, scans: [[1], [2], [3]]), count: 3 * 2),
    Blocks(picture: HandmadeJPEG(width: 16, height: 8, sampling: [0x11], scans: [[1]]), count: 2),
    Blocks(picture: HandmadeJPEG(width: 16, height: 8, isProgressive: false), count: 0),
  ]

  @Test("a JPEG of several scans counts all of its coefficients, 128 bytes for each block", arguments: blocks)
  func coefficients(blocks: Blocks) throws {
    var plain = blocks.picture
    (plain.isProgressive, plain.scans) = (false, [Array(1...UInt8(plain.sampling.count))])
    let beside = try [blocks.picture, plain].map { try ImageDecoder.header(of: $0.bytes).decoderBytes }
    #expect(beside[0] - beside[1] == blocks.count * 128)
  }

  @Test("a reduced JPEG still takes all coefficients")
  func reduced() throws {
    let header = try ImageDecoder.header(of: HandmadeJPEG(width: 1600, height: 1200).bytes)
    let target = PixelSize(width: 100, height: 75)
    #expect(header.decodingBytes(covering: target) == 200 * 150 * 4 + header.decoderBytes)
    #expect(header.decodingBytes(covering: nil) == 1600 * 1200 * 4 + header.decoderBytes)
  }

  @Test("a lossless WebP counts its own pixels, a translucent lossy one those of its alpha")
  func webp() throws {
    func beside(_ name: String) throws -> Int {
      let bytes = CodecFixtures.bytes(name)
      let header = try ImageDecoder.header(of: bytes)
      let tables = name == "lossy.webp" ? 0 : try WebPTableMemory(of: bytes, header.storedSize).byteCount
      return header.decoderBytes - 21 * 256 - tables
    }
    #expect(try beside("lossy.webp") == 0)
    #expect(try beside("lossless.webp") == 21 * 13 * 4)
    #expect(try beside("lossy-alpha.webp") == 21 * 13 * 5)
  }

  @Test("a turned image counts twice, once its decoder is done")
  func turned() throws {
    let header = try ImageDecoder.header(of: CodecFixtures.bytes("orientation-6.jpg"))
    #expect(header.decodingBytes(covering: nil) == 21 * 13 * 4 + max(21 * 13 * 4, header.decoderBytes))
  }

  @Test(
    "an image is decoded with the memory that its header asks for, and not with a byte less",
    arguments: ["progressive.jpg", "large.jpg", "ycck.jpg", "rgb16.png", "interlaced-rgba.png", "lossless.webp"])
  func memory(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    let need = try #require(try ImageDecoder.header(of: bytes).decodingBytes(covering: nil))
    #expect(throws: Never.self) { try ImageDecoder.decode(bytes, memory: need) }
    #expect(throws: ImageError.overMemory(bytes: need, limit: need - 1)) {
      try ImageDecoder.decode(bytes, memory: need - 1)
    }
  }

  @Test("a few hundred bytes that ask for a gigabyte and a half are refused by their header")
  func bomb() throws {
    let bytes = HandmadeJPEG(width: 65_500, height: 3000).bytes
    #expect(bytes.count < 200)
    let error = #expect(throws: ImageError.self) {
      try ImageDecoder.decode(bytes, covering: PixelSize(width: 100, height: 100), memory: 512 << 20)
    }
    #expect(error?.code == "image.over-memory")
  }

  @Test("far more scans than an image has are refused, a few more are not")
  func scans() throws {
    func decode(_ count: Int) throws -> DecodedImage {
      let scans = [[UInt8]](repeating: [1, 2, 3], count: count)
      return try ImageDecoder.decode(HandmadeJPEG(width: 16, height: 16, scans: scans).bytes)
    }
    #expect(try decode(60).bitmap.size == PixelSize(width: 16, height: 16))
    let error = #expect(throws: ImageError.self) { try decode(101) }
    #expect(error?.code == "image.excessive")
  }

  @Test("the written PNG is one", arguments: [false, true])
  func handmade(isInterlaced: Bool) throws {
    let image = try ImageDecoder.decode(HandmadePNG(width: 13, height: 11, isInterlaced: isInterlaced).bytes)
    #expect(image.notes == [])
    #expect(image.bitmap.bytes == [UInt8](Array(repeating: [0, 0, 0, 255], count: 13 * 11).joined()))
  }

  @Test("data after a PNG's last row is reported, and not gone through", arguments: [false, true])
  func tail(isInterlaced: Bool) throws {
    for (width, height) in [(13, 11), (8, 8), (1, 1), (4, 1), (1, 4)] {
      var picture = HandmadePNG(width: width, height: height, isInterlaced: isInterlaced)
      let whole = try ImageDecoder.decode(picture.bytes).bitmap
      // Damage further on, which can't be known without reading that far.
      picture.tail = HandmadePNG.stored([UInt8](repeating: 0, count: 200_000)) + [7, 7, 7]
      let image = try ImageDecoder.decode(picture.bytes)
      #expect(image.bitmap == whole)
      #expect(image.notes == [.damaged(count: 1, first: "too much image data")], "\(width) × \(height)")
    }
  }

  @Test("texts, profiles and other chunks next to a PNG's image are never inflated")
  func ancillary() throws {
    // A name, the method, and invalid compressed data, which would cause a warning if it were read.
    let payload = Array("name".utf8) + [0, 0] + [UInt8](repeating: 0xFF, count: 100_000)
    for kind in ["zTXt", "iCCP", "iTXt", "sPLT", "eXIf", "tEXt", "prVt"] {
      let image = try ImageDecoder.decode(HandmadePNG(width: 3, height: 2, chunks: [(kind, payload)]).bytes)
      #expect(image.notes == (kind == "iCCP" ? [.colorProfileIgnored] : []), "\(kind)")
    }
  }

  @Test("a header alone is read from a file's beginning", arguments: CodecFixtures.expected.pictures.keys.sorted())
  func beginning(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    let whole = try ImageDecoder.header(of: bytes)
    // The fixtures are small: their pixels begin in the second half at the latest.
    let known = try? ImageDecoder.header(of: Array(bytes.prefix(bytes.count * 19 / 20)))
    #expect(known?.size == whole.size)
    #expect(known?.decoderBytes == whole.decoderBytes)
  }
}
