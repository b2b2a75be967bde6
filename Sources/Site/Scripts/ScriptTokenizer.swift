/// Splits a script into tokens. Whether a `/` divides or begins a regular expression depends on the preceding tokens,
/// so the tokenizer tracks open brackets and their kinds.
package struct ScriptTokenizer {
  /// - Throws: `ScriptFault` for an unterminated literal, comment or bracket.
  package static func tokens(of script: [UInt8]) throws(ScriptFault) -> [ScriptToken] {
    var tokenizer = ScriptTokenizer(script: script)
    try tokenizer.skipBlanks()
    while tokenizer.position < script.count {
      try tokenizer.scan()
      try tokenizer.skipBlanks()
    }
    if let open = tokenizer.open.last {
      throw ScriptFault(reason: .openBracket(open.text), offset: open.offset)
    }
    return tokenizer.tokens
  }

  let script: [UInt8]
  private(set) var position = 0
  /// Whether a line ended since the last token.
  private var startsLine = false
  private(set) var tokens: [ScriptToken] = []
  private var open: [OpenBracket] = []
  private var last: ScriptToken? { tokens.last }
  private var beforeLast: ScriptToken? { tokens.dropLast().last }
  /// Whether an expression may begin here: then `/` begins a regular expression.
  private var beginsExpression = true

  private init(script: [UInt8]) {
    self.script = script
    tokens.reserveCapacity(script.count / 4)
  }

  private mutating func scan() throws(ScriptFault) {
    let byte = script[position]
    switch byte {
    case "'", "\"": add(.string, to: try stringEnd())
    case "`": try addTemplate()
    case "/" where beginsExpression: add(.regularExpression, to: try regularExpressionEnd())
    case _ where byte.isDigit || (byte == "." && next.isDigit): add(.number, to: numberEnd())
    case "}" where open.last?.kind == .substitution: try addTemplate()
    case _ where byte.isNamePart || byte == "#" || byte == "\\": add(.word, to: wordEnd())
    default: try addPunctuator()
    }
  }

  private var next: UInt8 { position + 1 < script.count ? script[position + 1] : 0 }

  private mutating func add(_ kind: ScriptToken.Kind, to end: Int) {
    let token = ScriptToken(kind: kind, bytes: position..<end, startsLine: startsLine)
    (position, startsLine) = (end, false)
    tokens.append(token)
    beginsExpression = kind == .word && expectsOperand(after: token)
  }

  /// Skips white space, line ends and comments. A multi-line comment counts as a line end (ECMA-262, 12.4).
  private mutating func skipBlanks() throws(ScriptFault) {
    while position < script.count {
      switch script[position] {
      case " ", "\t", 0x0B, 0x0C: position += 1
      case "/" where next == "/": while position < script.count, !endsLine(at: position) { position += 1 }
      case "/" where next == "*":
        let end = try blockCommentEnd()
        startsLine = startsLine || (position..<end).contains(where: endsLine)
        position = end
      default:
        let blank = blank(at: position)
        guard blank != nil || endsLine(at: position) else { return }
        startsLine = startsLine || endsLine(at: position)
        position += blank?.length ?? 1
      }
    }
  }

  // MARK: Brackets

  private mutating func addPunctuator() throws(ScriptFault) {
    let start = position
    let end = start + Punctuators.length(in: script, at: start)
    let before = beginsExpression
    switch script[start] {
    case "(", "[", "{":
      open.append(OpenBracket(kind: bracketKind(script[start]), byte: script[start], offset: start))
      add(.punctuator, to: end)
      beginsExpression = true
    case ")", "]", "}":
      let kind = try close(script[start])
      add(.punctuator, to: end)
      beginsExpression = kind == .condition || kind == .loop || kind == .block
    default:
      add(.punctuator, to: end)
      // After `a++`, a slash divides; before an operand, `++` changes nothing.
      let isStep =
        end == start + 2 && (script[start] == "+" || script[start] == "-") && script[start + 1] == script[start]
      beginsExpression = isStep ? before : true
    }
  }

  private mutating func close(_ byte: UInt8) throws(ScriptFault) -> OpenBracket.Kind {
    guard let bracket = open.popLast(), bracket.closing == byte else {
      throw ScriptFault(reason: .strayBracket(String(UnicodeScalar(byte))), offset: position)
    }
    return bracket.kind
  }

  private func bracketKind(_ byte: UInt8) -> OpenBracket.Kind {
    switch byte {
    case "(":
      guard let last, last.kind == .word, !lastIsProperty else { return .group }
      switch text(last) {
      case "if", "while", "with": return .condition
      case "for": return .loop
      case "await": return beforeLast.map { text($0) == "for" } == true ? .loop : .group
      default: return .group
      }
    case "{": return beginsBlock ? .block : .group
    default: return .group
    }
  }

  /// Whether a `{` here holds statements (or a class's members) rather than an object's properties.
  private var beginsBlock: Bool {
    guard let last else { return true }
    switch last.kind {
    case .word: return !beginsExpression || ["else", "do"].contains(text(last))
    case .punctuator:
      switch text(last) {
      case ")", ";", "{", "}", "=>": return true
      // A label or a case in a block; a property in an object literal.
      case ":": return open.last.map { $0.kind == .block } ?? true
      default: return false
      }
    default: return false
    }
  }

  // MARK: Words

  /// Whether the last word is an operator or begins a statement, so that an expression follows.
  private func expectsOperand(after word: ScriptToken) -> Bool {
    guard !lastIsProperty else { return false }
    let text = text(word)
    return Self.operators.contains(text) || (text == "of" && open.last?.kind == .loop)
  }

  private static let operators: Set<String> = [
    "await", "case", "default", "delete", "do", "else", "extends", "in", "instanceof", "new", "return", "throw",
    "typeof", "void", "yield",
  ]

  /// Whether the last word is a property: `a.return` isn't a keyword.
  private var lastIsProperty: Bool {
    guard let beforeLast, beforeLast.kind == .punctuator else { return false }
    return text(beforeLast) == "." || text(beforeLast) == "?."
  }

  private func text(_ token: ScriptToken) -> String { String(decoding: script[token.bytes], as: UTF8.self) }

  // MARK: Templates

  /// Adds a template part: from a "`", or from the `}` that ends a substitution, to the next `${` or the closing "`".
  private mutating func addTemplate() throws(ScriptFault) {
    let start = position
    if script[start] == "}" { open.removeLast() }
    var index = start + 1
    while index < script.count {
      switch script[index] {
      case "\\": index += 2
      case "`": return add(.template, to: index + 1)
      case "$" where index + 1 < script.count && script[index + 1] == "{":
        add(.template, to: index + 2)
        open.append(OpenBracket(kind: .substitution, byte: UInt8(ascii: "{"), offset: index))
        beginsExpression = true
        return
      default: index += 1
      }
    }
    throw ScriptFault(reason: .openTemplate, offset: start)
  }
}

