import CDeflate
import Pixels

/// Bitmaps to PNG files, with libdeflate. The same bitmap gives the same bytes: no dates, no names, no versions.
package struct PNGEncoder: Sendable {
  /// libdeflate's level, 1 (fast) to 12 (small).
  package let level: Int

  /// Level 3 makes files of the size that libpng makes at its default, several times faster.
  package init(level: Int = 3) {
    self.level = min(12, max(1, level))
  }

  /// A PNG of eight bits a channel: RGB where every pixel is opaque, else RGBA with straight colour; marked as sRGB, and
  /// with `scale` pixels to the point of 1/72 inch as its physical size.
  package func encode(_ bitmap: Bitmap, scale: Double) throws(ImageError) -> [UInt8] {
    let sides = 1...Int(Int32.max)
    guard sides.contains(bitmap.width), sides.contains(bitmap.height) else { throw .unencodable(bitmap.size) }
    let rows = PNGRows(bitmap)
    guard let stream = rows.filtered() else { throw .unencodable(bitmap.size) }
    var file = PNGWriter()
    file.add("IHDR", header(bitmap, bytesPerPixel: rows.bytesPerPixel))
    // Rendering intent: perceptual.
    file.add("sRGB", [0])
    file.add("pHYs", physicalSize(scale))
    try file.addPixels(stream, level: level, of: bitmap.size)
    file.add("IEND", [])
    return file.bytes
  }

  private func header(_ bitmap: Bitmap, bytesPerPixel: Int) -> [UInt8] {
    let colorType: UInt8 = bytesPerPixel == 3 ? 2 : 6
    return PNGWriter.number(bitmap.width) + PNGWriter.number(bitmap.height) + [8, colorType, 0, 0, 0]
  }

  /// Pixels per metre on both axes, and the unit's number for the metre.
  private func physicalSize(_ scale: Double) -> [UInt8] {
    let perMeter = (scale * 72 / 0.0254).rounded()
    let density = perMeter.isFinite ? Int(min(Double(Int32.max), max(0, perMeter))) : 0
    return PNGWriter.number(density) + PNGWriter.number(density) + [1]
  }
}

/// The chunks of a PNG file, one after the other.
private struct PNGWriter {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
  }

  mutating func add(_ name: String, _ payload: [UInt8]) {
    bytes += PNGWriter.number(payload.count)
    let start = bytes.count
    bytes += Array(name.utf8) + payload
    addChecksum(from: start)
  }

  /// The IDAT chunk, compressed straight into the file's bytes.
  mutating func addPixels(_ stream: [UInt8], level: Int, of size: PixelSize) throws(ImageError) {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw .outOfMemory(size) }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, stream.count)
    let lead = bytes + PNGWriter.number(0) + Array("IDAT".utf8)
    var compressed = 0
    bytes = [UInt8](unsafeUninitializedCapacity: lead.count + bound + 16) { buffer, initialized in
      initialized = buffer.update(fromContentsOf: lead)
      guard let target = buffer.baseAddress else { return }
      compressed = stream.withUnsafeBytes {
        libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, target + lead.count, bound)
      }
      initialized += compressed
    }
    guard compressed > 0, compressed <= Int(Int32.max) else { throw .unencodable(size) }
    bytes.replaceSubrange(lead.count - 8..<lead.count - 4, with: PNGWriter.number(compressed))
    addChecksum(from: lead.count - 4)
  }

  /// The CRC of everything from a chunk's name on.
  private mutating func addChecksum(from start: Int) {
    let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
    bytes += PNGWriter.number(Int(checksum))
  }
}
