/// Addresses of this machine and of private networks, as they are written. What a name leads to is seen where it is
/// connected to.
extension HTTPAddress {
  package var isPrivate: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local") || host.hasSuffix(".internal") {
      return true
    }
    if host.hasPrefix("[") {
      let ip = host.dropFirst().dropLast()
      return ip == "::1" || ip == "::"
        || ["fc", "fd", "fe8", "fe9", "fea", "feb", "ff", "::ffff:"].contains {
          ip.hasPrefix($0)
        }
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { Self.number($0) }
    guard parts.count <= 4, let last = parts.last, let last, parts.allSatisfy({ $0 != nil }) else { return false }
    // `127.1` and `2130706433` are addresses, too (inet_aton).
    var ip = last
    for (place, part) in parts.dropLast().enumerated() { ip &+= (part ?? 0) &* (1 << (8 * (3 - place))) }
    let first = ip >> 24 & 0xFF
    let second = ip >> 16 & 0xFF
    switch (first, second) {
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (224..., _): return true
    default: return false
    }
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    if text.lowercased().hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    if text.count > 1, text.hasPrefix("0") { return Int(text, radix: 8) }
    return Int(text)
  }
}
