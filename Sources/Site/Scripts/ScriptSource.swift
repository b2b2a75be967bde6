import Diagnostics

/// A script's text with its tokens.
struct ScriptSource: Sendable {
  /// In the folder of page templates: `feed/card.js`.
  let path: String
  let bytes: [UInt8]
  let tokens: [ScriptToken]

  /// - Throws: `Diagnostic` with the line of a literal, a comment or a bracket without an end.
  init(path: String, text: String) throws(Diagnostic) {
    self.path = path
    bytes = Array(text.utf8)
    do {
      tokens = try ScriptTokenizer.tokens(of: bytes)
    } catch {
      throw Diagnostic(
        ScriptIssue.unreadable(error.reason), at: Self.place(of: error.offset, in: bytes, called: path))
    }
  }

  func text(_ token: ScriptToken) -> String { String(decoding: bytes[token.bytes], as: UTF8.self) }

  func place(of offset: Int) -> Place { Self.place(of: offset, in: bytes, called: path) }

  private static func place(of offset: Int, in bytes: [UInt8], called path: String) -> Place {
    let before = bytes[..<offset]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return .line(line, column: String(decoding: before[start...], as: UTF8.self).count + 1, in: path)
  }
}
