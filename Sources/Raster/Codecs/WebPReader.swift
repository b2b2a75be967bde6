import CWebP
import Pixels

enum WebPReader {
  static func header(of bytes: [UInt8]) throws(ImageError) -> ImageHeader {
    let features = try features(of: bytes)
    let hasProfile = bytes.count > 20 && bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 0x20 != 0
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    return ImageHeader(
      format: .webp, storedSize: size, orientation: .upright, notes: hasProfile ? [.colorProfileIgnored] : [],
      decoderBytes: try decoderBytes(bytes, features, size))
  }

  /// What libwebp allocates beside the picture that it is given. No side is over 2¹⁴.
  private static func decoderBytes(
    _ bytes: [UInt8], _ features: WebPBitstreamFeatures, _ size: PixelSize
  ) throws(ImageError) -> Int {
    // Rows of macroblocks with their neighbours, of a reduced picture too.
    let rows = size.width * 256
    let isLossy = features.format == 1
    if isLossy, features.has_alpha == 0 { return rows }
    let tables: WebPCodeTables
    do throws(WebPBits.Problem) {
      tables = try WebPCodeTables(of: bytes, size)
    } catch {
      throw Self.error(VP8_STATUS_NOT_ENOUGH_DATA, size)
    }
    // The whole picture at full size; beside a lossy one it holds the alpha alone, which then has a plane as well.
    return rows + size.width * size.height * (isLossy ? 5 : 4) + tables.byteCount
  }

  static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, covering target: PixelSize?
  ) throws(ImageError) -> (Bitmap, [ImageNote]) {
    let size = reduced(header.storedSize, covering: target)
    let isScaled = size != header.storedSize
    let decoded = Bitmap.filled(size) { pixels in
      decode(bytes, into: pixels, size, isScaled: isScaled)
    }
    guard var decoded else { throw .outOfMemory(size) }
    let rows = try decoded.result.get()
    let features = try features(of: bytes)
    // A lossless file has alpha also where its header says that it has none: that is a hint, by the format's specification.
    if features.has_alpha != 0 || features.format != 1 || rows < size.height {
      AlphaArithmetic.premultiply(&decoded.bitmap.bytes)
    }
    let ending: [ImageNote] = [.truncated(rows: rows, height: size.height, reason: "the file ends early")]
    return (decoded.bitmap, rows < size.height ? ending : [])
  }

  /// Twice the target where the file is more than three times as large: libwebp's rescaler averages areas, which is no
  /// match for a good filter in the last step but saves the memory of all that the step would throw away.
  static func reduced(_ size: PixelSize, covering target: PixelSize?) -> PixelSize {
    guard let target, target.width > 0, target.height > 0, size.width / 3 > target.width,
      size.height / 3 > target.height
    else { return size }
    let factor = max(
      2 * Double(target.width) / Double(size.width), 2 * Double(target.height) / Double(size.height))
    return PixelSize(
      width: Int((Double(size.width) * factor).rounded(.up)), height: Int((Double(size.height) * factor).rounded(.up)))
  }

  private static func features(of bytes: [UInt8]) throws(ImageError) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    let status = bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) }
    guard status == VP8_STATUS_OK else { throw error(status, PixelSize(width: 0, height: 0)) }
    guard features.has_animation == 0 else { throw .unsupported("animated WebP") }
    return features
  }

  /// Fills `pixels` with straight B, G, R, A and gives the number of rows that were decoded; the others are clear.
  private static func decode(
    _ bytes: [UInt8], into pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, isScaled: Bool
  ) -> Result<Int, ImageError> {
    let count = size.width * size.height * 4
    pixels.initialize(repeating: 0, count: count)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { return .failure(.corrupt(.webp, reason: "another libwebp")) }
    config.output.colorspace = MODE_BGRA
    config.output.is_external_memory = 1
    config.output.u.RGBA = WebPRGBABuffer(rgba: pixels, stride: Int32(size.width * 4), size: count)
    if isScaled {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(size.width)
      config.options.scaled_height = Int32(size.height)
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let status = WebPDecode(bytes.baseAddress, bytes.count, &config)
      if status == VP8_STATUS_OK { return .success(size.height) }
      let rows = rowsBeforeFailure(bytes, &config, pixels, size)
      return rows > 0 ? .success(rows) : .failure(error(status, size))
    }
  }

  /// Decodes what there is of a broken file: only the incremental decoder tells how far it came.
  private static func rowsBeforeFailure(
    _ bytes: UnsafeBufferPointer<UInt8>, _ config: inout WebPDecoderConfig, _ pixels: UnsafeMutablePointer<UInt8>,
    _ size: PixelSize
  ) -> Int {
    pixels.update(repeating: 0, count: size.width * size.height * 4)
    guard let decoder = WebPIDecode(nil, 0, &config) else { return 0 }
    defer { WebPIDelete(decoder) }
    _ = WebPIUpdate(decoder, bytes.baseAddress, bytes.count)
    var rows: Int32 = 0
    guard WebPIDecGetRGB(decoder, &rows, nil, nil, nil) != nil else { return 0 }
    return min(max(0, Int(rows)), size.height)
  }

  private static func error(_ status: VP8StatusCode, _ size: PixelSize) -> ImageError {
    switch status {
    case VP8_STATUS_OUT_OF_MEMORY: .outOfMemory(size)
    case VP8_STATUS_UNSUPPORTED_FEATURE: .unsupported("such WebP")
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: .corrupt(.webp, reason: "the file ends early")
    default: .corrupt(.webp, reason: "the bit stream is broken")
    }
  }
}
