/// Writes a PNG chunk by chunk (PNG, third edition, 5), uncompressed. By default, it is gray with 8 bits per channel,
/// and all pixels are 0.
package struct HandmadePNG: Sendable {
  package var width: Int
  package var height: Int
  package var isInterlaced: Bool
  /// Chunks before the pixels.
  package var chunks: [(kind: String, payload: [UInt8])]
  /// Compressed bytes that follow the pixels in the same stream, before its end. `stored` makes valid ones.
  package var tail: [UInt8] = []
  /// PNG, 11.2.1: 0 gray, 2 color, 6 color with alpha.
  package var colorType: UInt8 = 0
  /// Bits per channel.
  package var bitDepth: UInt8 = 8
  /// All rows, each with its filter byte; nil for a black image.
  package var filteredRows: [UInt8]?
  /// The rows of further frames, each like `filteredRows`. With some, the image is an animation.
  package var furtherFrames: [[UInt8]] = []
  /// How long each frame is shown, in milliseconds.
  package var frameDuration = 100
  /// The number of IDAT chunks that share the data.
  package var dataChunks = 1

  package init(
    width: Int, height: Int, isInterlaced: Bool = false, chunks: [(kind: String, payload: [UInt8])] = []
  ) {
    self.width = width
    self.height = height
    self.isInterlaced = isInterlaced
    self.chunks = chunks
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    chunk("IHDR", number(width) + number(height) + [bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0], into: &bytes)
    for (kind, payload) in chunks { chunk(kind, payload, into: &bytes) }
    if !furtherFrames.isEmpty {
      chunk("acTL", number(furtherFrames.count + 1) + number(0), into: &bytes)
      chunk("fcTL", control(0), into: &bytes)
    }
    let rows = filteredRows ?? [UInt8](repeating: 0, count: rowBytes)
    let data = compressed(rows, tail)
    let piece = (data.count + dataChunks - 1) / dataChunks
    for start in stride(from: 0, to: data.count, by: piece) {
      chunk("IDAT", Array(data[start..<min(start + piece, data.count)]), into: &bytes)
    }
    for (index, rows) in furtherFrames.enumerated() {
      chunk("fcTL", control(2 * index + 1), into: &bytes)
      chunk("fdAT", number(2 * index + 2) + compressed(rows), into: &bytes)
    }
    chunk("IEND", [], into: &bytes)
    return bytes
  }

  private func compressed(_ rows: [UInt8], _ tail: [UInt8] = []) -> [UInt8] {
    [0x78, 0x01] + Self.stored(rows) + tail + [3, 0] + number(Self.checksum(rows))
  }

  /// Returns the control of a frame of the whole size that replaces the one before (PNG, 11.3.6.2).
  private func control(_ sequence: Int) -> [UInt8] {
    number(sequence) + number(width) + number(height) + number(0) + number(0)
      + number(frameDuration).suffix(2) + [0x03, 0xE8, 0, 0]
  }

  /// The size of all rows of all passes, with their filter bytes.
  private var rowBytes: Int {
    guard isInterlaced else { return (width + 1) * height }
    // PNG, 8.1: first column and row of each Adam7 pass, and the steps to the next ones.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return passes.reduce(0) { sum, pass in
      let columns = (width - pass.0 + pass.2 - 1) / pass.2
      let rows = (height - pass.1 + pass.3 - 1) / pass.3
      return columns > 0 && rows > 0 ? sum + (columns + 1) * rows : sum
    }
  }

  /// Returns uncompressed Deflate blocks (RFC 1951, 3.2.4), none of them the last one.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 65_535).flatMap { start -> [UInt8] in
      let part = bytes[start..<min(start + 65_535, bytes.count)]
      let count = UInt16(part.count)
      return [0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + part
    }
  }

  private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

  private func chunk(_ kind: String, _ payload: [UInt8], into bytes: inout [UInt8]) {
    let content = Array(kind.utf8) + payload
    bytes += number(payload.count) + content + number(Int(Self.cyclicCode(content)))
  }

  /// Adler-32 (RFC 1950).
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  /// CRC-32 (PNG, annex D).
  private static func cyclicCode(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { code, byte in
      (0..<8).reduce(code ^ UInt32(byte)) { code, _ in code & 1 == 1 ? code >> 1 ^ 0xEDB8_8320 : code >> 1 }
    }
  }
}
