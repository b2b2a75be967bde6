import Diagnostics

/// Reads strict JSON (RFC 8259) into a tree that knows lines and columns; columns count Unicode scalars from 1.
struct JSONReader {
  /// Deeper documents are refused, so that no file can exhaust the stack.
  static let depthLimit = 256

  private let file: String
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1

  static func read(_ file: TokenFile) throws(Diagnostic) -> SourceNode {
    var reader = JSONReader(file: file.name, bytes: Array(file.contents.utf8))
    if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    let root = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.peek == nil else { throw reader.error(.unexpected("the end of the file")) }
    return root
  }

  private init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
  private var place: Place { .line(line, column: column, in: file) }

  private func error(_ fact: TokenIssue.JSONFact, at place: Place? = nil) -> Diagnostic {
    Diagnostic(TokenIssue.badJSON(fact), at: place ?? self.place)
  }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { advance() }
  }

  private mutating func take(_ byte: Character) -> Bool {
    guard peek == byte.asciiValue else { return false }
    advance()
    return true
  }

  private mutating func value(depth: Int) throws(Diagnostic) -> SourceNode {
    skipSpace()
    let start = place
    guard depth < Self.depthLimit else { throw error(.tooDeep(limit: Self.depthLimit)) }
    switch peek.map({ Character(UnicodeScalar($0)) }) {
    case "{": return SourceNode(.object(try object(depth: depth)), at: start)
    case "[": return SourceNode(.array(try array(depth: depth)), at: start)
    case "\"": return SourceNode(.string(try string()), at: start)
    case "t": return SourceNode(try word("true", .flag(true)), at: start)
    case "f": return SourceNode(try word("false", .flag(false)), at: start)
    case "n": return SourceNode(try word("null", .null), at: start)
    case let sign? where sign == "-" || sign.isNumber && sign.isASCII:
      return SourceNode(.number(try number()), at: start)
    default: throw error(.unexpected("a value"))
    }
  }

  private mutating func object(depth: Int) throws(Diagnostic) -> [SourceNode.Member] {
    advance()
    var members: [SourceNode.Member] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return [] }
    repeat {
      skipSpace()
      let keyPlace = place
      guard peek == 0x22 else { throw error(.unexpected("a key in double quotes")) }
      let key = try string()
      guard keys.insert(key).inserted else { throw error(.duplicateKey(key), at: keyPlace) }
      skipSpace()
      guard take(":") else { throw error(.unexpected("\":\"")) }
      members.append(.init(key: key, keyPlace: keyPlace, value: try value(depth: depth + 1)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error(.unexpected("\",\" or \"}\"")) }
    return members
  }

  private mutating func array(depth: Int) throws(Diagnostic) -> [SourceNode] {
    advance()
    var elements: [SourceNode] = []
    skipSpace()
    if take("]") { return [] }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw error(.unexpected("\",\" or \"]\"")) }
    return elements
  }

  private mutating func word(_ word: String, _ content: SourceNode.Content) throws(Diagnostic) -> SourceNode.Content {
    let start = place
    for byte in word.utf8 {
      guard peek == byte else { throw error(.unexpected("a value"), at: start) }
      advance()
    }
    return content
  }

  /// `-? (0 | [1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?`
  private mutating func number() throws(Diagnostic) -> Double {
    let (start, first) = (place, index)
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw error(.unexpected("a finite number"), at: start) }
    return number
  }

  private mutating func digits() throws(Diagnostic) {
    let first = index
    while let byte = peek, (0x30...0x39).contains(byte) { advance() }
    guard index > first else { throw error(.unexpected("a digit")) }
  }

  private mutating func string() throws(Diagnostic) -> String {
    let start = place
    advance()
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case 0x22:
        advance()
        return String(decoding: text, as: UTF8.self)
      case 0x5C:
        advance()
        text += try escape()
      case 0..<0x20:
        throw error(.controlCharacter)
      default:
        text.append(byte)
        advance()
      }
    }
    throw error(.unclosedString, at: start)
  }

  private mutating func escape() throws(Diagnostic) -> [UInt8] {
    let escapes: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
    ]
    guard let byte = peek else { throw error(.badEscape) }
    if let plain = escapes[Character(UnicodeScalar(byte))] {
      advance()
      return [plain]
    }
    guard take("u") else { throw error(.badEscape) }
    var unit = try hexadecimalUnit()
    if (0xD800..<0xDC00).contains(unit) {
      guard take("\\"), take("u") else { throw error(.badEscape) }
      let low = try hexadecimalUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw error(.badEscape) }
      unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = UnicodeScalar(unit) else { throw error(.badEscape) }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimalUnit() throws(Diagnostic) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw error(.badEscape) }
      unit = unit << 4 + UInt32(digit)
      advance()
    }
    return unit
  }
}
