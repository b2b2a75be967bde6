/// A strict JSON parser (RFC 8259) that reports the position of an error.
///
/// We measured Foundation's parser first. On Linux it gives no position for a truncated file or a lone surrogate, gives
/// a byte offset only inside an English sentence, refuses a whole document for one number beyond `Double`, and loses
/// the order of members. This parser gives a position for every fault, repairs errors that don't affect the structure
/// (invalid UTF-8 and lone surrogates become U+FFFD and are counted), and is not recursive, so that nesting takes no
/// stack.
struct JSONParser {
  /// An array or object that is still open.
  private struct Open {
    let isObject: Bool
    /// The tape index.
    let start: UInt32
    /// The number of complete elements.
    var count: UInt32 = 0
    /// The key of the current member; nil until it is complete.
    var key: UInt32?

    var closing: UInt8 { UInt8(ascii: isObject ? "}" : "]") }
    var step: UInt32 { isObject ? key ?? 0 : count }
  }

  let bytes: [UInt8]
  var index = 0
  var words: [UInt64] = []
  var repairedStrings = 0
  var firstRepair: Int?
  var cutStrings = 0
  var firstCut: Int?
  let cutsStrings: Bool
  private let depthLimit: Int
  private let valueLimit: Int
  private var open: [Open] = []

  private init(_ bytes: [UInt8], depthLimit: Int, cutsStrings: Bool, valueLimit: Int) {
    self.bytes = bytes
    (self.depthLimit, self.cutsStrings, self.valueLimit) = (depthLimit, cutsStrings, valueLimit)
    words.reserveCapacity(min(Self.wordCount(bytes), valueLimit))
  }

