/// A strict JSON parser (RFC 8259) that says where a document breaks.
///
/// Foundation's parser was measured first. On Linux it names no place at all for a truncated file or a lone surrogate,
/// gives a byte offset only inside an English sentence, refuses a whole document for one number beyond `Double`, and
/// loses the order of members. This one keeps a position for every fault, repairs what is no fault of the structure
/// (bytes that are no UTF-8, lone surrogates: U+FFFD, counted), and needs no recursion, so that nesting costs no stack.
struct JSONParser {
  struct Document: Sendable {
    let root: JSONValue
    /// How many strings had something in them that is no Unicode text, and where the first begins.
    let repairedStrings: Int
    let firstRepair: TextPosition?
  }

  /// An array or object that is still open.
  private struct Open {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []
    /// Of the member that is being read; nil until its key is complete.
    var key: String?

    var closing: UInt8 { UInt8(ascii: isObject ? "}" : "]") }
    var value: JSONValue { isObject ? .object(JSONObject(members: members)) : .array(elements) }

    mutating func append(_ value: JSONValue) {
      if isObject { members.append(.init(key: key ?? "", value: value)) } else { elements.append(value) }
    }
  }

  /// As many levels as Foundation's parser allows.
  static let depthLimit = 512

  let bytes: [UInt8]
  var index = 0
  var repairedStrings = 0
  var firstRepair: Int?
  private var open: [Open] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Parameter file: the bytes of a file in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  static func parse(_ file: [UInt8]) throws(JSONFault) -> Document {
    var parser = JSONParser(JSONText.utf8(file))
    parser.skipSpace()
    guard parser.byte != nil else { throw parser.fault(.empty) }
    let root = try parser.document()
    return Document(
      root: root, repairedStrings: parser.repairedStrings,
      firstRepair: parser.firstRepair.map { TextPosition(of: $0, in: parser.bytes) })
  }

  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func document() throws(JSONFault) -> JSONValue {
    while true {
      skipSpace()
      guard var value = try value() else { continue }
      // A finished value belongs to the innermost open container; a closing bracket finishes that in turn.
      while true {
        skipSpace()
        guard !open.isEmpty else {
          guard byte == nil else { throw fault(.trailingText) }
          return value
        }
        open[open.count - 1].append(value)
        guard let closed = try afterElement() else { break }
        value = closed
      }
    }
  }

  /// A scalar or an empty container; nil when a container was opened and its first element comes next.
  private mutating func value() throws(JSONFault) -> JSONValue? {
    guard let byte else { throw truncated() }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try enter(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected(.value)
    }
  }

  private mutating func enter(isObject: Bool) throws(JSONFault) -> JSONValue? {
    guard open.count < Self.depthLimit else { throw fault(.tooDeep(limit: Self.depthLimit)) }
    index += 1
    let container = Open(isObject: isObject)
    open.append(container)
    skipSpace()
    if byte == container.closing {
      index += 1
      open.removeLast()
      return container.value
    }
    if isObject { try key() }
    return nil
  }

  private mutating func key() throws(JSONFault) {
    skipSpace()
    guard let byte else { throw truncated() }
    guard byte == UInt8(ascii: "\"") else { throw unexpected(.key) }
    open[open.count - 1].key = nil
    open[open.count - 1].key = try string()
    skipSpace()
    guard let colon = self.byte else { throw truncated() }
    guard colon == UInt8(ascii: ":") else { throw unexpected(.colon) }
    index += 1
  }

  /// After an element: nil when another one follows, the container when it is finished.
  private mutating func afterElement() throws(JSONFault) -> JSONValue? {
    skipSpace()
    guard let byte else { throw truncated() }
    let isObject = open[open.count - 1].isObject
    switch byte {
    case UInt8(ascii: ","):
      index += 1
      if isObject { try key() }
      return nil
    case open[open.count - 1].closing:
      index += 1
      return open.removeLast().value
    default:
      throw unexpected(isObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    for wanted in word.description.utf8 {
      guard let byte else { throw truncated() }
      guard byte == wanted else { throw unexpected(.value) }
      index += 1
    }
    return value
  }

  // MARK: Faults

  func fault(_ kind: JSONFault.Kind, at offset: Int? = nil) -> JSONFault {
    let position = TextPosition(of: offset ?? index, in: bytes)
    return JSONFault(kind: kind, line: position.line, column: position.column)
  }

  func truncated() -> JSONFault {
    let steps = open.map { $0.isObject ? $0.key.map(JSONPath.step) ?? "" : "[\($0.elements.count)]" }.joined()
    return fault(.truncated(inside: steps.hasPrefix(".") ? String(steps.dropFirst()) : steps), at: bytes.count)
  }

  private func unexpected(_ wanted: JSONFault.Wanted) -> JSONFault {
    let rest = String(decoding: bytes[index...].prefix(8), as: UTF8.self)
    return fault(.unexpected(found: rest.first.map(String.init) ?? "", wanted: wanted))
  }
}
