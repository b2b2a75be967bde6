import DataFormats
import Diagnostics
import Foundation

/// Extracts error messages from responses.
enum ErrorMessages {
  /// Returns the message of a JSON error of any service, or the title of a web page; nil if there is none. One line,
  /// without control characters.
  static func said(_ answer: HTTPResponse) -> String? {
    if let root = answer.json { return said(root).map(line) }
    return WebPage(answer.body).title.map(line)
  }

  private static func said(_ root: JSONNode) -> String? {
    if let error = root.object("error") { return error.text("error_msg", "message") }
    let first = root.list("errors").first
    let text =
      root.text("error_description", "detail", "message") ?? first?.text("detail", "message", "title")
      ?? root.text("error", "title")
    // X puts the useful message next to a generic title.
    if let message = first?.text("message"), let text, text != message { return "\(text): \(message)" }
    return text
  }

  /// Whether the bytes are a web page, regardless of the stated type.
  static func isWebPage(_ body: [UInt8]) -> Bool {
    let start = String(decoding: body.prefix(256), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    return ["<!doctype html", "<html", "<head", "<body", "<!--"].contains { start.lowercased().hasPrefix($0) }
  }

  private static func line(_ text: String) -> String {
    let joined = text.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ")
    return PlainText.piece(joined.count > 300 ? "\(joined.prefix(300))…" : joined)
  }
}
