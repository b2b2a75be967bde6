/// Which addresses of a feed become links. View models let only these pass too; a page must not depend on that.
enum LinkScheme {
  private static let allowed = ["http://", "https://", "mailto:"]

  /// The address, where a browser would take it for one of the allowed schemes, or where it is a card of the page itself
  /// (`#message-17`); nil for `javascript:` and all others.
  static func checked(_ address: String) -> String? {
    if address.utf8.first == UInt8(ascii: "#") { return isCard(address.dropFirst()) ? address : nil }
    // Browsers drop tabs and line breaks inside an address, and control characters before it.
    guard !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else { return nil }
    let start = address.prefix(8).lowercased()
    return allowed.contains { start.hasPrefix($0) } ? address : nil
  }

  /// What ids are made of, and nothing else.
  private static func isCard(_ id: Substring) -> Bool {
    !id.isEmpty
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