  /// An upper bound of the tape's word count, exact if no string contains JSON punctuation: growing an array gradually
  /// would temporarily need twice the memory.
  private static func wordCount(_ bytes: [UInt8]) -> Int {
    var count = 1
    // Branch-free, and in steps that fit an 8-bit counter, so that the compiler vectorizes it.
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var found: UInt8 = 0
      for byte in bytes[start..<min(start + 64, bytes.count)] {
        found &+= byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") ? 1 : 0
        // `[` and `{` differ only in this bit.
        found &+= byte | 0x20 == UInt8(ascii: "{") ? 3 : 0
      }
      count += Int(found)
    }
    return count
  }

  static func parse(
    _ file: [UInt8], depthLimit: Int, cutsStrings: Bool, valueLimit: Int
  ) throws(JSONFault) -> JSONDocument {
    guard file.count <= JSONTape.byteLimit else {
      throw JSONFault(kind: .tooLarge(limit: JSONTape.byteLimit), position: TextPosition(line: 1, column: 1))
    }
    var parser = JSONParser(
      JSONBytes.utf8(file), depthLimit: depthLimit, cutsStrings: cutsStrings, valueLimit: valueLimit)
    parser.skipSpace()
    guard parser.byte != nil else { throw parser.fault(.empty) }
    try parser.document()
    return JSONDocument(
      root: JSONNode(root: JSONValue(tape: JSONTape(bytes: parser.bytes, words: parser.words), index: 0)),
      repairedStrings: parser.repairedStrings,
      firstRepair: parser.firstRepair.map { TextPosition(of: $0, in: parser.bytes) },
      cutStrings: parser.cutStrings, firstCut: parser.firstCut.map { TextPosition(of: $0, in: parser.bytes) })
  }

  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func document() throws(JSONFault) {
    while true {
      skipSpace()
      guard try value() else { continue }
      // A finished value belongs to the innermost open container; a closing bracket finishes that container in turn.
      while true {
        skipSpace()
        guard !open.isEmpty else {
          guard byte == nil else { throw fault(.trailingText) }
          return
        }
        open[open.count - 1].count += 1
        guard try afterElement() else { break }
      }
    }
  }

  /// Whether the value is complete: a scalar or an empty container; otherwise the container's first element follows.
  private mutating func value() throws(JSONFault) -> Bool {
    guard let byte else { throw truncated() }
    guard words.count < valueLimit else { throw fault(.tooManyValues(limit: valueLimit)) }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try enter(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true", .yes)
    case UInt8(ascii: "f"): try literal("false", .no)
    case UInt8(ascii: "n"): try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw unexpected(.value)
    }
    return true
  }

  private mutating func enter(isObject: Bool) throws(JSONFault) -> Bool {
    guard open.count < depthLimit else { throw fault(.tooDeep(limit: depthLimit)) }
    let container = Open(isObject: isObject, start: UInt32(words.count))
    words.append(JSONTape.word(isObject ? .object : .array, at: index))
    words.append(JSONTape.link(next: 0, parent: open.last?.start ?? JSONTape.outermost))
    words.append(UInt64(open.last?.step ?? 0))
    index += 1
    open.append(container)
    skipSpace()
    if byte == container.closing {
      close()
      return true
    }
    if isObject { try key() }
    return false
  }

  private mutating func close() {
    index += 1
    let start = Int(open.removeLast().start)
    words[start + 1] |= JSONTape.link(next: words.count, parent: 0)
  }

  private mutating func key() throws(JSONFault) {
    skipSpace()
    guard let byte else { throw truncated() }
    guard byte == UInt8(ascii: "\"") else { throw unexpected(.key) }
    open[open.count - 1].key = nil
    let key = UInt32(words.count)
    try string()
    open[open.count - 1].key = key
    skipSpace()
    guard let colon = self.byte else { throw truncated() }
    guard colon == UInt8(ascii: ":") else { throw unexpected(.colon) }
    index += 1
  }

  /// After an element, whether its container is finished; otherwise another element follows.
  private mutating func afterElement() throws(JSONFault) -> Bool {
    skipSpace()
    guard let byte else { throw truncated() }
    let isObject = open[open.count - 1].isObject
    switch byte {
    case UInt8(ascii: ","):
      index += 1
      if isObject { try key() }
      return false
    case open[open.count - 1].closing:
      close()
      return true
    default:
      throw unexpected(isObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  private mutating func literal(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONFault) {
    words.append(JSONTape.word(kind, at: index))
    for wanted in word.description.utf8 {
      guard let byte else { throw truncated() }
      guard byte == wanted else { throw unexpected(.value) }
      index += 1
    }
  }

  // MARK: Faults

  func fault(_ kind: JSONFault.Kind, at offset: Int? = nil) -> JSONFault {
    JSONFault(kind: kind, position: TextPosition(of: offset ?? index, in: bytes))
  }

  func truncated() -> JSONFault {
    let tape = JSONTape(bytes: bytes, words: words)
    let steps = open.map { open in
      open.isObject ? open.key.map { JSONPath.step(tape.string($0)) } ?? "" : "[\(open.count)]"
    }.joined()
    return fault(.truncated(inside: steps.hasPrefix(".") ? String(steps.dropFirst()) : steps), at: bytes.count)
  }

  private func unexpected(_ expected: JSONFault.Expected) -> JSONFault {
    let rest = String(decoding: bytes[index...].prefix(8), as: UTF8.self)
    return fault(.unexpected(found: rest.first.map(String.init) ?? "", expected: expected))
  }
}

/// Strings and numbers.
extension JSONParser {
  /// Reads from the opening to the closing quote.
  mutating func string() throws(JSONFault) {
    let start = index
    index += 1
    let first = index
    var (hasEscapes, isRepaired, allBits): (Bool, Bool, UInt8) = (false, false, 0)
    while true {
      guard let byte else { throw truncated() }
      switch byte {
      case UInt8(ascii: "\""):
        var content = bytes[first..<index]
        if content.count > JSONDocument.stringLimit {
          guard cutsStrings else { throw fault(.longString(limit: JSONDocument.stringLimit), at: start) }
          content = JSONString.prefix(of: content, atMost: JSONDocument.stringLimit)
          cutStrings += 1
          firstCut = firstCut ?? start
        }
        let isValid = allBits < 0x80 || JSONString.isUTF8(content)
        if !isValid || isRepaired {
          repairedStrings += 1
          firstRepair = firstRepair ?? start
        }
        words.append(
          JSONTape.word(hasEscapes || !isValid ? .codedString : .plainString, length: content.count, at: first))
        index += 1
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        isRepaired = try escape() == nil || isRepaired
      case 0..<0x20:
        throw fault(.controlCharacter)
      default:
        allBits |= byte
        index += 1
      }
    }
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar? {
    switch JSONString.escape(in: bytes[...], at: index) {
    case .scalar(let scalar, let next):
      index = next
      return scalar
    case .truncated: throw truncated()
    case .bad(let start): throw fault(.badEscape, at: start)
    }
  }

  mutating func number() throws(JSONFault) {
    let start = index
    var isWhole = true
    if byte == UInt8(ascii: "-") { index += 1 }
    let firstDigit = byte
    let wholeDigits = try digits(from: start)
    guard wholeDigits == 1 || firstDigit != UInt8(ascii: "0") else { throw fault(.badNumber, at: start) }
    if byte == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      _ = try digits(from: start)
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      _ = try digits(from: start)
    }
    // 18 digits always fit an Int.
    let isInteger =
      isWhole && (wholeDigits <= 18 || Int(String(decoding: bytes[start..<index], as: UTF8.self)) != nil)
    words.append(JSONTape.word(isInteger ? .integer : .real, length: index - start, at: start))
  }

  /// Reads at least one digit and returns the number of digits.
  private mutating func digits(from start: Int) throws(JSONFault) -> Int {
    let first = index
    while let byte, byte.isASCIIDigit { index += 1 }
    guard index > first else { throw byte == nil ? truncated() : fault(.badNumber, at: start) }
    return index - first
  }
}
