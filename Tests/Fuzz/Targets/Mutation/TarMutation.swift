import Support

/// Mutates header fields of tar archives (POSIX.1-2001, with GNU's types), with valid checksums.
enum TarMutation {
  private static let blockSize = 512

  private struct Entry {
    var header: [UInt8]
    /// Without the padding of the last block.
    var data: [UInt8]
  }

  private struct Field {
    var offset, count: Int
  }

  private static let texts = [
    Field(offset: 0, count: 100), Field(offset: 157, count: 100), Field(offset: 345, count: 155),
    Field(offset: 265, count: 32),
  ]
  private static let size = Field(offset: 124, count: 12)
  private static let checksum = Field(offset: 148, count: 8)
  private static let numbers = [
    size, Field(offset: 100, count: 8), Field(offset: 136, count: 12), Field(offset: 329, count: 8),
  ]
  private static let typePlace = 156
  /// Files, links, devices, folders; POSIX and GNU headers that describe the next entry; sparse and continued files.
  private static let types = Array("\u{0}0123456 7xgLKSVDMNAX".utf8)

  /// Returns nil if there is no entry.
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    var entries = entries(of: input)
    guard !entries.isEmpty else { return nil }
    var hasSums = true
    for _ in 0..<Int.random(in: 1...3, using: &random) { change(&entries, &hasSums, using: &random) }
    let bytes = entries.flatMap { written($0, hasSum: hasSums) }
    let isCut = Int.random(in: 0..<10, using: &random) == 0
    return isCut
      ? Array(bytes.dropLast(Int.random(in: 0...bytes.count, using: &random)))
      : bytes + [UInt8](repeating: 0, count: 2 * blockSize)
  }

  private static func change(_ entries: inout [Entry], _ hasSums: inout Bool, using random: inout SplitMix64) {
    guard let place = entries.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: entries.remove(at: place)
    case 1: entries.insert(entries[place], at: Int.random(in: 0...entries.count, using: &random))
    case 2: entries.swapAt(place, Int.random(in: 0..<entries.count, using: &random))
    case 3:
      let field = texts.randomElement(using: &random) ?? texts[0]
      put(ArchiveMutation.name(using: &random), in: field, of: &entries[place])
    case 4, 5: putNumber(in: &entries[place], using: &random)
    case 6: entries[place].header[typePlace] = types.randomElement(using: &random) ?? 0
    case 7: entries.insert(attributes(using: &random), at: place)
    case 8:
      guard let index = entries[place].data.indices.randomElement(using: &random) else { return }
      entries[place].data[index] = UInt8.random(in: 0...255, using: &random)
    default:
      hasSums = Int.random(in: 0..<4, using: &random) > 0
      entries[place].header[Int.random(in: 0..<blockSize, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  /// Writes a number in octal digits or in GNU's binary form for large numbers.
  private static func putNumber(in entry: inout Entry, using random: inout SplitMix64) {
    let field = Bool.random(using: &random) ? size : numbers.randomElement(using: &random) ?? size
    let number = ArchiveMutation.number(near: entry.data.count, using: &random)
    if Bool.random(using: &random) {
      let digits = String(UInt(bitPattern: number), radix: 8)
      put(
        Array(String(repeating: "0", count: max(0, field.count - 1 - digits.utf8.count)).utf8) + digits.utf8, in: field,
        of: &entry)
    } else {
      let bytes = (0..<field.count).map { UInt8(truncatingIfNeeded: number >> (8 * min(7, field.count - 1 - $0))) }
      put([bytes[0] | 0x80] + bytes.dropFirst(), in: field, of: &entry)
    }
  }

  private static func put(_ bytes: [UInt8], in field: Field, of entry: inout Entry) {
    let filled = bytes.prefix(field.count) + [UInt8](repeating: 0, count: max(0, field.count - bytes.count))
    entry.header.replaceSubrange(field.offset..<field.offset + field.count, with: filled)
  }

  /// Returns an entry that describes the next one: a POSIX record, or GNU's long name.
  private static func attributes(using random: inout SplitMix64) -> Entry {
    var entry = Entry(header: [UInt8](repeating: 0, count: blockSize), data: [])
    put(Array("ustar\u{0}00".utf8), in: Field(offset: 257, count: 8), of: &entry)
    if Int.random(in: 0..<3, using: &random) == 0 {
      entry.header[typePlace] = UInt8(ascii: Bool.random(using: &random) ? "L" : "K")
      entry.data = ArchiveMutation.name(using: &random) + [0]
    } else {
      entry.header[typePlace] = UInt8(ascii: Bool.random(using: &random) ? "x" : "g")
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let name = String(decoding: ArchiveMutation.name(using: &random), as: UTF8.self)
        let number = ArchiveMutation.number(near: 100, using: &random)
        let text = " \(records.randomElement(using: &random) ?? "")".replacing("{name}", with: name)
          .replacing("{number}", with: "\(number)")
        // The length includes its own digits.
        let length = text.utf8.count + 1 + (text.utf8.count > 97 ? 3 : 2)
        let said = Int.random(in: 0..<6, using: &random) == 0 ? number : length
        entry.data += Array("\(said)\(text)\n".utf8)
      }
    }
    let digits = String(entry.data.count, radix: 8)
    put(Array(String(repeating: "0", count: 11 - digits.count).utf8) + digits.utf8, in: size, of: &entry)
    return entry
  }

  private static let records: [String] = [
    "path={name}", "linkpath={name}", "size={number}", "mtime={number}.5", "hdrcharset=BINARY", "GNU.sparse.major=1",
    "GNU.sparse.minor=0", "GNU.sparse.name={name}", "GNU.sparse.realsize={number}", "GNU.sparse.map=0,{number}",
    "GNU.sparse.numblocks={number}", "SCHILY.xattr.user.a={name}", "LIBARCHIVE.symlinktype=dir", "={name}",
  ]

  // MARK: Blocks

  private static func entries(of bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    while place + blockSize <= bytes.count, bytes[place..<place + blockSize].contains(where: { $0 != 0 }) {
      let header = Array(bytes[place..<place + blockSize])
      let digits = header[size.offset..<size.offset + size.count].prefix { (0x30...0x37).contains($0) }
      let count = Int(String(decoding: digits, as: UTF8.self), radix: 8) ?? 0
      let start = place + blockSize
      let end = min(bytes.count, start + min(count, bytes.count))
      entries.append(Entry(header: header, data: Array(bytes[start..<end])))
      place = start + (end - start + blockSize - 1) / blockSize * blockSize
    }
    return entries
  }

  private static func written(_ entry: Entry, hasSum: Bool) -> [UInt8] {
    var entry = entry
    if hasSum {
      put([UInt8](repeating: 0x20, count: checksum.count), in: checksum, of: &entry)
      let digits = String(entry.header.reduce(0) { $0 + Int($1) }, radix: 8)
      put(
        Array(String(repeating: "0", count: 6 - digits.count).utf8) + digits.utf8 + [0, 0x20], in: checksum, of: &entry)
    }
    return entry.header + entry.data
      + [UInt8](repeating: 0, count: (blockSize - entry.data.count % blockSize) % blockSize)
  }
}
