/// What a PNG's chunks before its pixels say (PNG, third edition, 11.2–11.3).
struct PNGChunks: Hashable {
  var width = 0
  var height = 0
  /// A colour type with alpha, or a tRNS chunk.
  var hasAlpha = false
  var hasColorProfile = false
  /// Of the samples, e.g. 0.45455; nil where the file gives none, or says that it is sRGB.
  var gamma: Double?

  /// Nil unless the file begins with a whole IHDR chunk.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    width = PNGChunks.number(bytes, 16)
    height = PNGChunks.number(bytes, 20)
    hasAlpha = bytes[25] & 4 != 0
    readAncillary(bytes)
  }

  private mutating func readAncillary(_ bytes: [UInt8]) {
    var isStandard = false
    var position = 33
    walk: while position + 8 <= bytes.count {
      let length = PNGChunks.number(bytes, position)
      switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
      case "IDAT", "IEND": break walk
      case "tRNS": hasAlpha = true
      case "iCCP": hasColorProfile = true
      case "sRGB": isStandard = true
      case "gAMA" where length == 4 && position + 12 <= bytes.count:
        gamma = Double(PNGChunks.number(bytes, position + 8)) / 100_000
      default: break
      }
      position += 12 + length
    }
    if isStandard || gamma.map({ abs($0 - 0.45455) < 0.005 }) == true { gamma = nil }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
