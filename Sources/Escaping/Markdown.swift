import Diagnostics

/// Words of feeds and designs in Markdown that neither become markup nor call anybody.
///
/// Forges look for references in the text that Markdown has already become, so that a backslash does not hide them.
/// - GitHub ("Autolinked references and URLs", "Mentioning people and teams") links `@team`, `#12`, `GH-12`,
///   `owner/repository#12`, commit ids, URLs and a repository's own prefixes (`TICKET-12`); it leaves code alone.
/// - GitLab ("GitLab-specific references") links `@group`, `#12`, `!12`, `$12`, `&12`, `%12`, `~label`, `^alert#12`,
///   commit ids, URLs with any scheme and Jira's keys; it leaves code alone.
///
/// A U+2060 WORD JOINER, which has no width and breaks no line, goes between the parts of each reference.
package enum Markdown {
  private static let joiner: Unicode.Scalar = "\u{2060}"

  /// Returns the text for a paragraph, a heading, a list's item or a table's cell. Line breaks become visible escapes, as
  /// in a log (`PlainText.piece`): runners print what is written.
  package static func text(_ text: String) -> String {
    let scalars = Array(PlainText.piece(text).unicodeScalars)
    var writer = TextWriter()
    for index in scalars.indices {
      writer.append(scalars[index], next: index + 1 < scalars.count ? scalars[index + 1] : nil)
    }
    return writer.text
  }

  /// Returns the text as a span of code, in which forges look for nothing. An empty text is no span.
  ///
  /// - Parameter inTable: Pass true for a table's cell, which a `|` would end even in code.
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
    // Markdown takes a space from both ends of a span that has one at both, unless it has nothing else.
    let isPadded = longest > 0 || text.utf8.first == 0x20 && text.utf8.last == 0x20 && text.utf8.contains { $0 != 0x20 }
    return isPadded ? "\(fence) \(text) \(fence)" : "\(fence)\(text)\(fence)"
  }

  /// Returns an address for `[…](…)`.
  package static func destination(_ address: String) -> String { Markup.html(self.address(address)) }

  /// Returns the text as an address: its characters stay, every other byte becomes a percent code.
  package static func address(_ text: String) -> String {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'*+,;=%".utf8)
    return text.utf8.map { byte in
      let hex = String(byte, radix: 16, uppercase: true)
      return kept.contains(byte) ? String(UnicodeScalar(byte)) : "%\(hex.count == 1 ? "0" : "")\(hex)"
    }.joined()
  }

  /// Returns the text for an HTML comment (`<!-- … -->`), which `--` could end.
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

  /// ASCII signs as character references, so that neither Markdown nor HTML sees them.
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
    /// Whether nothing but digits was written: with a period behind them they would begin a list.
    private var isNumber = true
    private var isAtStart = true
    /// The number of hexadecimal digits in a row.
    private var digits = 0

    mutating func append(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
      digits = scalar.isHexadecimal ? digits + 1 : 0
      // Commit ids have 7 digits or more.
      if digits == 7 {
        join()
        digits = 1
      }
      // `GH-12`, and prefixes that a repository links by itself.
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
        // GitLab's links to a wiki, `[[page]]`, and its marks of changes, `{+ +}` and `[- -]`.
        if next == scalar || next == "+" || next == "-" { join() }
      case "\\", "`", "*", "_", "]", "(", ")", "|", "}":
        text += "\\"
        text.unicodeScalars.append(scalar)
      // `/close` at a line's start is a command to GitLab.
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

    /// A sign before a space, or at the end, refers to nothing.
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