/// An open bracket.
private struct OpenBracket {
  enum Kind {
    /// The bracket of `if`, `while` or `with`, which a statement follows.
    case condition
    /// The bracket of `for`.
    case loop
    case block
    /// Any other: it ends a value.
    case group
    /// `${` in a template.
    case substitution
  }

  let kind: Kind
  let byte: UInt8
  let offset: Int

  var text: String { kind == .substitution ? "${" : String(UnicodeScalar(byte)) }

  var closing: UInt8 {
    switch byte {
    case "(": UInt8(ascii: ")")
    case "[": UInt8(ascii: "]")
    default: UInt8(ascii: "}")
    }
  }
}

/// A token according to ECMAScript's lexical grammar (ECMA-262, clause 12).
package struct ScriptToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name, a keyword, or a private name with its `#`.
    case word
    case number
    case string
    /// A template literal, or the part of one up to the next `${` or from a `}` on.
    case template
    case regularExpression
    case punctuator
  }

  package let kind: Kind
  /// The range in the script's UTF-8.
  package let bytes: Range<Int>
  /// Whether a line ended since the previous token.
  package let startsLine: Bool
}

/// The reason why a script can't be tokenized, and the place.
package struct ScriptFault: Error, Hashable {
  package enum Reason: Hashable, Sendable {
    case openString
    case openTemplate
    case openRegularExpression
    case openComment
    /// A bracket that is never closed.
    case openBracket(String)
    /// A closing bracket without an opening one, or of the wrong kind.
    case strayBracket(String)
  }

  let reason: Reason
  /// The offset in the script's UTF-8.
  let offset: Int

  package init(reason: Reason, offset: Int) {
    (self.reason, self.offset) = (reason, offset)
  }
}

// MARK: - Ends

// The ends of tokens without nested tokens. Offsets are in the script's UTF-8.
extension ScriptTokenizer {
  func stringEnd() throws(ScriptFault) -> Int {
    let quote = script[position]
    var index = position + 1
    while index < script.count, script[index] != "\n", script[index] != "\r" {
      if script[index] == quote { return index + 1 }
      // A backslash at the end of a line continues on the next one.
      index += script[index] == "\\" ? 1 + escapedLength(at: index + 1) : 1
    }
    throw ScriptFault(reason: .openString, offset: position)
  }

