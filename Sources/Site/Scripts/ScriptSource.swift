import Diagnostics

/// A script's text with its tokens.
package struct ScriptSource: Sendable {
  /// The path in the folder of page templates: `feed/card.js`.
  let path: String
  let bytes: [UInt8]
  package let tokens: [ScriptToken]

  /// - Throws: `Diagnostic` with the line of an unterminated literal, comment or bracket.
  package init(path: String, text: String) throws(Diagnostic) {
    self.path = path
    bytes = Array(text.utf8)
    do {
      tokens = try ScriptTokenizer.tokens(of: bytes)
    } catch {
      throw Diagnostic(
        ScriptIssue.unreadable(error.reason), at: Self.place(of: error.offset, in: bytes, called: path))
    }
  }

  package func text(_ token: ScriptToken) -> String { String(decoding: bytes[token.bytes], as: UTF8.self) }

  func place(of offset: Int) -> Place { Self.place(of: offset, in: bytes, called: path) }

  private static func place(of offset: Int, in bytes: [UInt8], called path: String) -> Place {
    let before = bytes[..<offset]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return .line(line, column: String(decoding: before[start...], as: UTF8.self).count + 1, in: path)
  }
}

extension ScriptSource {
  /// Returns the minified script: the same tokens without comments, and without white space except where it separates
  /// tokens.
  package func shipped(without dropped: [Range<Int>] = []) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var last: ScriptToken?
    var isOnNewLine = false
    var rest = dropped[...]
    for token in tokens {
      while let first = rest.first, first.upperBound <= token.bytes.lowerBound { rest = rest.dropFirst() }
      let isDropped = rest.first?.contains(token.bytes.lowerBound) == true
      if !isDropped || rest.first?.lowerBound == token.bytes.lowerBound {
        isOnNewLine = isOnNewLine || token.startsLine
      }
      if isDropped { continue }
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

  // A statement may end at a line end without a semicolon (ECMA-262, 12.10); such line ends are kept.

  private func mayEndStatement(_ token: ScriptToken) -> Bool {
    guard token.kind == .punctuator else { return true }
    return [")", "]", "}", "++", "--"].contains(text(token))
  }

  private func mayBeginStatement(_ token: ScriptToken) -> Bool {
    guard token.kind == .punctuator else { return token.kind != .template || bytes[token.bytes.lowerBound] == "`" }
    return ["(", "[", "{", "++", "--", "+", "-", "!", "~", "/", "*", "..."].contains(text(token))
  }

  /// Whether two tokens would be parsed differently without a separator.
  private func mustStandApart(_ left: ScriptToken, _ right: ScriptToken) -> Bool {
    let (end, start) = (bytes[left.bytes.upperBound - 1], bytes[right.bytes.lowerBound])
    switch (left.kind, right.kind) {
    case (.word, .word), (.word, .number), (.number, .word), (.number, .number), (.regularExpression, .word),
      (.regularExpression, .number):
      return true
    case (.number, .punctuator): return start == "."
    // `a / /b/` would be a comment, `a < !--b` an HTML comment.
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
