/// Splits a script into tokens. Whether a `/` divides or begins a regular expression depends on the preceding tokens,
/// so the tokenizer tracks open brackets and their kinds.
struct ScriptTokenizer {
  /// - Throws: `ScriptFault` for an unterminated literal, comment or bracket.
  static func tokens(of script: [UInt8]) throws(ScriptFault) -> [ScriptToken] {
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
struct ScriptToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name, a keyword, or a private name with its `#`.
    case word
    case number
    case string
    /// A template literal, or the part of one up to the next `${` or from a `}` on.
    case template
    case regularExpression
    case punctuator
  }

  let kind: Kind
  /// The range in the script's UTF-8.
  let bytes: Range<Int>
  /// Whether a line ended since the previous token.
  let startsLine: Bool
}

/// The reason why a script can't be tokenized, and the place.
struct ScriptFault: Error, Hashable {
  enum Reason: Hashable, Sendable {
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
}
