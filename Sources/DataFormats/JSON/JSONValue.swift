/// A JSON value as in its document: members in file order, whole numbers exact.
///
/// Services change the type of a field between versions (numbers as strings, `false` for an empty list, objects for
/// lists), so that fixed `Decodable` structs would refuse readable documents. Values are read leniently through the
/// accessors below and `JSONNode`. Nothing is decoded before it is requested.
package struct JSONValue: Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Includes whole numbers beyond 64 bits; infinite beyond the range of a `Double`.
    case real(Double)
    case string(String)
    case array(JSONArray)
    case object(JSONObject)
  }

  package let tape: JSONTape
  let index: UInt32

  /// Decoded on each access.
  package var content: Content {
    switch tape.kind(index) {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .integer: .integer(integer)
    case .real: .real(real)
    case .plainString, .codedString: .string(string)
    case .array: .array(JSONArray(self))
    case .object: .object(JSONObject(self))
    }
  }

  /// The offset of the value in the text; for a string, of its quote.
  var offset: Int {
    switch tape.kind(index) {
    case .plainString, .codedString: tape.offset(index) - 1
    default: tape.offset(index)
    }
  }

  // The parser has checked that the digits form a number.
  private var integer: Int { Int(String(decoding: tape.text(index), as: UTF8.self)) ?? 0 }
  private var real: Double { Double(String(decoding: tape.text(index), as: UTF8.self)) ?? 0 }

  fileprivate var string: String { tape.string(index) }

  /// A whole number, even if it is written as `"5"` or `5.0`.
  package var int: Int? {
    switch tape.kind(index) {
    case .integer: integer
    case .real: Int(exactly: real)
    case .plainString, .codedString: Int(string.trimmed)
    case .null, .no, .yes, .array, .object: nil
    }
  }

  /// A finite number, even if it is written as a string.
  package var double: Double? {
    let number: Double? =
      switch tape.kind(index) {
      case .integer: Double(integer)
      case .real: real
      case .plainString, .codedString: Double(string.trimmed)
      case .null, .no, .yes, .array, .object: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A string, or a number as it would be written.
  package var text: String? {
    switch tape.kind(index) {
    case .plainString, .codedString: string
    case .integer: String(integer)
    case .real: String(real)
    case .null, .no, .yes, .array, .object: nil
    }
  }

  /// Whether the value means true: `true`, a number other than 0, `"1"`, `"true"`.
  package var isTrue: Bool {
    switch content {
    case .bool(let flag): flag
    case .integer(let number): number != 0
    case .real(let number): number != 0
    case .string(let text): text == "1" || text == "true"
    case .null, .array, .object: false
    }
  }

  package var isNull: Bool { tape.kind(index) == .null }

  package var object: JSONObject? { tape.kind(index) == .object ? JSONObject(self) : nil }

  package var array: JSONArray? { tape.kind(index) == .array ? JSONArray(self) : nil }

  /// The first elements of a list; any other value as a single element.
  package func oneOrSeveral(atMost limit: Int = 1000) -> [JSONValue] {
    array.map { Array($0.prefix(limit)) } ?? [self]
  }

  /// The member of an object; nil for any other value, and for a member that is `null`.
  package subscript(key: String) -> JSONValue? {
    guard let value = object?[key], !value.isNull else { return nil }
    return value
  }

  /// The kind of value for messages: "a number", "null", ….
  package var kindInWords: String {
    switch tape.kind(index) {
    case .null: "null"
    case .no, .yes: "a boolean"
    case .integer, .real: "a number"
    case .plainString, .codedString: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: Hashable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool { left.content == right.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONTape {
  /// The text of a string or key.
  func string(_ index: UInt32) -> String {
    let text = text(index)
    return kind(index) == .plainString
      ? String(decoding: text, as: UTF8.self) : String(decoding: JSONString.decoded(text), as: UTF8.self)
  }

  func string(_ index: UInt32, isEqualTo text: String) -> Bool {
    guard kind(index) == .plainString else { return string(index) == text }
    let written = self.text(index)
    return written.count == text.utf8.count && written.elementsEqual(text.utf8)
  }
}

extension StringProtocol {
  /// Without white space at either end.
  package var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
