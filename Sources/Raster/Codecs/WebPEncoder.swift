import Basics
import CPixelLoops
import CWebP
import Drawing

/// Encodes bitmaps as WebP with libwebp: whole files, and frames of animations as bit streams.
///
/// Can be used from any number of threads, one thread an image. For one build of libwebp, the same pixels produce the
/// same bytes.
package enum WebPEncoder {
  package enum Quality: Hashable, Sendable {
    /// Every pixel is preserved.
    case lossless
    /// From 0 to 100. Colors are stored once for every four pixels.
    case lossy(Int)
  }

  /// The maximum side length of WebP.
  package static let longestSide = ImageEncoding.webp.longestSide

  /// Returns the chunk of an image without alpha: `VP8 ` or `VP8L`, with its header, an even number of bytes, at the
  /// fastest settings.
  ///
  /// - Parameter bitmap: An image in the painter's format; alpha is ignored.
  /// - Throws: `ImageError` if the area is not a valid WebP size or memory is short.
  package static func chunk(
    of bitmap: Bitmap, in area: PixelRect, quality: Quality
  ) throws(ImageError) -> [UInt8] {
    let size = PixelSize(width: area.width, height: area.height)
    guard bitmap.format == .bgraPremultiplied, area.isInside(bitmap.size), isEncodable(size) else {
      throw .unencodable(.webp, size)
    }
    guard let file = encode(bitmap, area, quality) else { throw .outOfMemory(size) }
    // Drop "RIFF", a length and "WEBP".
    return Array(file.dropFirst(12))
  }

  static func isEncodable(_ size: PixelSize) -> Bool {
    (1...longestSide).contains(size.width) && (1...longestSide).contains(size.height)
  }

  private static func encode(_ bitmap: Bitmap, _ area: PixelRect, _ quality: Quality) -> [UInt8]? {
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { return nil }
    switch quality {
    case .lossless: (config.lossless, config.method, config.quality) = (1, 0, 0)
    case .lossy(let quality):
      (config.lossless, config.method, config.quality) = (0, lossyMethod, Float(min(max(quality, 0), 100)))
      config.segments = 1
    }
    return file(PixelSize(width: area.width, height: area.height), config) { fill(&$0, bitmap, area) }
  }

  /// Returns an encoded image of this size; nil if memory is short.
  ///
  /// - Parameter fill: Sets the pixels of the image; returns whether it succeeded.
  static func file(_ size: PixelSize, _ config: WebPConfig, fill: (inout WebPPicture) -> Bool) -> [UInt8]? {
    var (config, picture) = (config, WebPPicture())
    guard WebPPictureInit(&picture) != 0 else { return nil }
    picture.use_argb = config.lossless
    (picture.width, picture.height) = (Int32(size.width), Int32(size.height))
    defer { WebPPictureFree(&picture) }
    guard fill(&picture) else { return nil }
    return withUnsafeTemporaryAllocation(of: WebPMemoryWriter.self, capacity: 1) { writer -> [UInt8]? in
      guard let writer = writer.baseAddress else { return nil }
      WebPMemoryWriterInit(writer)
      defer { WebPMemoryWriterClear(writer) }
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      guard WebPEncode(&config, &picture) != 0, let bytes = writer.pointee.mem else { return nil }
      return Array(UnsafeBufferPointer(start: bytes, count: writer.pointee.size))
    }
  }

  /// Copies the pixels, as planes for lossy encoding: libwebp's own conversion takes twice the time.
  private static func fill(_ picture: inout WebPPicture, _ bitmap: Bitmap, _ area: PixelRect) -> Bool {
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress.map({ $0 + area.y * bitmap.stride + area.x * 4 }) else { return false }
      if picture.use_argb != 0 {
        return WebPPictureImportBGRX(&picture, start, Int32(bitmap.stride)) != 0
      }
      guard WebPPictureAlloc(&picture) != 0, let luma = picture.y, let u = picture.u, let v = picture.v else {
        return false
      }
      let (lumaStride, chromaStride) = (Int(picture.y_stride), Int(picture.uv_stride))
      for row in stride(from: 0, to: area.height, by: 2) {
        let below = min(row + 1, area.height - 1)
        let chroma = row / 2 * chromaStride
        fp_rows_to_yuv(
          start + row * bitmap.stride, start + below * bitmap.stride, area.width, luma + row * lumaStride,
          luma + below * lumaStride, u + chroma, v + chroma)
      }
      return true
    }
  }

  /// Half the bytes of method 0 for a fifth more time (docs/films.md).
  private static let lossyMethod: Int32 = 2

  /// Returns a whole file, with alpha if the bitmap has any. For images that are stored: extra time is spent on their
  /// size and, if lossy, on colors at edges (libwebp's "sharp YUV").
  ///
  /// Transparent pixels may change their invisible color.
  ///
  /// - Throws: `ImageError` if the bitmap exceeds the size of a WebP, or memory is short.
  package static func picture(_ bitmap: Bitmap, _ quality: Quality) throws(ImageError) -> [UInt8] {
    guard isEncodable(bitmap.size) else { throw .unencodable(.webp, bitmap.size) }
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw .outOfMemory(bitmap.size) }
    config.thread_level = 0
    switch quality {
    case .lossless: (config.lossless, config.method, config.quality) = (1, 1, 30)
    case .lossy(let quality):
      (config.lossless, config.method, config.quality) = (0, 2, Float(min(max(quality, 0), 100)))
      config.use_sharp_yuv = 1
    }
    guard let file = file(bitmap.size, config, fill: { fill(&$0, with: bitmap) }) else {
      throw .outOfMemory(bitmap.size)
    }
    return file
  }

  /// The memory for encoding an image, in bytes a pixel of the bitmap, as measured with libwebp.
  package static let bytesPerPixel = 24

  private static func fill(_ picture: inout WebPPicture, with bitmap: Bitmap) -> Bool {
    // Lossy images too: sharp YUV needs straight colors.
    picture.use_argb = 1
    guard WebPPictureAlloc(&picture) != 0, let target = picture.argb else { return false }
    let stride = Int(picture.argb_stride)
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<bitmap.height {
        copy(bytes[(row * bitmap.stride)..<((row + 1) * bitmap.stride)], bitmap.format, to: target + row * stride)
      }
    }
    return true
  }

  /// Copies one row to straight colors, as 0xAARRGGBB.
  private static func copy(
    _ row: Slice<UnsafeBufferPointer<UInt8>>, _ format: Bitmap.Format, to target: UnsafeMutablePointer<UInt32>
  ) {
    var last: UInt32 = 0x00FF_FFFF
    AlphaArithmetic.straightColors.withUnsafeBufferPointer { straight in
      for x in 0..<row.count / 4 {
        let at = row.startIndex + x * 4
        let alpha = row[at + 3]
        // Transparent pixels take the color of their neighbor: in a lossy image, four pixels share one color.
        guard alpha != 0 else {
          target[x] = last & 0x00FF_FFFF
          continue
        }
        func channel(_ offset: Int) -> UInt32 {
          let value = row[at + offset]
          return UInt32(format == .rgba || alpha == 255 ? value : straight[Int(alpha) << 8 | Int(value)])
        }
        let (red, blue) = format == .rgba ? (channel(0), channel(2)) : (channel(2), channel(0))
        last = UInt32(alpha) << 24 | red << 16 | channel(1) << 8 | blue
        target[x] = last
      }
    }
    backfill(target, row.count / 4)
  }

  /// Gives transparent pixels at the start of a row the color of the first visible pixel.
  private static func backfill(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    guard let first = (0..<count).first(where: { row[$0] >> 24 != 0 }) else { return }
    for x in 0..<first { row[x] = row[first] & 0x00FF_FFFF }
  }
}

