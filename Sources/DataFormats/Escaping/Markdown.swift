import Diagnostics

/// Writes text from feeds and designs as Markdown that contains no markup and notifies no one.
///
/// Forges look for references after rendering Markdown, so a backslash doesn't hide them.
/// - GitHub ("Autolinked references and URLs", "Mentioning people and teams") links `@team`, `#12`, `GH-12`,
///   `owner/repository#12`, commit ids, URLs and a repository's own prefixes (`TICKET-12`), except in code.
/// - GitLab ("GitLab-specific references") links `@group`, `#12`, `!12`, `$12`, `&12`, `%12`, `~label`, `^alert#12`,
///   commit ids, URLs with any scheme and Jira's keys, except in code.
///
/// A U+2060 WORD JOINER, which has no width and doesn't break lines, separates the parts of each reference.
package enum Markdown {
  private static let joiner: Unicode.Scalar = "\u{2060}"

  /// Returns the text for a paragraph, a heading, a list item or a table cell. Line breaks become visible escapes, as
  /// in a log (`PlainText.piece`), because CI runners print the text.
  package static func text(_ text: String) -> String {
    let scalars = Array(PlainText.piece(text).unicodeScalars)
    var writer = TextWriter()
    for index in scalars.indices {
      writer.append(scalars[index], next: index + 1 < scalars.count ? scalars[index + 1] : nil)
    }
    return writer.text
  }

  /// Returns the text as a code span, in which forges don't look for references. An empty text becomes no span.
  ///
  /// - Parameter inTable: Pass true for a table cell, which a `|` would end even in code.
  package static func code(_ text: String, inTable: Bool = false) -> String {
    let text = PlainText.piece(text)
    guard !text.isEmpty else { return "" }
    if inTable, text.utf8.contains(UInt8(ascii: "|")) { return "<code>\(references(text))</code>" }
    var (longest, count) = (0, 0)
    for scalar in text.unicodeScalars {
      count = scalar == "`" ? count + 1 : 0
      longest = max(longest, count)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // Markdown strips one space from both ends of a span, unless the span consists of spaces.
    let isPadded = longest > 0 || text.utf8.first == 0x20 && text.utf8.last == 0x20 && text.utf8.contains { $0 != 0x20 }
    return isPadded ? "\(fence) \(text) \(fence)" : "\(fence)\(text)\(fence)"
  }

  /// Returns an address for `[…](…)`.
  package static func destination(_ address: String) -> String { Markup.html(self.address(address)) }

  /// Returns the text as an address. Characters that may occur in addresses stay; every other byte is percent-encoded.
  package static func address(_ text: String) -> String {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'*+,;=%".utf8)
    return text.utf8.map { byte in
      let hex = String(byte, radix: 16, uppercase: true)
      return kept.contains(byte) ? String(UnicodeScalar(byte)) : "%\(hex.count == 1 ? "0" : "")\(hex)"
    }.joined()
  }

  /// Returns the text for an HTML comment (`<!-- … -->`), which a `--` could end.
  package static func comment(_ text: String) -> String {
    var comment = ""
    var last: Unicode.Scalar?
    for scalar in Markup.html(text).unicodeScalars {
      if scalar == "-", last == "-" { comment += " " }
      comment.unicodeScalars.append(scalar)
      last = scalar
    }
    return comment
  }

  /// Writes ASCII punctuation as character references, so that neither Markdown nor HTML interprets it.
  private static func references(_ text: String) -> String {
    var written = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII, !scalar.isWord, scalar != " " {
        written += "&#\(scalar.value);"
      } else {
        written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  private struct TextWriter {
    private(set) var text = ""
    private var last: Unicode.Scalar?
    /// Whether only digits were written. A period after them would begin a list.
    private var isNumber = true
    private var isAtStart = true
    /// The number of consecutive hexadecimal digits.
    private var digits = 0

    mutating func append(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
      digits = scalar.isHexadecimal ? digits + 1 : 0
      // Commit ids have at least 7 digits.
      if digits == 7 {
        join()
        digits = 1
      }
      // `GH-12`, and prefixes that a repository links automatically.
      if last == "-", scalar.isDigit { join() }
      write(scalar, next: next)
      if scalar != " " { isAtStart = false }
      if !scalar.isDigit { isNumber = false }
      last = scalar
    }

    private mutating func write(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
      switch scalar {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&":
        text += "&amp;"
        join(before: next)
      case "#", "!", "$", "~":
        text += "\\"
        text.unicodeScalars.append(scalar)
        join(before: next)
      // `:` ends the scheme of an address and begins the name of an emoji.
      case "@", "%", "^", ":":
        text.unicodeScalars.append(scalar)
        join(before: next)
      case "[", "{":
        text += "\\"
        text.unicodeScalars.append(scalar)
        // GitLab's wiki links, `[[page]]`, and its inline diffs, `{+ +}` and `[- -]`.
        if next == scalar || next == "+" || next == "-" { join() }
      case "\\", "`", "*", "_", "]", "(", ")", "|", "}":
        text += "\\"
        text.unicodeScalars.append(scalar)
      // GitLab interprets `/close` at the start of a line as a command.
      case "-", "+", "=", "/":
        if isAtStart { text += "\\" }
        text.unicodeScalars.append(scalar)
      case ".":
        if isNumber, !isAtStart { text += "\\" }
        // `www.`
        if last == "w" || last == "W" { join() }
        text += "."
      case " " where isAtStart || next == nil: text += "&#32;"
      default: text.unicodeScalars.append(scalar)
      }
    }

    /// Separates a sign from the next scalar. A sign before a space, or at the end, refers to nothing.
    private mutating func join(before next: Unicode.Scalar?) {
      if let next, next != " " { join() }
    }

    private mutating func join() { text.unicodeScalars.append(Markdown.joiner) }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
  fileprivate var isWord: Bool { isDigit || "a"..."z" ~= self || "A"..."Z" ~= self }
  fileprivate var isHexadecimal: Bool { isDigit || "a"..."f" ~= self || "A"..."F" ~= self }
}
