/// A JSON value as it stands in a document: members in file order, whole numbers exact.
///
/// Services change the type of a field between versions (numbers as strings, `false` for an empty list, objects for
/// lists), so that fixed `Decodable` structs would refuse what is perfectly readable. Values are read leniently through
/// the accessors below and `JSONNode`.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Also whole numbers beyond 64 bits; infinite beyond the range of a `Double`.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object in file order.
struct JSONObject: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONValue
  }

  let members: [Member]

  /// The value of the last member of that name: of duplicated keys the last counts, as in JavaScript and Python.
  subscript(key: String) -> JSONValue? {
    members.last { $0.key == key }?.value
  }
}

extension JSONValue {
  /// A whole number, also when it is written as `"5"` or `5.0`.
  var int: Int? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int(exactly: number)
    case .string(let text): Int(text.trimmed)
    case .null, .bool, .array, .object: nil
    }
  }

  /// A finite number, also when it is written as a string.
  var double: Double? {
    let number: Double? =
      switch self {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .string(let text): Double(text.trimmed)
      case .null, .bool, .array, .object: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A string, or a number as it would be written.
  var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .null, .bool, .array, .object: nil
    }
  }

  /// Whether it says yes: `true`, a number other than 0, `"1"`, `"true"`.
  var isTrue: Bool {
    switch self {
    case .bool(let flag): flag
    case .integer(let number): number != 0
    case .real(let number): number != 0
    case .string(let text): text == "1" || text == "true"
    case .null, .array, .object: false
    }
  }

  var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The member of an object; nil for anything else, and for a member that is `null`.
  subscript(key: String) -> JSONValue? {
    guard let value = object?[key], value != .null else { return nil }
    return value
  }

  /// What the value is, in words: "a number", "null", ….
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
