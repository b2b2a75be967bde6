import Basics
import Raster
import Testing

@Suite("Codecs of images")
struct ImageCodecTests {
  @Test("each codec is found by its format, and no format has two")
  func found() {
    for codec in ImageCodecs.all {
      #expect(ImageCodecs[codec.format] == codec)
      #expect(LibraryVersions.all[codec.library.name] == codec.library.version)
    }
  }

  @Test("a format without a codec is refused by its name", arguments: [ImageFormat.gif, .heic, .html])
  func refused(format: ImageFormat) {
    let bytes: [UInt8] =
      switch format {
      case .gif: Array("GIF89a".utf8)
      case .heic: Array("\0\0\0\u{18}ftypheic".utf8)
      default: Array("<html>".utf8)
      }
    #expect(throws: ImageError.unsupported(format.rawValue)) { try ImageDecoder.header(of: bytes) }
  }

  @Test("hints name what is decoded")
  func hints() {
    #expect(ImageError.unsupported("GIF").hint == "convert it to JPEG, PNG or WebP")
    #expect(ImageError.unrecognized.hint?.contains("JPEG, PNG and WebP") == true)
  }
}