  private func escapedLength(at index: Int) -> Int {
    index + 1 < script.count && script[index] == "\r" && script[index + 1] == "\n" ? 2 : 1
  }

  /// Returns the end including flags.
  func regularExpressionEnd() throws(ScriptFault) -> Int {
    var index = position + 1
    var isInClass = false
    while index < script.count, !endsLine(at: index) {
      switch script[index] {
      case "\\": index += 1
      case "[": isInClass = true
      case "]": isInClass = false
      case "/" where !isInClass:
        index += 1
        while index < script.count, script[index].isNamePart { index += 1 }
        return index
      default: break
      }
      index += 1
    }
    throw ScriptFault(reason: .openRegularExpression, offset: position)
  }

  func blockCommentEnd() throws(ScriptFault) -> Int {
    var index = position + 2
    while index + 1 < script.count {
      if script[index] == "*", script[index + 1] == "/" { return index + 2 }
      index += 1
    }
    throw ScriptFault(reason: .openComment, offset: position)
  }

  func numberEnd() -> Int {
    var index = position
    func skip(while isPart: (UInt8) -> Bool) {
      while index < script.count, isPart(script[index]) { index += 1 }
    }
    if script[index] == "0", index + 1 < script.count, "xXoObB".utf8.contains(script[index + 1]) {
      index += 2
      skip { $0.isNamePart }
      return index
    }
    let isDigit = { (byte: UInt8) in byte.isDigit || byte == "_" }
    skip(while: isDigit)
    if index < script.count, script[index] == "." {
      index += 1
      skip(while: isDigit)
    }
    if index + 1 < script.count, script[index] == "e" || script[index] == "E" {
      let sign = "+-".utf8.contains(script[index + 1]) ? 1 : 0
      if index + 1 + sign < script.count, script[index + 1 + sign].isDigit {
        index += 1 + sign
        skip(while: isDigit)
      }
    }
    if index < script.count, script[index] == "n" { index += 1 }
    return index
  }

  func wordEnd() -> Int {
    var index = position
    repeat {
      // `\u{61}` is a regular part of a name.
      if script[index] == "\\", index + 2 < script.count, script[index + 2] == "{" {
        while index < script.count, script[index] != "}" { index += 1 }
      }
      index += 1
    } while index < script.count && (script[index].isNamePart || script[index] == "\\") && blank(at: index) == nil
    return min(index, script.count)
  }

  func endsLine(at index: Int) -> Bool {
    script[index] == "\n" || script[index] == "\r" || blank(at: index)?.endsLine == true
  }

  /// Returns white space and line ends beyond ASCII: U+00A0, U+FEFF and Unicode's space separators; U+2028 and U+2029
  /// end lines.
  func blank(at index: Int) -> (length: Int, endsLine: Bool)? {
    guard script[index] >= 0xC2, index + 1 < script.count else { return nil }
    if script[index] == 0xC2 { return script[index + 1] == 0xA0 ? (2, false) : nil }
    guard index + 2 < script.count else { return nil }
    switch (script[index], script[index + 1], script[index + 2]) {
    case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9): return (3, true)
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F): return (3, false)
    case (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): return (3, false)
    default: return nil
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// ASCII letters, digits, `_`, `$`, and all non-ASCII bytes.
  var isNamePart: Bool {
    isDigit || self == "_" || self == "$" || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) || self >= 0x80
  }
}

// Compares a script's bytes with ASCII characters, in patterns and expressions.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { character.value == UInt32(byte) }
func == (byte: UInt8, character: Unicode.Scalar) -> Bool { character.value == UInt32(byte) }
func != (byte: UInt8, character: Unicode.Scalar) -> Bool { character.value != UInt32(byte) }

/// The punctuators of ECMA-262, 12.8.
enum Punctuators {
  private static let long: Set<UInt32> = Set(
    [
      ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
      "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })

  /// Returns the length of the longest punctuator here; 1 for any other character.
  static func length(in script: [UInt8], at start: Int) -> Int {
    var value: UInt32 = 0
    var found = 1
    for length in 1...min(4, script.count - start) {
      value = value << 8 | UInt32(script[start + length - 1])
      if length > 1, long.contains(value) { found = length }
    }
    // `a?.5:b`
    if found == 2, script[start] == "?", script[start + 1] == ".", start + 2 < script.count, script[start + 2].isDigit {
      return 1
    }
    return found
  }
}
