/// Writes a lossless WebP whose pixels are coded in groups (WebP lossless bitstream specification): a square of
/// transparent black pixels, with another code group for each block of 4 by 4 pixels until there are `groups`.
package struct HandmadeWebP: Sendable {
  package var side: Int
  /// 1 to 65,536, and at most the number of 4 by 4 blocks.
  package var groups: Int

  package init(side: Int, groups: Int) {
    self.side = side
    self.groups = groups
  }

  package var bytes: [UInt8] {
    var stream = Bits()
    stream.put(0x2F, 8)
    stream.put(side - 1, 14)
    stream.put(side - 1, 14)
    // No alpha, version 0, no transform, no color cache, groups of 4 by 4 pixels.
    for (value, width) in [(0, 1), (0, 3), (0, 1), (0, 1), (1, 1), (0, 3)] { stream.put(value, width) }
    // The image of group numbers, without a color cache. Green and red have 256 codes of eight bits.
    stream.put(0, 1)
    for _ in 0..<2 { stream.putWholeCode() }
    for _ in 0..<3 { stream.putSingleCode() }
    let tiles = (side + 3) / 4
    for tile in 0..<tiles * tiles {
      let group = min(tile, groups - 1)
      stream.put(Self.reversed(group & 255), 8)
      stream.put(Self.reversed(group >> 8), 8)
    }
    for _ in 0..<groups * 5 { stream.putSingleCode() }
    let data = stream.finished
    let chunk = Array("WEBPVP8L".utf8) + Self.number(data.count) + data + (data.count % 2 == 0 ? [] : [0])
    return Array("RIFF".utf8) + Self.number(chunk.count) + chunk
  }

  private static func number(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(value >> $0 & 255) } }

  /// The first bit of a code comes first.
  private static func reversed(_ byte: Int) -> Int { (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) } }

  private struct Bits {
    private var bytes: [UInt8] = []
    private var left = 0
    private var count = 0

    mutating func put(_ value: Int, _ width: Int) {
      left |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(left & 255))
        left >>= 8
        count -= 8
      }
    }

    /// A code with only the symbol 0, which takes no bits.
    mutating func putSingleCode() { for (value, width) in [(1, 1), (0, 1), (0, 1), (0, 1)] { put(value, width) } }

    /// Eight bits for each of the first 256 symbols. The code of lengths has only the symbol 8, which takes no bits.
    mutating func putWholeCode() {
      put(0, 1)
      put(8, 4)
      for place in 0..<12 { put(place == 11 ? 1 : 0, 3) }
      // 256 lengths and no others.
      for (value, width) in [(1, 1), (3, 3), (254, 8)] { put(value, width) }
    }

    var finished: [UInt8] { bytes + (count > 0 ? [UInt8(left & 255)] : []) + [UInt8](repeating: 0, count: 8) }
  }
}
