import Basics
import Diagnostics

/// Properties of an image file beyond the 8 bits a channel of its first frame, which are compared.
struct ImageContent {
  /// It has several frames.
  private(set) var isAnimated = false
  /// Bits per channel; 8 if no greater depth of the format is decoded.
  private(set) var depth = 8
  /// Bytes that define how numbers become colors; empty for plain sRGB.
  private(set) var colors: [UInt8] = []

  init(_ bytes: [UInt8]) {
    switch ImageFormat(of: Array(bytes.prefix(1100))) {
    case .png: readPNG(bytes)
    case .webp: readWebP(bytes)
    case .jpeg: readJPEG(bytes)
    default: break
    }
  }

  /// Returns why two files with different bytes can't be compared; nil if they can.
  static func obstacle(_ before: [UInt8], _ after: [UInt8]) -> ImageFolderIssue? {
    let sides = [("before", ImageContent(before)), ("after", ImageContent(after))]
    return sides.first { $0.1.isAnimated }.map { .animated(side: $0.0) }
  }

  /// Returns why two files that look the same at 8 bits per channel may differ; nil if they can't.
  static func doubt(_ before: [UInt8], _ after: [UInt8]) -> ImageFolderIssue? {
    let (old, new) = (ImageContent(before), ImageContent(after))
    if old.colors != new.colors { return .colorProfiles }
    if max(old.depth, new.depth) > 8 { return .deep(bits: max(old.depth, new.depth)) }
    return nil
  }

  // MARK: Formats

  /// PNG Third Edition, 5.3 and 11.3.
  private mutating func readPNG(_ bytes: [UInt8]) {
    var place = 8
    var chunks: [String: ArraySlice<UInt8>] = [:]
    // A chunk is its length, its name, its data and a checksum.
    while bytes.count - place >= 12 {
      let length = bytes[place..<place + 4].bigEndian
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      guard length <= bytes.count - place - 12, name != "IDAT", name != "IEND" else { break }
      chunks[name] = bytes[place + 8..<place + 8 + length]
      place += length + 12
    }
    if let header = chunks["IHDR"], header.count > 8 { depth = Int(header[header.startIndex + 8]) == 16 ? 16 : 8 }
    isAnimated = chunks["acTL"] != nil
    for name in ["cICP", "mDCV", "mDCv", "cLLI", "cLLi"] { colors += chunks[name] ?? [] }
    if let profile = chunks["iCCP"] { return colors += profile }
    guard chunks["sRGB"] == nil else { return }
    // sRGB's own gamma and chromaticities, in units of 1/100,000, change nothing.
    let gamma = chunks["gAMA"].map(\.bigEndian) ?? 45_455
    if !(45_000...46_000).contains(gamma) { colors += chunks["gAMA"] ?? [] }
    let standard = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    if let points = chunks["cHRM"], points.count == 32 {
      let values = stride(from: points.startIndex, to: points.endIndex, by: 4).map { points[$0..<$0 + 4].bigEndian }
      if zip(values, standard).contains(where: { abs($0 - $1) > 100 }) { colors += points }
    }
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
      if name == "ICCP" { colors += data }
      place += 8 + length + length % 2
    }
  }

  /// ICC.1, annex B.4: the profile is in segments APP2.
  private mutating func readJPEG(_ bytes: [UInt8]) {
    var place = 2
    while bytes.count - place >= 4, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Fill bytes may precede a marker. No relevant segments follow the start of a scan.
      if marker == 0xFF {
        place += 1
        continue
      }
      guard marker != 0xDA, marker != 0xD9 else { return }
      let length = bytes[place + 2..<place + 4].bigEndian
      guard length >= 2, length <= bytes.count - place - 2 else { return }
      let data = bytes[place + 4..<place + 2 + length]
      if marker == 0xE2, data.starts(with: "ICC_PROFILE\0".utf8) { colors += data }
      place += 2 + length
    }
  }
}

extension ArraySlice<UInt8> {
  /// Reads up to four bytes.
  fileprivate var bigEndian: Int { prefix(4).reduce(0) { $0 << 8 | Int($1) } }
}
