/// A value of DAG-CBOR (RFC 8949 as restricted by https://ipld.io/specs/codecs/dag-cbor/spec/), the format of records
/// in repositories of the AT protocol.
indirect enum CBORValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  case array([CBORValue])
  /// In the order of the document.
  case map([(key: String, value: CBORValue)])
  /// The address of another block.
  case link([UInt8])

  static func == (left: CBORValue, right: CBORValue) -> Bool { left.json == right.json }
  func hash(into hasher: inout Hasher) { hasher.combine(json) }

  subscript(key: String) -> CBORValue? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var link: [UInt8]? { if case .link(let address) = self { address } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var array: [CBORValue]? { if case .array(let values) = self { values } else { nil } }

  /// Why bytes are not DAG-CBOR.
  enum Fault: Error, Hashable, Sendable {
    case truncated, tooDeep
    /// Something that DAG-CBOR forbids: indefinite lengths, other tags, keys that are not text, ….
    case notAllowed
    case trailingBytes
  }

  /// The maximum depth of lists and maps; records are a few levels deep.
  private static let depthLimit = 64

  /// Reads exactly one value.
  init(_ bytes: some RandomAccessCollection<UInt8>) throws(Fault) {
    var reader = Reader(Array(bytes)[...])
    self = try reader.value(depth: 0)
    guard reader.bytes.isEmpty else { throw .trailingBytes }
  }

  /// Reads the value at the beginning, and returns the number of its bytes.
  static func first(of bytes: ArraySlice<UInt8>) throws(Fault) -> (value: CBORValue, count: Int) {
    var reader = Reader(bytes)
    let value = try reader.value(depth: 0)
    return (value, bytes.count - reader.bytes.count)
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func value(depth: Int) throws(Fault) -> CBORValue {
      guard depth < CBORValue.depthLimit else { throw .tooDeep }
      guard let head = bytes.popFirst() else { throw .truncated }
      let (major, minor) = (head >> 5, head & 0x1F)
      if major == 7 { return try simple(minor) }
      let number = try argument(minor)
      switch major {
      case 0: return .integer(try Self.whole(number))
      // bounded: `number` fits into 63 bits.
      case 1: return .integer(-1 - (try Self.whole(number)))
      case 2: return .bytes(Array(try take(number)))
      case 3:
        guard let text = String(validating: try take(number), as: UTF8.self) else { throw .notAllowed }
        return .text(text)
      case 4:
        var values: [CBORValue] = []
        for _ in 0..<(try count(number)) { values.append(try value(depth: depth + 1)) }
        return .array(values)
      case 5:
        var members: [(key: String, value: CBORValue)] = []
        for _ in 0..<(try count(number)) {
          guard case .text(let key) = try value(depth: depth + 1) else { throw .notAllowed }
          members.append((key, try value(depth: depth + 1)))
        }
        return .map(members)
      default:
        // Links: tag 42 with the address after a zero byte.
        guard number == 42, case .bytes(let address) = try value(depth: depth + 1), address.first == 0 else {
          throw .notAllowed
        }
        return .link(Array(address.dropFirst()))
      }
    }

    private mutating func simple(_ minor: UInt8) throws(Fault) -> CBORValue {
      switch minor {
      case 20: return .bool(false)
      case 21: return .bool(true)
      case 22: return .null
      case 27: return .real(Double(bitPattern: try number(of: 8)))
      default: throw .notAllowed
      }
    }

    private mutating func argument(_ minor: UInt8) throws(Fault) -> UInt64 {
      switch minor {
      case 0..<24: return UInt64(minor)
      case 24: return try number(of: 1)
      case 25: return try number(of: 2)
      case 26: return try number(of: 4)
      case 27: return try number(of: 8)
      default: throw .notAllowed
      }
    }

    private mutating func number(of count: Int) throws(Fault) -> UInt64 {
      try take(UInt64(count)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func take(_ count: UInt64) throws(Fault) -> ArraySlice<UInt8> {
      guard count <= UInt64(bytes.count) else { throw .truncated }
      let taken = bytes.prefix(Int(count))
      bytes = bytes.dropFirst(Int(count))
      return taken
    }

    /// The number of elements; each takes at least a byte.
    private func count(_ number: UInt64) throws(Fault) -> Int {
      guard number <= UInt64(bytes.count) else { throw .truncated }
      return Int(number)
    }

    private static func whole(_ number: UInt64) throws(Fault) -> Int {
      guard let whole = Int(exactly: number) else { throw .notAllowed }
      return whole
    }
  }
}

extension CBORValue {
  /// The value as JSON, in the form of the AT protocol: links are `{"$link": …}`, bytes `{"$bytes": …}`.
  var json: String {
    var text = ""
    write(into: &text)
    return text
  }

  private func write(into text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .real(let number): text += number.isFinite ? String(number) : "null"
    case .text(let string): Self.write(string, into: &text)
    case .bytes(let bytes): text += "{\"$bytes\":\"\(BaseEncoding.base64(bytes))\"}"
    case .link(let address): text += "{\"$link\":\"\(BaseEncoding.address(address))\"}"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(into: &text)
      }
      text += "]"
    case .map(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, into: &text)
        text += ":"
        member.value.write(into: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Bytes as text.
enum BaseEncoding {
  /// RFC 4648, 4, without padding.
  static func base64(_ bytes: [UInt8]) -> String {
    encoded(bytes, bits: 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  }

  /// An address of a block (CID): of version 1 in base 32 (RFC 4648, 6, in lowercase, without padding).
  static func address(_ bytes: [UInt8]) -> String { "b" + encoded(bytes, bits: 5, "abcdefghijklmnopqrstuvwxyz234567") }

  private static func encoded(_ bytes: [UInt8], bits: Int, _ alphabet: String) -> String {
    let letters = Array(alphabet.utf8)
    var (text, buffer, count) = ([UInt8](), 0, 0)
    for byte in bytes {
      // bounded: at most 13 bits.
      buffer = (buffer << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= bits {
        count -= bits
        text.append(letters[buffer >> count & (1 << bits - 1)])
      }
    }
    if count > 0 { text.append(letters[buffer << (bits - count) & (1 << bits - 1)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
