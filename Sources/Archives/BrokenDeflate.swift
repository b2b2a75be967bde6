/// What deflate (RFC 1951) has packed, up to where it breaks off. libarchive gives whole pieces of 64 KB: of an archive that is
/// cut off it loses the last one, and of a small one all of it.
struct BrokenDeflate {
  private struct End: Error {}

  private let packed: [UInt8]
  /// Bits that were read.
  private var position: Int
  private let limit: Int
  private(set) var bytes: [UInt8] = []

  /// - Parameters:
  ///   - gzip: A stream of gzip (RFC 1952) with its header.
  ///   - limit: Bytes that are unpacked at most.
  /// - Returns: All that can be unpacked of its first member.
  static func bytes(of gzip: [UInt8], limit: Int) -> [UInt8] {
    guard let start = start(of: gzip) else { return [] }
    var stream = BrokenDeflate(packed: gzip, position: start * 8, limit: limit)
    do {
      while try stream.unpackBlock() {}
    } catch {
      // What is unpacked by then is whole.
    }
    return stream.bytes
  }

  private init(packed: [UInt8], position: Int, limit: Int) {
    (self.packed, self.position, self.limit) = (packed, position, limit)
  }

  /// Where the packed bytes begin behind a header.
  private static func start(of gzip: [UInt8]) -> Int? {
    guard gzip.count > 10, gzip.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    let flags = gzip[3]
    var start = 10
    if flags & 4 != 0 {
      guard start + 2 <= gzip.count else { return nil }
      start += 2 + Int(gzip[start]) + Int(gzip[start + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      // A name and a comment end with a zero.
      guard start <= gzip.count, let end = gzip[start...].firstIndex(of: 0) else { return nil }
      start = end + 1
    }
    if flags & 2 != 0 { start += 2 }
    return start < gzip.count ? start : nil
  }

  // MARK: Bits

  /// The lowest first.
  private mutating func bits(_ count: Int) throws(End) -> Int {
    guard position + count <= packed.count * 8 else { throw End() }
    var value = 0
    for place in 0..<count {
      value |= Int(packed[position >> 3] >> UInt8(position & 7) & 1) << place
      position += 1
    }
    return value
  }

  /// Codes of one alphabet: of those of each length the first, and which symbols they stand for.
  private struct Codes {
    private(set) var counts = [Int](repeating: 0, count: 16)
    private(set) var symbols: [Int] = []

    init(lengths: some Collection<Int>) {
      for length in lengths where length > 0 { counts[length] += 1 }
      for length in 1...15 {
        symbols += zip(0..., lengths).filter { $0.1 == length }.map(\.0)
      }
    }
  }

  private mutating func symbol(of codes: Codes) throws(End) -> Int {
    var (code, first, before) = (0, 0, 0)
    for length in 1...15 {
      code = code << 1 | (try bits(1))
      first <<= 1
      let count = codes.counts[length]
      if code - first < count { return codes.symbols[before + code - first] }
      first += count
      before += count
    }
    throw End()
  }

  // MARK: Blocks

  /// - Returns: Whether another one follows.
  private mutating func unpackBlock() throws(End) -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 0: try copyStored()
    case 1:
      let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
      try unpack(Codes(lengths: lengths), distances: Codes(lengths: Array(repeating: 5, count: 30)))
    case 2: try unpackWithOwnCodes()
    default: throw End()
    }
    return !isLast
  }

  private mutating func copyStored() throws(End) {
    position = (position + 7) & ~7
    let count = try bits(16)
    guard try bits(16) == ~count & 0xFFFF else { throw End() }
    for _ in 0..<count { try append(UInt8(try bits(8))) }
  }

  /// In which order lengths of the codes of lengths stand.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func unpackWithOwnCodes() throws(End) {
    let (literals, distances, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    var own = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(count) { own[place] = try bits(3) }
    let codes = Codes(lengths: own)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(of: codes) {
      case 16:
        guard let last = lengths.last else { throw End() }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    try unpack(
      Codes(lengths: lengths.prefix(literals)),
      distances: Codes(lengths: lengths.dropFirst(literals).prefix(distances)))
  }

  private mutating func unpack(_ literals: Codes, distances: Codes) throws(End) {
    while true {
      let symbol = try symbol(of: literals)
      if symbol == 256 { return }
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      guard symbol < 286 else { throw End() }
      let length = symbol == 285 ? 258 : try extended(symbol - 257, from: 3, group: 4)
      let distance = try extended(self.symbol(of: distances), from: 1, group: 2)
      guard distance <= bytes.count else { throw End() }
      for _ in 0..<length { try append(bytes[bytes.count - distance]) }
    }
  }

  /// Lengths and distances: a number of each group more takes a bit more.
  ///
  /// - Parameters:
  ///   - first: What the lowest symbol stands for.
  ///   - group: Symbols of as many bits.
  private mutating func extended(_ symbol: Int, from first: Int, group: Int) throws(End) -> Int {
    let extra = max(0, symbol / group - 1)
    guard extra <= 13 else { throw End() }
    let base = symbol < group * 2 ? symbol : (group + symbol % group) << extra
    return first + base + (try bits(extra))
  }

  private mutating func append(_ byte: UInt8) throws(End) {
    guard bytes.count < limit else { throw End() }
    bytes.append(byte)
  }
}
