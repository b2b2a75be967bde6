import JSONTree
import Names

/// What a service writes into its texts beside URLs and mail addresses, and where its hashtags and mentions lead.
protocol TextDialect {
  /// A tag or mention that may reach further than its own word, and its address.
  typealias Reference = (end: Int, url: WebAddress?)

  /// Whether `-` may stand inside a handle.
  var handlesHaveHyphens: Bool { get }

  /// Markup that begins with the bracket at `index` and shows a title in its place; nil where there is none.
  func bracketed(at index: Int, in bytes: [UInt8]) -> TitledMarkup?
  /// Markup that begins with the `@` at `index`; it may not reach `limit`.
  func titledMention(at index: Int, in bytes: [UInt8], limit: Int) -> TitledMarkup?
  /// - Parameter tag: the tag with its `#`.
  func hashtag(_ tag: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference
  /// - Parameter name: the handle without its `@`.
  func mention(_ name: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference
}

/// Markup that is shown as its title.
struct TitledMarkup {
  let kind: Facet.Kind
  /// Nil where the address is not one that a page may link to.
  let url: WebAddress?
  /// UTF-8 offsets.
  let title: Range<Int>
  /// After the markup's last character.
  let end: Int
}

/// A text without markup: a mention that names a server leads there, of everything else nothing says where it leads.
struct PlainDialect: TextDialect {
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
  /// ASCII letters, digits, `_`, `.` and, where the service has them, `-`; a full stop at the end is punctuation.
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
