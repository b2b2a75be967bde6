import Basics
import CDeflate

/// The properties of an image file that its first frame at 8 bits per channel doesn't show.
package struct ImageContent: Hashable, Sendable {
  /// Whether the file has several frames, or is a GIF, which may have.
  package private(set) var isAnimated = false
  /// Bits per channel; 8 if no greater depth of the format is decoded.
  package private(set) var depth = 8
  package private(set) var colors = ColorDefinition.standard

  package init(_ bytes: [UInt8]) {
    switch ImageFormat(of: Array(bytes.prefix(1100))) {
    case .png: readPNG(bytes)
    case .webp: readWebP(bytes)
    case .jpeg: readJPEG(bytes)
    case .gif: isAnimated = true
    default: break
    }
  }

  // MARK: Formats

  /// PNG Third Edition, 5.3 and 11.3.
  private mutating func readPNG(_ bytes: [UInt8]) {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    PNGChunk.forEach(in: bytes) { chunk in
      guard chunk.name != "IDAT" else { return false }
      chunks[chunk.name] = chunk.data
      return true
    }
    if let header = chunks["IHDR"], header.count > 8 { depth = Int(header[header.startIndex + 8]) == 16 ? 16 : 8 }
    isAnimated = chunks["acTL"] != nil
    if let code = chunks["cICP"], code.count == 4 {
      colors = .coded(primaries: Int(code[code.startIndex]), transfer: Int(code[code.startIndex + 1]))
    } else if let profile = chunks["iCCP"] {
      colors = Self.profile(profile).map(ColorDefinition.profile) ?? .unreadable(Array(profile))
    } else if chunks["sRGB"] == nil {
      colors = Self.gamma(chunks["gAMA"], chunks["cHRM"])
    }
  }

  /// Returns the profile of an iCCP chunk: a name that ends with a zero, the compression method 0, and compressed data.
  private static func profile(_ chunk: ArraySlice<UInt8>) -> [UInt8]? {
    guard let end = chunk.firstIndex(of: 0), chunk.distance(from: end, to: chunk.endIndex) > 2, chunk[end + 1] == 0
    else { return nil }
    return inflated(Array(chunk[(end + 2)...]), limit: 1 << 23)
  }

  private static func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var room = min(limit, max(4096, bytes.count * 4))
    while true {
      var count = 0
      var result = LIBDEFLATE_BAD_DATA
      let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
        result = libdeflate_zlib_decompress(decompressor, bytes, bytes.count, buffer.baseAddress, room, &count)
        initialized = result == LIBDEFLATE_SUCCESS ? count : 0
      }
      if result == LIBDEFLATE_SUCCESS { return output }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE, room < limit else { return nil }
      room = min(limit, room * 4)
    }
  }

  /// sRGB's own gamma and chromaticities, in units of 1/100,000, change nothing.
  private static func gamma(_ gamma: ArraySlice<UInt8>?, _ points: ArraySlice<UInt8>?) -> ColorDefinition {
    let standard = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let stated = gamma.map(\.bigEndian) ?? ColorDefinition.standardGamma
    var values: [Int]?
    if let points, points.count == 32 {
      let read = stride(from: points.startIndex, to: points.endIndex, by: 4).map { points[$0..<$0 + 4].bigEndian }
      if zip(read, standard).contains(where: { abs($0 - $1) > 100 }) { values = read }
    }
    if (45_000...46_000).contains(stated), values == nil { return .standard }
    return .gamma(stated, chromaticities: values)
  }

  /// RFC 9649, 2.7.
  private mutating func readWebP(_ bytes: [UInt8]) {
    var place = 12
    while bytes.count - place >= 8 {
      let length = Array(bytes[place + 4..<place + 8].reversed())[...].bigEndian
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      guard length <= bytes.count - place - 8 else { return }
      let data = bytes[place + 8..<place + 8 + length]
      if name == "VP8X", let flags = data.first { isAnimated = flags & 0x02 != 0 }
      if name == "ANIM" || name == "ANMF" { isAnimated = true }
      if name == "ICCP" { colors = .profile(Array(data)) }
      place += 8 + length + length % 2
    }
  }

  /// ICC.1, annex B.4: the profile is in segments APP2, in pieces with a number and a count.
  private mutating func readJPEG(_ bytes: [UInt8]) {
    var place = 2
    var pieces: [(number: UInt8, data: ArraySlice<UInt8>)] = []
    while bytes.count - place >= 4, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Fill bytes may precede a marker. No relevant segments follow the start of a scan.
      if marker == 0xFF {
        place += 1
        continue
      }
      guard marker != 0xDA, marker != 0xD9 else { break }
      let length = bytes[place + 2..<place + 4].bigEndian
      guard length >= 2, length <= bytes.count - place - 2 else { break }
      let data = bytes[place + 4..<place + 2 + length]
      if marker == 0xE2, data.count > 14, data.starts(with: "ICC_PROFILE\0".utf8) {
        pieces.append((data[data.startIndex + 12], data.dropFirst(14)))
      }
      place += 2 + length
    }
    guard !pieces.isEmpty else { return }
    colors = .profile(pieces.sorted { $0.number < $1.number }.flatMap(\.data))
  }
}

/// A chunk of a PNG: a name of four letters and data.
struct PNGChunk {
  var name: String
  var data: ArraySlice<UInt8>

  /// Passes the complete chunks in order until `body` returns false.
  static func forEach(in bytes: [UInt8], _ body: (PNGChunk) -> Bool) {
    var place = 8
    // A chunk is its length, its name, its data and a checksum.
    while bytes.count - place >= 12 {
      let length = bytes[place..<place + 4].bigEndian
      guard length <= bytes.count - place - 12 else { return }
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      guard body(PNGChunk(name: name, data: bytes[place + 8..<place + 8 + length])) else { return }
      place += length + 12
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number in up to four bytes.
  var bigEndian: Int { prefix(4).reduce(0) { $0 << 8 | Int($1) } }
}
