/// A validated link address. A feed may only link to web pages and mail addresses.
package struct WebAddress: Hashable, Sendable {
  package let text: String

  /// Any other scheme in a feed (`javascript:`, `file:`) is not a link.
  package static let schemes = ["https://", "http://", "mailto:"]

  /// Returns nil for another scheme, for characters that are invalid in a URL or need escaping in HTML, and for
  /// addresses that browsers would change: they drop tabs and line breaks in an address, and control characters before
  /// it.
  package init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard text.utf8.count <= 8192, Self.schemes.contains(where: start.hasPrefix),
      !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || "<>\"`\\".utf8.contains($0) })
    else { return nil }
    self.text = text
  }
}

/// A validated target of a card's link: a page, or another card of the same feed. It needs no further check when it is
/// written.
package struct LinkTarget: Hashable, Sendable {
  /// `https://example.org/`, `#message-17`
  package let text: String

  package init(_ page: WebAddress) { text = page.text }

  /// - Parameter id: A post's id.
  /// - Returns: Nil if it is not a valid id: ids consist of ASCII letters, digits, `-`, `_` and `.`.
  package init?(card id: String) {
    let isID = id.utf8.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
    }
    guard !id.isEmpty, isID else { return nil }
    text = "#" + id
  }

  /// Whether it leads out of the feed.
  package var isPage: Bool { text.utf8.first != UInt8(ascii: "#") }
}

extension LinkTarget: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension WebAddress: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
