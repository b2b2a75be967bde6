import Support

/// Mutates records of zip archives (APPNOTE 6.3), mostly with a central directory that matches the files.
enum ZipMutation {
  private enum Kind: UInt8, CaseIterable {
    case listed = 1
    case file = 3
    case end = 5
    case descriptor = 7

    /// The number of bytes before the name.
    var headSize: Int {
      switch self {
      case .listed: 46
      case .file: 30
      case .end: 22
      case .descriptor: 16
      }
    }

    /// Offsets and sizes of numbers: version, flags, method, checksum, sizes, lengths, attributes, offset.
    var fields: [(offset: Int, count: Int)] {
      switch self {
      case .listed:
        [(4, 2), (8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2), (32, 2), (38, 4), (42, 4)]
      case .file: [(4, 2), (6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2)]
      case .end: [(4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)]
      case .descriptor: [(4, 4), (8, 4), (12, 4)]
      }
    }

    var nameLength: Int? {
      switch self {
      case .listed: 28
      case .file: 26
      case .end, .descriptor: nil
      }
    }
  }

  /// The bytes from one signature to the next.
  private struct Record {
    var kind: Kind
    var bytes: [UInt8]

    var name: Range<Int>? {
      guard let place = kind.nameLength, bytes.count >= kind.headSize else { return nil }
      let end = kind.headSize + Int(bytes[place]) + Int(bytes[place + 1]) << 8
      return end <= bytes.count ? kind.headSize..<end : nil
    }

    mutating func put(_ number: Int, at offset: Int, _ count: Int) {
      guard offset + count <= bytes.count else { return }
      for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
  }

  /// Returns nil if there is no record.
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    var records = records(of: input)
    guard !records.isEmpty else { return nil }
    let isMended = Int.random(in: 0..<3, using: &random) > 0
    // Repairing would undo changes of the directory's numbers.
    if isMended { changeRecords(&records, using: &random) }
    if isMended { mend(&records) }
    for _ in 0..<Int.random(in: isMended ? 0...2 : 1...3, using: &random) { changeField(&records, using: &random) }
    let bytes = records.flatMap(\.bytes)
    let isCut = Int.random(in: 0..<10, using: &random) == 0
    return isCut ? Array(bytes.dropLast(Int.random(in: 0...bytes.count, using: &random))) : bytes
  }

  private static func changeRecords(_ records: inout [Record], using random: inout SplitMix64) {
    guard let place = records.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: records.remove(at: place)
    case 1: records.insert(records[place], at: Int.random(in: 0...records.count, using: &random))
    case 2: records.swapAt(place, Int.random(in: 0..<records.count, using: &random))
    case 3:
      guard let old = records[place].name.map({ Array(records[place].bytes[$0]) }) else { return }
      let new = ArchiveMutation.name(using: &random)
      for index in records.indices {
        guard let range = records[index].name, records[index].bytes[range].elementsEqual(old) else { continue }
        records[index].bytes.replaceSubrange(range, with: new)
        if let length = records[index].kind.nameLength { records[index].put(new.count, at: length, 2) }
      }
    case 4: addExtra(to: &records[place], using: &random)
    default:
      guard let index = records[place].bytes.indices.randomElement(using: &random) else { return }
      records[place].bytes[index] = UInt8.random(in: 0...255, using: &random)
    }
  }

  private static func changeField(_ records: inout [Record], using random: inout SplitMix64) {
    guard let place = records.indices.randomElement(using: &random),
      let field = records[place].kind.fields.randomElement(using: &random)
    else { return }
    let number = ArchiveMutation.number(near: records[place].bytes.count, using: &random)
    records[place].put(number, at: field.offset, field.count)
  }

  /// Adds an extra field: ZIP64 sizes, a Unicode name, a time, an owner, or an unknown type.
  private static func addExtra(to record: inout Record, using random: inout SplitMix64) {
    guard let name = record.name, let length = record.kind.nameLength else { return }
    let ids: [Int] = [0x0001, 0x7075, 0x5455, 0x7875, 0x9901, 0x6c78, Int.random(in: 0...0xffff, using: &random)]
    let content = (0..<Int.random(in: 0...32, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let (id, said) = (
      ids.randomElement(using: &random) ?? 1, Int.random(in: 0..<4, using: &random) == 0 ? 0xffff : content.count
    )
    let extra = [id, said].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] } + content
    record.bytes.insert(contentsOf: extra, at: name.upperBound)
    record.put(extra.count, at: length + 2, 2)
  }

  /// Corrects the offsets in the directory and in the end record.
  private static func mend(_ records: inout [Record]) {
    var (position, listStart, listed): (Int, Int?, Int) = (0, nil, 0)
    var places: [[UInt8]: Int] = [:]
    for index in records.indices {
      let record = records[index]
      let name = record.name.map { Array(record.bytes[$0]) } ?? []
      switch record.kind {
      case .file: places[name] = places[name] ?? position
      case .listed:
        listStart = listStart ?? position
        listed += 1
        if let place = places[name] { records[index].put(place, at: 42, 4) }
      case .end:
        for (offset, count, number) in [
          (8, 2, listed), (10, 2, listed), (12, 4, position - (listStart ?? position)), (16, 4, listStart ?? position),
        ] {
          records[index].put(number, at: offset, count)
        }
      case .descriptor: break
      }
      position += record.bytes.count
    }
  }

  private static func records(of bytes: [UInt8]) -> [Record] {
    let kinds = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, $0) })
    let starts = bytes.indices.dropLast(3).filter {
      bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B && kinds[bytes[$0 + 2]] != nil && bytes[$0 + 3] == bytes[$0 + 2] + 1
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).compactMap { start, end in
      kinds[bytes[start + 2]].map { Record(kind: $0, bytes: Array(bytes[start..<end])) }
    }
  }
}
