import Basics
import CDeflate
import CWebP

/// A frame of an animation, complete as it is shown.
package struct AnimationFrame: Sendable {
  /// Straight RGBA.
  package var bitmap: Bitmap
  /// How long it is shown, in milliseconds.
  package var duration: Int
}

/// The frames of an animated PNG, WebP or GIF. A still image counts as a single frame.
package struct ImageAnimation {
  private let bytes: [UInt8]
  private let format: ImageFormat
  package let size: PixelSize

  /// The maximum number of frames.
  package static let frameLimit = 20_000

  /// Reads the header.
  package init(_ bytes: [UInt8]) throws(ImageError) {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = ImageFormat(of: Array(bytes.prefix(1100))) else { throw .unrecognized }
    (self.bytes, self.format) = (bytes, format)
    size = try Self.size(of: bytes)
    guard let area = size.area, area <= ImageDecoder.pixelLimit else {
      throw .tooLarge(size, limit: ImageDecoder.pixelLimit)
    }
    guard max(size.width, size.height) <= ImageDecoder.sideLimit else {
      throw .sideTooLong(size, limit: ImageDecoder.sideLimit)
    }
  }

  /// Returns the size of an animation or a still image from its header.
  package static func size(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
    switch ImageFormat(of: Array(bytes.prefix(1100))) {
    case .gif: try GIFReader(bytes).size
    case .webp where ImageContent(bytes).isAnimated: try WebPFrames.size(of: bytes)
    default: try ImageDecoder.header(of: bytes).size
    }
  }

  /// Passes the frames in order until `body` returns false, with one frame in memory at a time.
  ///
  /// - Throws: `ImageError`, also if only a part of the animation can be decoded.
  package func forEachFrame(_ body: (AnimationFrame) -> Bool) throws(ImageError) {
    var count = 0
    func take(_ frame: AnimationFrame) throws(ImageError) -> Bool {
      count += 1
      guard count <= Self.frameLimit else {
        throw .excessive(format, reason: "it has more than \(Self.frameLimit) frames")
      }
      return body(frame)
    }
    switch format {
    case .gif: try GIFReader(bytes).forEachFrame(take)
    case .webp where ImageContent(bytes).isAnimated: try WebPFrames.forEach(in: bytes, size, take)
    case .png where ImageContent(bytes).isAnimated: try PNGFrames(bytes, size).forEach(take)
    default: _ = try take(AnimationFrame(bitmap: try ImageDecoder.decodeExactly(bytes), duration: 0))
    }
  }

  /// Returns the first frame.
  package func firstFrame() throws(ImageError) -> Bitmap {
    var first: Bitmap?
    try forEachFrame { frame in
      first = frame.bitmap
      return false
    }
    guard let first else { throw .corrupt(format, reason: "it has no frame") }
    return first
  }
}

/// The canvas on which frames are drawn, straight RGBA, at first transparent.
struct AnimationCanvas {
  private(set) var bitmap: Bitmap

  init(_ size: PixelSize) throws(ImageError) {
    guard let count = Bitmap.byteCount(width: size.width, height: size.height),
      let bitmap = Bitmap(
        width: size.width, height: size.height, format: .rgba, bytes: [UInt8](repeating: 0, count: count))
    else { throw .outOfMemory(size) }
    self.bitmap = bitmap
  }

  /// Draws a straight RGBA bitmap at a place, either blended over the canvas or in its place.
  mutating func draw(_ part: Bitmap, x: Int, y: Int, blends: Bool) {
    let shown = PixelRect(x: x, y: y, width: part.width, height: part.height).intersection(PixelRect(bitmap.size))
    for row in shown.rows {
      for column in shown.columns {
        let source = ((row - y) * part.width + column - x) * 4
        let target = (row * bitmap.width + column) * 4
        let alpha = Int(part.bytes[source + 3])
        if !blends || alpha == 255 || bitmap.bytes[target + 3] == 0 && alpha > 0 {
          for channel in 0..<4 { bitmap.bytes[target + channel] = part.bytes[source + channel] }
        } else if alpha > 0 {
          blend(part.bytes[source..<source + 3], alpha, at: target)
        }
      }
    }
  }

  /// The operator "over" with straight alpha (PNG Third Edition, 13.16).
  private mutating func blend(_ color: ArraySlice<UInt8>, _ alpha: Int, at target: Int) {
    let below = Int(bitmap.bytes[target + 3])
    // In units of 1/255².
    let (upper, lower) = (alpha * 255, (255 - alpha) * below)
    for channel in 0..<3 {
      let sum = Int(color[color.startIndex + channel]) * upper + Int(bitmap.bytes[target + channel]) * lower
      bitmap.bytes[target + channel] = UInt8(clamping: (sum + (upper + lower) / 2) / (upper + lower))
    }
    bitmap.bytes[target + 3] = UInt8(clamping: (upper + lower + 127) / 255)
  }

  mutating func clear(_ rect: PixelRect) {
    let shown = rect.intersection(PixelRect(bitmap.size))
    for row in shown.rows {
      let start = (row * bitmap.width + shown.x) * 4
      for byte in start..<start + shown.width * 4 { bitmap.bytes[byte] = 0 }
    }
  }
}

/// The frames of an animated PNG (PNG Third Edition, 11.3.6).
private struct PNGFrames {
  private struct Control {
    var rect: PixelRect
    var duration: Int
    var disposal: UInt8
    var blends: Bool

