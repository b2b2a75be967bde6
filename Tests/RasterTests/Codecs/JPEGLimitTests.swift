import Basics
import Foundation
import Raster
import Support
import Testing

@Suite("What decoding a JPEG may take")
struct JPEGLimitTests {
  private func decode(_ picture: HandmadeJPEG, decoderBytes: Int? = nil, blocks: Int? = nil) throws {
    let bytes = picture.bytes
    var header = try JPEGCodec.header(of: bytes)
    if let decoderBytes {
      header = ImageHeader(
        format: header.format, storedSize: header.storedSize, orientation: header.orientation, notes: header.notes,
        decoderBytes: decoderBytes)
    }
    _ = try JPEGCodec.decode(bytes, header, covering: nil, blockLimit: blocks ?? JPEGCodec.blockLimit)
  }

  @Test("blocks of all scans together have a limit")
  func blocks() throws {
    // Eight by eight blocks of three components, seven times.
    let picture = HandmadeJPEG(
      width: 64, height: 64, scans: [[UInt8]](repeating: [1, 2, 3], count: 7), isWhole: true)
    let count = 7 * 3 * 64
    #expect(throws: Never.self) { try decode(picture, blocks: count) }
    let error = #expect(throws: ImageError.self) { try decode(picture, blocks: count - 1) }
    #expect(error?.code == "image.excessive")
  }

  @Test("more coefficients than the header reports are refused")
  func coefficients() throws {
    // 27 megabytes of coefficients.
    let picture = HandmadeJPEG(width: 2400, height: 1600, isWhole: true)
    #expect(throws: Never.self) { try decode(picture) }
    let error = #expect(throws: ImageError.self) { try decode(picture, decoderBytes: 1 << 20) }
    #expect(error?.code == "image.excessive")
  }

  @Test("the variable JPEGMEM has no say")
  func variable() throws {
    setenv("JPEGMEM", "1k", 1)
    defer { unsetenv("JPEGMEM") }
    #expect(throws: Never.self) { try decode(HandmadeJPEG(width: 800, height: 800, isWhole: true)) }
  }
}
