import JSONTree

/// A host name in a text, as far as it can be told without asking a name server.
struct HostName {
  /// UTF-8 offsets; narrower than what was scanned where the name begins inside a word ("сайтvk.com").
  let range: Range<Int>

  /// A name that stands in a text by itself, without a scheme: its last label must be a known top-level domain (or it
  /// must begin with `www.`), and not be a sentence that began without a space ("end.So").
  init?(bare scanned: Range<Int>, in bytes: [UInt8]) {
    let start = Self.latinStart(of: scanned, in: bytes)
    guard let labels = Self.labels(of: start..<scanned.upperBound, in: bytes), labels.count > 1,
      let last = labels.last
    else { return nil }
    let name = String(decoding: bytes[last], as: UTF8.self)
    let lowercase = name.lowercased()
    guard name == lowercase || Self.isUppercase(start..<last.upperBound, in: bytes) else { return nil }
    let isWWW = labels.count > 2 && String(decoding: bytes[labels[0]], as: UTF8.self).lowercased() == "www"
    guard isWWW ? Self.canEndName(bytes[last]) : topLevelDomains.contains(lowercase) else { return nil }
    range = start..<scanned.upperBound
  }

  /// A mail server: any name with a dot whose last label has no digits.
  init?(mail scanned: Range<Int>, in bytes: [UInt8]) {
    guard let labels = Self.labels(of: scanned, in: bytes), labels.count > 1, let last = labels.last,
      Self.canEndName(bytes[last])
    else { return nil }
    range = scanned
  }

  /// After a scheme anything that is formed like a name will do: `localhost`, `10.0.0.1`.
  init?(afterScheme scanned: Range<Int>, in bytes: [UInt8]) {
    guard Self.labels(of: scanned, in: bytes) != nil else { return nil }
    range = scanned
  }

  /// Labels of 1 to 63 bytes, 253 together, without a hyphen at either end or a mark at the front; nil where it is no
  /// host name.
  private static func labels(of range: Range<Int>, in bytes: [UInt8]) -> [Range<Int>]? {
    guard !range.isEmpty, range.count <= 253 else { return nil }
    var labels: [Range<Int>] = []
    for label in bytes[range].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-"),
        !bytes.scalar(at: label.startIndex).scalar.isMark,
        label.allSatisfy({ $0 >= 0x80 || Unicode.Scalar.isASCIIWordPart($0) || $0 == UInt8(ascii: "-") })
      else { return nil }
      labels.append(label.startIndex..<label.endIndex)
    }
    return labels
  }

  private static func canEndName(_ label: ArraySlice<UInt8>) -> Bool {
    let isPunycode = label.starts(with: "xn--".utf8)
    return label.count >= 2
      && (isPunycode || label.allSatisfy { $0 >= 0x80 || Unicode.Scalar.isASCIILetter($0) })
  }

  private static func isUppercase(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    let name = String(decoding: bytes[range], as: UTF8.self)
    return name == name.uppercased()
  }

  /// Where a Latin name begins after letters of another script that touch it.
  private static func latinStart(of range: Range<Int>, in bytes: [UInt8]) -> Int {
    var start = range.lowerBound
    var index = range.lowerBound
    var wasOtherScript = false
    while index < range.upperBound {
      let (scalar, length) = bytes.scalar(at: index)
      if wasOtherScript, scalar.isASCII, scalar.isLetter { start = index }
      wasOtherScript = scalar.value >= 0x370
      index += length
    }
    return start
  }
}
