import Basics
import Diagnostics
import Raster
import Support
import Testing

@Suite("Broken images")
struct BrokenImageTests {
  static let samples = [
    "baseline-420.jpg", "progressive.jpg", "restarts.jpg", "ycck.jpg", "orientation-6.jpg", "profile.jpg",
    "palette-alpha.png", "interlaced-rgba.png", "rgb16.png", "gamma.png", "lossy-alpha.webp", "lossless.webp",
    "animated.webp",
  ]

  @Test("no mutation of a file crashes, and what is decoded has the size of its header", arguments: samples)
  func mutations(name: String) throws {
    let original = CodecFixtures.bytes(name)
    var numbers = SplitMix64(seed: UInt64(original.count))
    for _ in 0..<150 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        let index = bytes.indices.randomElement(using: &numbers) ?? 0
        bytes[index] = UInt8.random(in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers)) }
      // A small limit, because a mutated header may claim any size.
      guard let image = try? ImageDecoder.decode(bytes, limit: 100_000) else { continue }
      #expect(image.bitmap.size == image.fullSize)
      #expect(isPremultiplied(image.bitmap))
    }
  }

  @Test("no truncation goes unreported", arguments: samples.filter { $0 != "animated.webp" })
  func truncations(name: String) throws {
    let original = CodecFixtures.bytes(name)
    for count in stride(from: 0, to: original.count - 2, by: 7) {
      do throws(ImageError) {
        let image = try ImageDecoder.decode(Array(original.prefix(count)))
        let isReported = image.notes.contains {
          if case .truncated = $0 { true } else { false }
        }
        #expect(isReported, "\(name) cut to \(count) bytes")
      } catch {
        #expect(["image.corrupt", "image.empty", "image.unrecognized"].contains(error.code))
      }
    }
  }

  @Test("the rows before a break are those of the whole image", arguments: ["large.jpg", "rgb16.png", "rgba8.png"])
  func rowsBeforeBreak(name: String) throws {
    let bytes = CodecFixtures.bytes(name)
    let whole = try ImageDecoder.decode(bytes).bitmap
    let image = try ImageDecoder.decode(Array(bytes.prefix(bytes.count * 9 / 10)))
    guard case .truncated(let rows, let height, _) = image.notes.first else {
      Testing.Issue.record("not reported as truncated: \(image.notes)")
      return
    }
    #expect(rows > 0 && rows < height)
    // Fancy upsampling reads a few rows ahead.
    let certain = max(0, rows - 2) * whole.stride
    #expect(image.bitmap.bytes[..<certain] == whole.bytes[..<certain])
  }

  @Test("a broken-off interlaced PNG shows a coarse image all over")
  func interlaced() throws {
    let bytes = CodecFixtures.bytes("interlaced-rgba.png")
    let image = try ImageDecoder.decode(Array(bytes.prefix(bytes.count * 3 / 4)))
    let lastRow = image.bitmap.bytes.suffix(image.bitmap.stride)
    #expect(lastRow.contains { $0 != 0 })
  }

  @Test("damage inside a JPEG's data is reported even when every row comes out")
  func damaged() throws {
    var bytes = CodecFixtures.bytes("restarts.jpg")
    let marker = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD0 })
    bytes[marker + 1] = 0xD3
    #expect(try !ImageDecoder.decode(bytes).notes.isEmpty)
  }

  @Test(
    "anything that is not decodable is named",
    arguments: [
      ("", "image.empty"), ("hello", "image.unrecognized"), ("GIF89a\u{1}", "image.unsupported"),
      ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", "image.unsupported"),
      ("\0\0\0\u{1C}ftypavif\0\0\0\0avifmif1miaf", "image.unsupported"),
      ("BM\u{46}\0\0\0\0\0\0\0\u{36}", "image.unsupported"),
      ("<?xml version=\"1.0\"?>\n<svg/>", "image.unsupported"), ("<!DOCTYPE html><p>404", "image.unsupported"),
      ("RIFF\u{4}\0\0\0WEBP", "image.corrupt"), ("\u{0}", "image.unrecognized"),
    ])
  func unsupported(content: String, code: String) {
    let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(content.utf8)) }
    #expect(error?.code == code)
    #expect(error?.hint != nil)
  }

  @Test("HEIC and AVIF are distinguished by their brands")
  func brands() {
    #expect(ImageFormat(of: Array("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic".utf8)) == .heic)
    #expect(ImageFormat(of: Array("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif".utf8)) == .avif)
    #expect(ImageFormat(of: Array("\0\0\0\u{14}ftypisom\0\0\0\0mp41".utf8)) == nil)
    #expect(ImageFormat(of: Array("\0\0\0\0ftyp".utf8)) == nil)
  }

  @Test("alpha that a lossless WebP's header keeps to itself is alpha")
  func hiddenAlpha() throws {
    let image = try ImageDecoder.decode(CodecFixtures.bytes("hidden-alpha.webp"))
    #expect(!image.bitmap.isOpaque)
    #expect(isPremultiplied(image.bitmap))
  }

  @Test("an animated WebP is refused by name")
  func animated() {
    #expect(throws: ImageError.unsupported("animated WebP")) {
      try ImageDecoder.decode(CodecFixtures.bytes("animated.webp"))
    }
  }

  @Test("an image over the limit is refused before it is decoded", arguments: ["gray1.png", "gray.jpg", "lossy.webp"])
  func limit(name: String) {
    let size = PixelSize(width: 21, height: 13)
    #expect(throws: ImageError.tooLarge(size, limit: 272)) {
      try ImageDecoder.decode(CodecFixtures.bytes(name), limit: 272)
    }
  }

  @Test("a header that claims an enormous size is an error and nothing more")
  func enormous() {
    var bytes = CodecFixtures.bytes("rgb8.png")
    bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(bytes) }
    #expect(error?.code == "image.too-large")
  }

  private func isPremultiplied(_ bitmap: Bitmap) -> Bool {
    stride(from: 0, to: bitmap.bytes.count, by: 4).allSatisfy { pixel in
      bitmap.bytes[pixel..<pixel + 3].allSatisfy { $0 <= bitmap.bytes[pixel + 3] }
    }
  }
}
