import DataFormats
import Diagnostics
import Foundation
import Support

/// A text that passes through every escaper and an independent reader of the result.
package enum EscaperTarget {
  static func run(_ input: [UInt8]) throws { try check(String(decoding: input, as: UTF8.self)) }

  /// - Throws: `Violation` if a reader gets another text, or anything besides the text.
  package static func check(_ text: String) throws {
    try checkMarkup(text)
    try checkScript(text)
    try checkField(text)
    try checkShell(text)
    try checkMarkdown(text)
  }

  private static func checkMarkup(_ text: String) throws {
    let html = Markup.html(text)
    let page = try MarkupReading.html("<p title=\"[\(html)]\">[\(html)]</p>")
    let shown = text.replacingScalars { Markup.isAllowed($0) ? $0 : "\u{FFFD}" }
    try same(page.attribute, "[\(shown)]", "an attribute of HTML")
    try same(page.text, "[\(shown)]", "a text of HTML")
    let kept = text.replacingScalars { Markup.isAllowed($0) ? $0 : nil }
    let xml = Markup.xml(text)
    let document = try MarkupReading.xml("<p title=\"[\(xml)]\">[\(xml)]</p>")
    try same(document.attribute, "[\(kept)]", "an attribute of XML")
    // The XML reader doesn't pass on text nodes. References are the same in HTML.
    let content = try MarkupReading.html("<p title=\"\">[\(Markup.xml(text, keepsLineBreaks: true))]</p>")
    try same(content.text, "[\(kept)]", "a text of XML")
  }

  private static func checkScript(_ text: String) throws {
    let script = StringLiteral.script(text)
    let unsafe = script.unicodeScalars.contains { "<>&\u{2028}\u{2029}\n".unicodeScalars.contains($0) }
    try Violation.unless(!unsafe, "a script can end in \(script.debugDescription)")
    guard let read = try? JSONDecoder().decode(String.self, from: Data(script.utf8)) else {
      throw Violation("no string of JSON: \(script.debugDescription)")
    }
    try same(read, text, "a string of JSON")
    let ascii = text.replacingScalars { 0x20..<0x7F ~= $0.value ? $0 : nil }
    try same(try PDFReading.literal(StringLiteral.pdf(ascii)), ascii, "a string of PDF")
  }

  private static func checkField(_ text: String) throws {
    let rows = try CSVReading.rows("a,\(CSVField.escaped(text)),b\nc\n")
    try Violation.unless(rows.count == 2 && rows[0].count == 3, "not one field of CSV: \(text.debugDescription)")
    let read = rows[0][1]
    let isGuarded = read.unicodeScalars.first == "'" && text.unicodeScalars.first != "'"
    try same(isGuarded ? String(read.unicodeScalars.dropFirst()) : read, text, "a field of CSV")
    try Violation.unless(
      read.unicodeScalars.first.map { !"=+-@\t\r".unicodeScalars.contains($0) } ?? true,
      "a formula: \(read.debugDescription)")
  }

  private static func checkShell(_ text: String) throws {
    let word = ShellWord.quoted(text)
    let words = try ShellReading.words("a \(word) b")
    try Violation.unless(words.count == 3, "not one word of a shell: \(word.debugDescription)")
    try same(words[1], text.replacingScalars { $0.value == 0 ? "\u{FFFD}" : $0 }, "a word of a shell")
    try same(PlainText.piece("a \(word)"), "a \(word)", "a word in a log")
  }

  private static func checkMarkdown(_ text: String) throws {
    let plain = PlainText.piece(text)
    let written = Markdown.text(text)
    let read = try MarkdownReading.text(written)
    try same(read.withoutJoiners, plain.withoutJoiners, "a text of Markdown")
    if let reference = MarkdownReading.reference(in: read) {
      throw Violation("a forge links \(reference.debugDescription) of \(written.debugDescription)")
    }
    if !text.isEmpty {
      try same(try MarkdownReading.code(Markdown.code(text)), plain, "code of Markdown")
      let cell = Markdown.code(text, inTable: true)
      try same(try MarkdownReading.cell(cell), plain, "code in a table of Markdown")
    }
    let comment = Markdown.comment(text)
    try Violation.unless(
      !comment.utf8.contains(UInt8(ascii: ">")) && !comment.unicodeScalars.map(\.value).isTwice(0x2D),
      "an HTML comment can end in \(comment.debugDescription)")
  }

  /// Compares scalars, because `==` treats canonically equivalent strings as equal.
  private static func same(_ read: String, _ text: String, _ what: String) throws {
    try Violation.unless(
      read.unicodeScalars.elementsEqual(text.unicodeScalars),
      "\(what) is \(read.debugDescription), not \(text.debugDescription)")
  }

  /// Characters with a meaning in some format, and those that Swift joins with them.
  package static let special = "<>&\"'`|\\*_[](){}#@!$%^~+-=.,;:/?\n\r\t \0\u{1b}\u{7f}\u{85}\u{2028}\u{2029}\u{feff}"
  package static let joining: [String] = [
    "", "\u{600}", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{202E}", "\u{202C}", "\u{2066}", "\u{2069}", "\u{200E}",
    "\u{200F}", "\u{61C}", "\u{110BD}", "\u{FFFE}", "\u{1F468}\u{200D}\u{1F469}",
  ]
  static let words = [
    "@team", "#12", "!12", "GH-12", "https://example.org/a", "www.example.org", "0a1b2c3d4e5f", "$(touch PWNED)",
    "';touch PWNED;#", "`id`", "=cmd()", "<script src=x>", "-->", "|", "\r\n", "a@b.org", "1. ", "- [ ] ", "##[error]",
  ]

  package static let seeds: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: words.enumerated().map { ("word-\($0)", Array("a\($1)\u{600}\($1)\u{301}".utf8)) })

  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var scalars = Array(String(decoding: input, as: UTF8.self).unicodeScalars)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...scalars.count, using: &random)
      let piece: String
      switch Int.random(in: 0..<5, using: &random) {
      case 0: piece = joining.randomElement(using: &random) ?? ""
      case 1: piece = special.unicodeScalars.randomElement(using: &random).map { String($0) } ?? ""
      case 2: piece = words.randomElement(using: &random) ?? ""
      case 3:
        piece = Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)).map { String($0) } ?? ""
      default:
        piece = ""
        if !scalars.isEmpty { scalars.remove(at: min(place, scalars.count - 1)) }
      }
      scalars.insert(contentsOf: piece.unicodeScalars, at: min(place, scalars.count))
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return Array(String(text).utf8)
  }
}

extension [UInt32] {
  fileprivate func isTwice(_ value: UInt32) -> Bool { zip(self, dropFirst()).contains { $0 == value && $1 == value } }
}

extension String {
  fileprivate var withoutJoiners: String { replacingScalars { $0 == "\u{2060}" ? nil : $0 } }

  fileprivate func replacingScalars(_ replacement: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.compactMap(replacement))
    return String(text)
  }
}
