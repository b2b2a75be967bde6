import Support

/// Mutates images part by part: PNG chunks (with valid checksums), JPEG segments, WebP RIFF chunks.
enum ChunkMutation {
  /// Returns nil if the input is none of these.
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    if input.starts(with: png.signature) { return mutated(png, input, using: &random) }
    if input.starts(with: [0xff, 0xd8]) { return mutated(jpeg, input, using: &random) }
    if input.starts(with: Array("RIFF".utf8)) { return mutated(webp, input, using: &random) }
    return nil
  }

  /// How to split and join the parts of a container.
  private struct Container: Sendable {
    var signature: [UInt8]
    /// The contents of each part, with the bytes before it.
    var parts: @Sendable ([UInt8]) -> [(head: [UInt8], body: [UInt8])]
    var written: @Sendable (_ head: [UInt8], _ body: [UInt8]) -> [UInt8]
  }

  private static func mutated(_ container: Container, _ input: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var parts = container.parts(input)
    guard let place = parts.indices.randomElement(using: &random) else { return input }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: parts.remove(at: place)
    case 1: parts.insert(parts[place], at: Int.random(in: 0...parts.count, using: &random))
    case 2: parts.swapAt(place, Int.random(in: 0..<parts.count, using: &random))
    case 3:
      parts[place].body = Array(parts[place].body.prefix(Int.random(in: 0...parts[place].body.count, using: &random)))
    default:
      // Small parts are headers: sizes, depths, tables.
      let small = parts.indices.filter { (1...80).contains(parts[$0].body.count) }
      let target = small.randomElement(using: &random) ?? place
      guard let index = parts[target].body.indices.randomElement(using: &random) else { break }
      parts[target].body[index] =
        [0, 1, 2, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)]
        .randomElement(using: &random) ?? 0
    }
    return container.signature + parts.flatMap { container.written($0.head, $0.body) }
  }

  private static let png = Container(
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    parts: { bytes in
      var parts: [(head: [UInt8], body: [UInt8])] = []
      var place = 8
      while place + 8 <= bytes.count {
        let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        let start = place + 8
        let end = min(bytes.count, start + length)
        parts.append((Array(bytes[place + 4..<start]), Array(bytes[start..<end])))
        place = end + 4
      }
      return parts
    },
    written: { head, body in bigEndian(UInt32(body.count)) + head + body + bigEndian(checksum(head + body)) })

  private static let jpeg = Container(
    signature: [0xff, 0xd8],
    parts: { bytes in
      var parts: [(head: [UInt8], body: [UInt8])] = []
      var place = 2
      while place + 4 <= bytes.count, bytes[place] == 0xff, bytes[place + 1] != 0xda {
        let length = max(2, Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        let end = min(bytes.count, place + 2 + length)
        parts.append((Array(bytes[place..<place + 2]), Array(bytes[min(end, place + 4)..<end])))
        place = end
      }
      // The scans, unchanged.
      if place < bytes.count { parts.append(([], Array(bytes[place...]))) }
      return parts
    },
    written: { head, body in
      head.isEmpty
        ? body
        : head + [UInt8(truncatingIfNeeded: (body.count + 2) >> 8), UInt8(truncatingIfNeeded: body.count + 2)] + body
    })

  private static let webp = Container(
    signature: Array("RIFF".utf8) + [0xff, 0xff, 0, 0] + Array("WEBP".utf8),
    parts: { bytes in
      var parts: [(head: [UInt8], body: [UInt8])] = []
      var place = 12
      while place + 8 <= bytes.count {
        let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let end = min(bytes.count, place + 8 + length)
        parts.append((Array(bytes[place..<place + 4]), Array(bytes[place + 8..<end])))
        place = end + length % 2
      }
      return parts
    },
    written: { head, body in
      head + bigEndian(UInt32(body.count)).reversed() + body + (body.count % 2 == 0 ? [] : [0])
    })

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// The CRC-32 of PNG (ISO 3309).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xedb8_8320 }
    }
    return ~sum
  }
}
