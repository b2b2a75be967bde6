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
