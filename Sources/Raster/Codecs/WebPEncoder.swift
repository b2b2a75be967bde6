import CPixelLoops
import CWebP
import Drawing
import Pixels

/// Bitmaps to WebP, with libwebp: whole files here, parts of animations as bit streams.
///
/// Safe to use from any number of threads, each picture on one of them. The same pixels give the same bytes of a build of
/// libwebp.
package enum WebPEncoder {
  package enum Quality: Hashable, Sendable {
    /// Every pixel as it is.
    case lossless
    /// From 0 to 100. Colours are kept for each four pixels together.
    case lossy(Int)
  }

  /// WebP's own limit of a side.
  package static let longestSide = PictureEncoding.webp.longestSide

  /// The chunk of a picture without alpha: `VP8 ` or `VP8L`, with its header, of an even number of bytes; what costs least
  /// time.
  ///
  /// - Parameter bitmap: In the painter's format; alpha is not looked at.
  /// - Throws: `ImageError`, where the area is none of a WebP picture or memory lacks.
  package static func chunk(
    of bitmap: Bitmap, in area: PixelArea, quality: Quality
  ) throws(ImageError) -> [UInt8] {
    let size = PixelSize(width: area.width, height: area.height)
    guard bitmap.format == .bgraPremultiplied, area.isInside(bitmap.size), isEncodable(size) else {
      throw .unencodable(.webp, size)
    }
    guard let file = encode(bitmap, area, quality) else { throw .outOfMemory(size) }
    // Behind "RIFF", a length and "WEBP".
    return Array(file.dropFirst(12))
  }

  static func isEncodable(_ size: PixelSize) -> Bool {
    (1...longestSide).contains(size.width) && (1...longestSide).contains(size.height)
  }

  private static func encode(_ bitmap: Bitmap, _ area: PixelArea, _ quality: Quality) -> [UInt8]? {
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

  /// A picture of this size, encoded; nil where there is no memory.
  ///
  /// - Parameter fill: Gives the picture its pixels: says whether it could.
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

  /// Copies the pixels, to planes where it is to be lossy: libwebp's own way there takes twice the time.
  private static func fill(_ picture: inout WebPPicture, _ bitmap: Bitmap, _ area: PixelArea) -> Bool {
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
}