/// The container of an animated WebP: a header followed by frames. The images have no alpha and loop forever.
///
/// Follows Google's "WebP Container Specification"; all numbers are little endian.
package struct AnimatedWebP: Sendable {
  /// The canvas size in pixels, from 1 to `WebPEncoder.longestSide` a side.
  package let size: PixelSize

  package init(size: PixelSize) { self.size = size }

  /// A part of the canvas to repaint, and how long it is shown before the next frame.
  package struct Frame: Sendable {
    /// The area to repaint. Left and top are even.
    package var area: PixelRect
    /// The duration in milliseconds.
    package var duration: Int
    /// The output of `WebPEncoder.chunk`.
    package var chunk: [UInt8]

    package init(area: PixelRect, duration: Int, chunk: [UInt8]) {
      (self.area, self.duration, self.chunk) = (area, duration, chunk)
    }

    /// The maximum duration of a frame in milliseconds.
    package static let longestDuration = 0xFF_FFFF

    /// The frame as stored in the file.
    package var bytes: [UInt8] {
      var bytes = Array("ANMF".utf8) + AnimatedWebP.number(chunk.count + 16, bytes: 4)
      for value in [area.x / 2, area.y / 2, area.width - 1, area.height - 1, min(duration, Self.longestDuration)] {
        bytes += AnimatedWebP.number(value, bytes: 3)
      }
      // Not blended with the canvas, and not disposed.
      return bytes + [0b10] + chunk
    }

    /// Extends the area to even left and top coordinates, which the format requires.
    package static func aligned(_ area: PixelRect) -> PixelRect {
      let (left, top) = (area.x & 1, area.y & 1)
      return PixelRect(x: area.x - left, y: area.y - top, width: area.width + left, height: area.height + top)
    }
  }

  /// Returns the bytes before the first frame; nil if the file would exceed the format's maximum size.
  ///
  /// - Parameter frames: Bytes of all frames together.
  package func header(frames: Int) -> [UInt8]? {
    let body = 4 + 18 + 14 + frames
    guard body <= Int(UInt32.max) - 8 else { return nil }
    var bytes = Array("RIFF".utf8) + Self.number(body, bytes: 4) + "WEBPVP8X".utf8 + Self.number(10, bytes: 4)
    // Has an animation, but no alpha, profile or metadata.
    bytes += [0b10, 0, 0, 0] + Self.number(size.width - 1, bytes: 3) + Self.number(size.height - 1, bytes: 3)
    // Black background, infinite loop.
    return bytes + "ANIM".utf8 + Self.number(6, bytes: 4) + [0, 0, 0, 255, 0, 0]
  }

  fileprivate static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
