/// Encodes a value as bytes that are unique to the value. `JSONEncoder` would also work, but would take most of the
/// time of a run without changes, because it formats numbers and texts for people.
final class ValueEncoder: Encoder {
  fileprivate var part: ValuePart?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// Members are sorted by name, whatever their original order: dictionaries have none.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try ValuePart(of: value).write(to: &bytes)
    return bytes
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members<Key>(list: list(.members)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(list: list(.elements)) }
  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoder(encoder: self) }

  /// Repeated requests for a container continue the same list.
  private func list(_ kind: PartDigests.Kind) -> PartDigests {
    if case .list(let known) = part { return known }
    let list = PartDigests(kind)
    part = .list(list)
    return list
  }
}

/// The parts of a value.
private indirect enum ValuePart {
  case null
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case real(Double)
  case text(String)
  case list(PartDigests)
  /// An encoder that may not have been written to yet.
  case open(ValueEncoder)

  init<Value: Encodable>(of value: Value) throws {
    // Compare types before casting: nearly all values have other types, and a cast is slower.
    if Value.self == String.self, let text = value as? String {
      self = .text(text)
    } else if Value.self == Int.self, let number = value as? Int {
      self = .signed(Int64(number))
    } else if Value.self == Bool.self, let flag = value as? Bool {
      self = .bool(flag)
    } else if Value.self == Double.self, let number = value as? Double {
      self = .real(number)
    } else {
      let encoder = ValueEncoder()
      try value.encode(to: encoder)
      self = encoder.part ?? .null
    }
  }

  /// Each kind starts with a distinct byte, and variable-length parts with their length.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(0)
    case .bool(let flag): bytes += [1, flag ? 1 : 0]
    case .signed(let number): Self.write(2, UInt64(bitPattern: number), to: &bytes)
    case .unsigned(let number): Self.write(3, number, to: &bytes)
    case .real(let number): Self.write(4, number.bitPattern, to: &bytes)
    case .text(let text):
      Self.write(5, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .list(let list):
      Self.write(list.kind.rawValue, UInt64(list.parts.count), to: &bytes)
      let parts = list.kind == .members ? list.parts.sorted { $0.name < $1.name } : list.parts
      for (name, part) in parts {
        if list.kind == .members { Self.text(name).write(to: &bytes) }
        part.write(to: &bytes)
      }
    case .open(let encoder): (encoder.part ?? .null).write(to: &bytes)
    }
  }

  private static func write(_ kind: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
    bytes.append(kind)
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

private final class PartDigests {
  enum Kind: UInt8 { case elements = 6, members = 7 }

  let kind: Kind
  /// Elements have empty names.
  var parts: [(name: String, part: ValuePart)] = []

  init(_ kind: Kind) {
    self.kind = kind
  }

  func add(_ part: ValuePart, _ name: String = "") { parts.append((name, part)) }

  func inner(_ kind: Kind, _ name: String = "") -> PartDigests {
    let list = PartDigests(kind)
    add(.list(list), name)
    return list
  }

  func encoder(_ name: String = "") -> ValueEncoder {
    let encoder = ValueEncoder()
    add(.open(encoder), name)
    return encoder
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let list: PartDigests
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { list.add(.null, key.stringValue) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    list.add(try ValuePart(of: value), key.stringValue)
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    KeyedEncodingContainer(Members<Inner>(list: list.inner(.members, key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    Elements(list: list.inner(.elements, key.stringValue))
  }

  func superEncoder() -> any Encoder { list.encoder("super") }
  func superEncoder(forKey key: Key) -> any Encoder { list.encoder(key.stringValue) }
}

private struct Elements: UnkeyedEncodingContainer {
  let list: PartDigests
  var codingPath: [any CodingKey] { [] }
  var count: Int { list.parts.count }

  func encodeNil() { list.add(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { list.add(try ValuePart(of: value)) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
    KeyedEncodingContainer(Members<Inner>(list: list.inner(.members)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Elements(list: list.inner(.elements)) }
  func superEncoder() -> any Encoder { list.encoder() }
}

private struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.part = .null }
  func encode(_ value: Bool) { encoder.part = .bool(value) }
  func encode(_ value: String) { encoder.part = .text(value) }
  func encode(_ value: Double) { encoder.part = .real(value) }
  func encode(_ value: Float) { encoder.part = .real(Double(value)) }
  func encode(_ value: Int) { encoder.part = .signed(Int64(value)) }
  func encode(_ value: Int8) { encoder.part = .signed(Int64(value)) }
  func encode(_ value: Int16) { encoder.part = .signed(Int64(value)) }
  func encode(_ value: Int32) { encoder.part = .signed(Int64(value)) }
  func encode(_ value: Int64) { encoder.part = .signed(value) }
  func encode(_ value: UInt) { encoder.part = .unsigned(UInt64(value)) }
  func encode(_ value: UInt8) { encoder.part = .unsigned(UInt64(value)) }
  func encode(_ value: UInt16) { encoder.part = .unsigned(UInt64(value)) }
  func encode(_ value: UInt32) { encoder.part = .unsigned(UInt64(value)) }
  func encode(_ value: UInt64) { encoder.part = .unsigned(value) }
  func encode<Value: Encodable>(_ value: Value) throws { encoder.part = try ValuePart(of: value) }
}
