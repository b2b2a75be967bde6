import CDeflate
import Pixels

/// Bitmaps to PNG files, with libdeflate. The same bitmap gives the same bytes: no dates, no names, no versions.
///
/// Safe to use from any number of threads.
package struct PNGEncoder: Sendable {
  private let fixedLevel: Int?
  private let workspaces = WorkerPool { PNGWorkspace() }

  /// - Parameter level: libdeflate's, 1 (fast) to 12 (small). Nil chooses by what is in the picture.
  package init(level: Int? = nil) {
    fixedLevel = level.map { min(12, max(1, $0)) }
  }

  /// The level that costs little beside the next faster one's size, by what a picture mostly is (measured: see
  /// docs/performance.md).
  ///
  /// - Parameter filtered: How many of the rows had a filter, which are those with a photo.
  static func level(of rows: PNGRows, filtered: Int) -> Int {
    let height = rows.bitmap.height
    // Text: long matches are quickly found, and worth it.
    guard filtered > height / 4 else { return 3 }
    // Photos have few matches to find. Level 1 is slow where every fourth byte is the same alpha.
    return rows.bytesPerPixel == 3 && filtered > height / 2 ? 1 : 2
  }

  /// A PNG of eight bits a channel: RGB where every pixel is opaque, else RGBA with straight colour; marked as sRGB, and
  /// with `scale` pixels to the point of 1/72 inch as its physical size.
  package func encode(_ bitmap: Bitmap, scale: Double) throws(ImageError) -> [UInt8] {
    let sides = 1...Int(Int32.max)
    guard sides.contains(bitmap.width), sides.contains(bitmap.height) else { throw .unencodable(.png, bitmap.size) }
    let rows = PNGRows(bitmap)
    var file = PNGWriter()
    file.add("IHDR", header(bitmap, bytesPerPixel: rows.bytesPerPixel))
    // Rendering intent: perceptual.
    file.add("sRGB", [0])
    file.add("pHYs", physicalSize(scale))
    do {
      file = try workspaces.withWorker { workspace in
        let level = { (filtered: Int) in fixedLevel ?? PNGEncoder.level(of: rows, filtered: filtered) }
        return try workspace.withStream(of: rows, level: level) { stream in
          var file = file
          file.reserve(stream.count + 32)
          file.add("IDAT", stream)
          return file
        }
      }
    } catch {
      throw error as? ImageError ?? .outOfMemory(bitmap.size)
    }
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

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func add(_ name: String, _ payload: some Collection<UInt8>) {
    bytes += PNGWriter.number(payload.count)
    let start = bytes.count
    bytes += name.utf8
    bytes += payload
    addChecksum(from: start)
  }

  /// The CRC of everything from a chunk's name on.
  private mutating func addChecksum(from start: Int) {
    let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
    bytes += PNGWriter.number(Int(checksum))
  }
}
