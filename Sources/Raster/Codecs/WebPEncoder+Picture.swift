import CWebP
import Pixels

extension WebPEncoder {
  /// A whole file, with alpha where the bitmap has any. For pictures that are kept: time is spent on their size, and of
  /// lossy ones on colours at edges (libwebp's "sharp YUV").
  ///
  /// Transparent pixels may change their colour, which nobody sees.
  ///
  /// - Throws: `ImageError`, where the bitmap is larger than a WebP can be, or memory lacks.
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

  /// Bytes that encoding a picture takes beside the bitmap, for each of its pixels: about what libwebp was seen to take.
  package static let bytesPerPixel = 24

  private static func fill(_ picture: inout WebPPicture, with bitmap: Bitmap) -> Bool {
    // Lossy ones too: sharp colours are made of straight ones.
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

  /// One row to straight colours, as 0xAARRGGBB.
  private static func copy(
    _ row: Slice<UnsafeBufferPointer<UInt8>>, _ format: Bitmap.Format, to target: UnsafeMutablePointer<UInt32>
  ) {
    var last: UInt32 = 0x00FF_FFFF
    AlphaArithmetic.straightColors.withUnsafeBufferPointer { straight in
      for x in 0..<row.count / 4 {
        let at = row.startIndex + x * 4
        let alpha = row[at + 3]
        // What is transparent takes its neighbour's colour: four pixels share theirs in a lossy picture.
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

  /// What is transparent at a row's beginning takes the colour of the first pixel that is not.
  private static func backfill(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    guard let first = (0..<count).first(where: { row[$0] >> 24 != 0 }) else { return }
    for x in 0..<first { row[x] = row[first] & 0x00FF_FFFF }
  }
}