    init?(_ data: ArraySlice<UInt8>) {
      guard data.count == 26 else { return nil }
      let start = data.startIndex
      func number(_ offset: Int, _ count: Int = 4) -> Int {
        data[(start + offset)..<(start + offset + count)].bigEndian
      }
      rect = PixelRect(x: number(12), y: number(16), width: number(4), height: number(8))
      let denominator = number(22, 2)
      duration = number(20, 2) * 1000 / (denominator == 0 ? 100 : denominator)
      (disposal, blends) = (data[start + 24], data[start + 25] == 1)
    }
  }

  private var header: ArraySlice<UInt8> = []
  /// The chunks that all frames share: palette, transparency and significant bits.
  private var shared: [(name: String, data: ArraySlice<UInt8>)] = []
  private var frames: [(control: Control, data: [UInt8])] = []
  private let size: PixelSize

  init(_ bytes: [UInt8], _ size: PixelSize) throws(ImageError) {
    self.size = size
    var (control, data): (Control?, [UInt8]) = (nil, [])
    var stated = 0
    var isBroken = false
    var isComplete = false
    var (header, shared, frames) = (ArraySlice<UInt8>(), [(name: String, data: ArraySlice<UInt8>)](), self.frames)
    PNGChunk.forEach(in: bytes) { chunk in
      switch chunk.name {
      case "IHDR": header = chunk.data
      case "PLTE", "tRNS", "sBIT": shared.append((chunk.name, chunk.data))
      case "acTL": stated = chunk.data.bigEndian
      case "fcTL":
        if let control { frames.append((control, data)) }
        (control, data) = (Control(chunk.data), [])
        isBroken = isBroken || control == nil
      // Data before the first control belong to a still image that is not a part of the animation.
      case "IDAT": if control != nil { data += chunk.data }
      case "fdAT": data += chunk.data.dropFirst(4)
      case "IEND":
        if let control { frames.append((control, data)) }
        isComplete = true
        return false
      default: break
      }
      return frames.count <= ImageAnimation.frameLimit
    }
    guard isComplete, !isBroken, header.count == 13 else { throw .corrupt(.png, reason: "the file ends early") }
    guard frames.count == stated, !frames.isEmpty else {
      throw .corrupt(.png, reason: "it states \(stated) frames and has \(frames.count)")
    }
    guard frames.allSatisfy({ !$0.control.rect.isEmpty && $0.control.rect.isInside(size) }) else {
      throw .corrupt(.png, reason: "a frame lies outside of the image")
    }
    (self.header, self.shared, self.frames) = (header, shared, frames)
  }

  func forEach(_ body: (AnimationFrame) throws(ImageError) -> Bool) throws(ImageError) {
    var canvas = try AnimationCanvas(size)
    for (control, data) in frames {
      let part = try ImageDecoder.decodeExactly(file(control.rect.width, control.rect.height, data))
      let earlier = canvas
      canvas.draw(part, x: control.rect.x, y: control.rect.y, blends: control.blends)
      guard try body(AnimationFrame(bitmap: canvas.bitmap, duration: control.duration)) else { return }
      switch control.disposal {
      case 1: canvas.clear(control.rect)
      case 2: canvas = earlier
      default: break
      }
    }
  }

  /// Returns a frame as a PNG file of its own.
  private func file(_ width: Int, _ height: Int, _ data: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func append(_ name: String, _ data: some Collection<UInt8>) {
      let body = Array(name.utf8) + data
      file += number(data.count) + body + number(Int(libdeflate_crc32(0, body, body.count)))
    }
    append("IHDR", number(width) + number(height) + header.dropFirst(8))
    for chunk in shared { append(chunk.name, chunk.data) }
    append("IDAT", data)
    append("IEND", [])
    return file
  }
}

/// The frames of an animated WebP.
private enum WebPFrames {
  static func size(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
    var features = WebPBitstreamFeatures()
    let status = bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) }
    guard status == VP8_STATUS_OK else { throw .corrupt(.webp, reason: "the bit stream is broken") }
    return PixelSize(width: Int(features.width), height: Int(features.height))
  }

  static func forEach(
    in bytes: [UInt8], _ size: PixelSize, _ body: (AnimationFrame) throws(ImageError) -> Bool
  ) throws(ImageError) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, ImageError> in
      do throws(ImageError) {
        return .success(try read(buffer, size, body))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ size: PixelSize, _ body: (AnimationFrame) throws(ImageError) -> Bool
  ) throws(ImageError) {
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw .corrupt(.webp, reason: "another libwebp") }
    options.color_mode = MODE_RGBA
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    guard let decoder = WebPAnimDecoderNew(&data, &options) else {
      throw .corrupt(.webp, reason: "the animation is broken")
    }
    defer { WebPAnimDecoderDelete(decoder) }
    var info = WebPAnimInfo()
    guard WebPAnimDecoderGetInfo(decoder, &info) != 0, Int(info.canvas_width) == size.width,
      Int(info.canvas_height) == size.height, let count = Bitmap.byteCount(width: size.width, height: size.height)
    else { throw .corrupt(.webp, reason: "the size is ambiguous") }
    var (shown, read) = (0, 0)
    while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
      var pixels: UnsafeMutablePointer<UInt8>?
      var end: Int32 = 0
      guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels,
        let bitmap = Bitmap(
          width: size.width, height: size.height, format: .rgba,
          bytes: Array(UnsafeBufferPointer(start: pixels, count: count)))
      else { throw .corrupt(.webp, reason: "frame \(read + 1) is broken") }
      read += 1
      guard try body(AnimationFrame(bitmap: bitmap, duration: Int(end) - shown)) else { return }
      shown = Int(end)
    }
    guard read == Int(info.frame_count), read > 0 else {
      throw .corrupt(.webp, reason: "it states \(info.frame_count) frames and has \(read)")
    }
  }
}
