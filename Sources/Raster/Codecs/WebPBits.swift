/// Bits of a lossless WebP's stream, the lowest of a byte first.
struct WebPBits {
  enum Problem: Error {
    case endsEarly
    /// It says what no such stream says.
    case broken
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var left: UInt64 = 0
  private var count = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// - Parameter width: 0 to 32.
  mutating func read(_ width: Int) throws(Problem) -> Int {
    while count < width {
      guard position < bytes.endIndex else { throw .endsEarly }
      left |= UInt64(bytes[position]) << UInt64(count)
      position += 1
      count += 8
    }
    defer {
      left >>= UInt64(width)
      count -= width
    }
    return Int(left & (1 << UInt64(width) - 1))
  }
}

/// A prefix code of a lossless WebP, read bit by bit: what is read with it is small.
struct WebPPrefixCode {
  /// How many codes have each length, from none to fifteen bits.
  private var counts = [Int](repeating: 0, count: 16)
  /// Symbols by length, then by value.
  private var symbols: [UInt16] = []
  /// Of the only symbol that there is, which takes no bit.
  private var only: Int?

  /// The order in which lengths of the code of lengths are written (WebP lossless bitstream, 3.7.2.1.2).
  private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  /// Reads a code.
  ///
  /// - Parameter size: Of its alphabet.
  init(_ bits: inout WebPBits, size: Int) throws(WebPBits.Problem) {
    var lengths = [UInt8](repeating: 0, count: size)
    if try bits.read(1) == 1 {
      let isPair = try bits.read(1) == 1
      let first = try bits.read(bits.read(1) == 1 ? 8 : 1)
      let second = isPair ? try bits.read(8) : first
      guard max(first, second) < size else { throw .broken }
      (lengths[first], lengths[second]) = (1, 1)
    } else {
      var own = [UInt8](repeating: 0, count: Self.order.count)
      for place in Self.order.prefix(try bits.read(4) + 4) { own[place] = UInt8(try bits.read(3)) }
      try Self.readLengths(&bits, WebPPrefixCode(lengths: own), into: &lengths)
    }
    try self.init(lengths: lengths)
  }

  private init(lengths: [UInt8]) throws(WebPBits.Problem) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    for length in 1..<16 where counts[length] > 0 {
      symbols += lengths.indices.filter { lengths[$0] == length }.map { UInt16($0) }
    }
    if symbols.count == 1 { only = Int(symbols[0]) }
    // Each code is there, and none twice.
    let room = (1..<16).reduce(1) { $0 < 0 ? $0 : $0 * 2 - counts[$1] }
    guard only != nil || room == 0 else { throw .broken }
  }

  private static func readLengths(
    _ bits: inout WebPBits, _ code: WebPPrefixCode, into lengths: inout [UInt8]
  ) throws(WebPBits.Problem) {
    var left = lengths.count
    if try bits.read(1) == 1 { left = try bits.read(2 + 2 * bits.read(3)) + 2 }
    guard left <= lengths.count else { throw .broken }
    var (place, previous) = (0, UInt8(8))
    while place < lengths.count, left > 0 {
      left -= 1
      let symbol = try code.read(&bits)
      if symbol < 16 {
        lengths[place] = UInt8(symbol)
        if symbol > 0 { previous = UInt8(symbol) }
        place += 1
        continue
      }
      let (width, least) = [(2, 3), (3, 3), (7, 11)][symbol - 16]
      let count = try bits.read(width) + least
      guard place + count <= lengths.count else { throw .broken }
      for index in place..<place + count { lengths[index] = symbol == 16 ? previous : 0 }
      place += count
    }
  }

  /// The next symbol.
  func read(_ bits: inout WebPBits) throws(WebPBits.Problem) -> Int {
    if let only { return only }
    var (code, first, start) = (0, 0, 0)
    for length in 1..<16 {
      code |= try bits.read(1)
      let count = counts[length]
      if code - first < count { return Int(symbols[start + code - first]) }
      start += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .broken
  }
}
