/// An address that a link may lead to: what is one was checked. A feed is not trusted to name anything but pages and mailboxes.
package struct WebAddress: Hashable, Sendable {
  package let text: String

  /// Whatever else a feed names (`javascript:`, `file:`) is no link.
  package static let schemes = ["https://", "http://", "mailto:"]

  /// Nil of another scheme, of what no URL has and a page's markup would have to escape, and of what browsers would read
  /// otherwise: they drop tabs and line breaks inside an address, and control characters before it.
  package init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard text.utf8.count <= 8192, Self.schemes.contains(where: start.hasPrefix),
      !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || "<>\"`\\".utf8.contains($0) })
    else { return nil }
    self.text = text
  }
}

/// Where a card's link leads: a page, or another card of the same feed. What is one was checked, and needs no look where it is
/// written.
package struct LinkTarget: Hashable, Sendable {
  /// `https://example.org/`, `#message-17`
  package let text: String

  package init(_ page: WebAddress) { text = page.text }

  /// - Parameter id: A post's.
  /// - Returns: Nil of what is no id: those are made of ASCII letters, digits, `-`, `_` and `.`.
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
