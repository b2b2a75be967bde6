import Pixels

/// What libwebp allocates for the prefix codes of a lossless picture, or of a lossy one's alpha. A few hundred kilobytes can
/// ask for 65 536 groups of five codes, and each group takes tables of twelve kilobytes: how many there are is read from the
/// stream, which nothing is decoded for (WebP lossless bitstream specification).
struct WebPCodeTables {
  /// Bytes of the tables and of the small images before the picture, which say how it is coded.
  private(set) var byteCount = 0

  private static let groupLimit = 1 << 16
  /// Pixels of small images that are read through. No picture that fits into the usual memory has more.
  private static let scanLimit = 1 << 22
  /// Entries of a group's tables, by the colour cache's bits, and bytes of an entry and of what a group has beside.
  private static let entries = [654, 656, 658, 662, 670, 686, 718, 782, 912, 1168, 1680, 2704].map { 2300 + $0 }
  private static let (entryBytes, groupBytes) = (4, 640)

  /// - Parameter bytes: The file, or its beginning.
  /// - Throws: `WebPBits.Problem.endsEarly` where that is not enough.
  init(of bytes: [UInt8], _ size: PixelSize) throws(WebPBits.Problem) {
    var place = 12
    while place + 8 <= bytes.count {
      let kind = bytes[place..<place + 4]
      let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let chunk = bytes[place + 8..<min(bytes.count, place + 8 + length)]
      if kind.elementsEqual("VP8L".utf8) {
        try scan(chunk.dropFirst(5), of: length, size)
        return
      }
      if kind.elementsEqual("VP8 ".utf8) { return }
      // Compressed as a picture of its own without a header.
      if kind.elementsEqual("ALPH".utf8), let flags = chunk.first, flags & 3 == 1 {
        try scan(chunk.dropFirst(), of: length, size)
      }
      place += 8 + length + length % 2
    }
    throw .endsEarly
  }

  /// - Parameters:
  ///   - stream: As far as it is there.
  ///   - length: Bytes of all of it.
  private mutating func scan(
    _ stream: ArraySlice<UInt8>, of length: Int, _ size: PixelSize
  ) throws(WebPBits.Problem) {
    var scan = Scan(bits: WebPBits(stream))
    do throws(WebPBits.Problem) {
      try scan.read(size)
    } catch .broken {
      // The decoder stops there too. Should it not, this is the most that the stream has room for: a group takes five
      // codes of four bits at the least.
      let tiles = ((size.width + 3) / 4) * ((size.height + 3) / 4)
      scan.groups = min(Self.groupLimit, tiles, length * 8 / 20 + 1)
      scan.cacheBits = Self.entries.count - 1
    }
    let tables = scan.groups * (Self.entries[scan.cacheBits] * Self.entryBytes + Self.groupBytes)
    byteCount = max(byteCount, tables + scan.pixels * 4 + 4 << scan.cacheBits)
  }

  /// A walk through a stream up to its picture.
  private struct Scan {
    var bits: WebPBits
    var groups = 1
    var cacheBits = 0
    /// Of the small images.
    var pixels = 0

    mutating func read(_ size: PixelSize) throws(WebPBits.Problem) {
      var width = size.width
      var known: Set<Int> = []
      while try bits.read(1) == 1 {
        let kind = try bits.read(2)
        guard known.insert(kind).inserted else { throw .broken }
        switch kind {
        case 0, 1: _ = try readImage(tiles(width, size.height))
        case 3:
          let colors = try bits.read(8) + 1
          _ = try readImage(PixelSize(width: colors, height: 1))
          // Several pixels share one of the picture's.
          let shift = colors > 16 ? 0 : colors > 4 ? 1 : colors > 2 ? 2 : 3
          width = (width + (1 << shift) - 1) >> shift
        default: break
        }
      }
      cacheBits = try readCacheBits()
      guard try bits.read(1) == 1 else { return }
      groups = try readImage(tiles(width, size.height)) + 1
    }

    private mutating func tiles(_ width: Int, _ height: Int) throws(WebPBits.Problem) -> PixelSize {
      let shift = try bits.read(3) + 2
      return PixelSize(width: (width + (1 << shift) - 1) >> shift, height: (height + (1 << shift) - 1) >> shift)
    }

    private mutating func readCacheBits() throws(WebPBits.Problem) -> Int {
      guard try bits.read(1) == 1 else { return 0 }
      let width = try bits.read(4)
      guard (1...11).contains(width) else { throw .broken }
      return width
    }

    /// Reads over a small image. What is copied or comes from the cache is what was there before: only literal pixels
    /// count, and none is kept.
    ///
    /// - Returns: The largest number that red and green of a pixel make.
    private mutating func readImage(_ size: PixelSize) throws(WebPBits.Problem) -> Int {
      let area = size.width * size.height
      pixels += area
      guard pixels <= WebPCodeTables.scanLimit else { throw .broken }
      let cache = try readCacheBits()
      var codes: [WebPPrefixCode] = []
      for size in [256 + 24 + (cache > 0 ? 1 << cache : 0), 256, 256, 256, 40] {
        codes.append(try WebPPrefixCode(&bits, size: size))
      }
      var (done, largest) = (0, 0)
      while done < area {
        let green = try codes[0].read(&bits)
        switch green {
        case ..<256:
          largest = max(largest, try codes[1].read(&bits) << 8 | green)
          for code in codes[2...3] { _ = try code.read(&bits) }
          done += 1
        case ..<280:
          done += try readNumber(green - 256)
          _ = try readNumber(codes[4].read(&bits))
        default: done += 1
        }
      }
      guard done == area else { throw .broken }
      return largest
    }

    /// A length or a distance: a symbol says how many bits follow.
    private mutating func readNumber(_ symbol: Int) throws(WebPBits.Problem) -> Int {
      guard symbol >= 4 else { return symbol + 1 }
      let width = (symbol - 2) >> 1
      return try (2 + symbol & 1) << width + bits.read(width) + 1
    }
  }
}
