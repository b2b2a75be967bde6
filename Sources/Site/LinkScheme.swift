/// Which addresses of a feed become links. View models let only these pass too; a page must not depend on that.
enum LinkScheme {
  private static let allowed = ["http://", "https://", "mailto:"]

  /// The address, where a browser would take it for one of the allowed schemes; nil for `javascript:` and all others.
  static func checked(_ address: String) -> String? {
    // Browsers drop tabs and line breaks inside an address, and control characters before it.
    guard !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else { return nil }
    let start = address.prefix(8).lowercased()
    return allowed.contains { start.hasPrefix($0) } ? address : nil
  }
}
