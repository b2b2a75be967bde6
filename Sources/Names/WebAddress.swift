/// An address that a link may lead to: what is one was checked. A feed is not trusted to name anything but pages and mailboxes.
package struct WebAddress: Hashable, Sendable {
  package let text: String

  /// Whatever else a feed names (`javascript:`, `file:`) is no link.
  package static let schemes = ["https://", "http://", "mailto:"]

  /// Nil of another scheme, and of what browsers would read otherwise: they drop tabs and line breaks inside an address, and
  /// control characters before it.
  package init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard Self.schemes.contains(where: start.hasPrefix),
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return nil }
    self.text = text
  }
}
