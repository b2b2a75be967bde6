import Basics
import DataFormats

/// A service's text markup besides URLs and mail addresses, and the targets of its hashtags and mentions.
protocol TextDialect {
  /// The end of a tag or mention, which may extend beyond its own word, and its address.
  typealias Reference = (end: Int, url: WebAddress?)

  /// Whether handles may contain `-`.
  var handlesHaveHyphens: Bool { get }

  /// Returns markup that starts with the bracket at `index` and is shown as a title; nil if there is none.
  func bracketed(at index: Int, in bytes: [UInt8]) -> TitledMarkup?
  /// Returns markup that starts with the `@` at `index`; it must end before `limit`.
  func titledMention(at index: Int, in bytes: [UInt8], limit: Int) -> TitledMarkup?
  /// - Parameter tag: The tag with its `#`.
  func hashtag(_ tag: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference
  /// - Parameter name: The handle without its `@`.
  func mention(_ name: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference
}

/// Markup that is shown as its title.
struct TitledMarkup {
  let kind: Facet.Kind
  /// Nil if a page may not link to the address.
  let url: WebAddress?
  /// UTF-8 offsets.
  let title: Range<Int>
  /// The offset after the markup's last character.
  let end: Int
}

/// A text without markup: a mention with a server links there; other tags and mentions have no target.
struct PlainTextDialect: TextDialect {
  let handlesHaveHyphens = true

  func bracketed(at index: Int, in bytes: [UInt8]) -> TitledMarkup? { nil }

  func titledMention(at index: Int, in bytes: [UInt8], limit: Int) -> TitledMarkup? { nil }

  func hashtag(_ tag: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference { (tag.upperBound, nil) }

  func mention(_ name: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference {
    guard let server = server(after: name.upperBound, in: bytes, limit: limit) else { return (name.upperBound, nil) }
    let host = String(decoding: bytes[server], as: UTF8.self)
    let handle = String(decoding: bytes[name], as: UTF8.self)
    return (server.upperBound, WebAddress("https://\(host)/@\(handle)"))
  }

  /// The second half of `@user@server.org`.
  private func server(after end: Int, in bytes: [UInt8], limit: Int) -> Range<Int>? {
    guard end < limit, bytes[end] == UInt8(ascii: "@") else { return nil }
    let server = handle(from: end + 1, in: bytes, limit: limit)
    return HostName(mail: server, in: bytes) == nil ? nil : server
  }
}

extension TextDialect {
  /// ASCII letters, digits, `_`, `.` and, if the service allows it, `-`; a final full stop is punctuation.
  func handle(from start: Int, in bytes: [UInt8], limit: Int) -> Range<Int> {
    func isInner(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ".") || (byte == UInt8(ascii: "-") && handlesHaveHyphens)
    }
    var end = start
    guard start < limit, !isInner(bytes[start]) else { return start..<start }
    while end < limit, Unicode.Scalar.isASCIIWordPart(bytes[end]) || isInner(bytes[end]) { end += 1 }
    while end > start, isInner(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
