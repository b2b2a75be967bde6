extension ScriptSource {
  /// The script as readers get it: the same tokens without comments, and without the blanks and line ends that keep none
  /// of them apart.
  ///
  /// - Parameter dropped: Bytes to leave out, whole tokens, in ascending order.
  func shipped(without dropped: [Range<Int>] = []) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var last: ScriptToken?
    var isOnNewLine = false
    var rest = dropped[...]
    for token in tokens {
      while let first = rest.first, first.upperBound <= token.bytes.lowerBound { rest = rest.dropFirst() }
      if let first = rest.first, first.contains(token.bytes.lowerBound) { continue }
      guard token.isSignificant else {
        isOnNewLine = isOnNewLine || endsLine(token)
        continue
      }
      if let last {
        if isOnNewLine, mayEndStatement(last), mayBeginStatement(token) || mustStandApart(last, token) {
          output.append(UInt8(ascii: "\n"))
        } else if mustStandApart(last, token) {
          output.append(UInt8(ascii: " "))
        }
      }
      output += bytes[token.bytes]
      last = token
      isOnNewLine = false
    }
    if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
    return String(decoding: output, as: UTF8.self)
  }

  /// A comment over several lines ends one too (ECMA-262, 12.4).
  private func endsLine(_ token: ScriptToken) -> Bool {
    guard token.kind == .comment else { return token.kind == .lineEnd }
    return String(decoding: bytes[token.bytes], as: UTF8.self).contains { $0.isNewline }
  }

  // A statement may end at a line's end where no semicolon stands (ECMA-262, 12.10): there the line end stays.

  private func mayEndStatement(_ token: ScriptToken) -> Bool {
    guard token.kind == .punctuator else { return true }
    return [")", "]", "}", "++", "--"].contains(text(token))
  }

  private func mayBeginStatement(_ token: ScriptToken) -> Bool {
    guard token.kind == .punctuator else { return token.kind != .template || bytes[token.bytes.lowerBound] == "`" }
    return ["(", "[", "{", "++", "--", "+", "-", "!", "~", "/", "*", "..."].contains(text(token))
  }

  /// Whether two tokens would be read as others without anything between them.
  private func mustStandApart(_ left: ScriptToken, _ right: ScriptToken) -> Bool {
    let (end, start) = (bytes[left.bytes.upperBound - 1], bytes[right.bytes.lowerBound])
    switch (left.kind, right.kind) {
    case (.word, .word), (.word, .number), (.number, .word), (.number, .number), (.regularExpression, .word),
      (.regularExpression, .number):
      return true
    case (.number, .punctuator): return start == "."
    // `a / /b/` would be a comment, `a < !--b` one of HTML's.
    case (.punctuator, .regularExpression): return end == "/" || end == "<"
    case (.punctuator, .punctuator):
      if end == "<", start == "!" { return true }
      return Punctuators.length(in: Array(bytes[left.bytes] + bytes[right.bytes]), at: 0) > left.bytes.count
        || (end == "/" && (start == "/" || start == "*"))
    case (.punctuator, .number): return end == "." || (text(left) == "?" && start == ".")
    default: return false
    }
  }
}
