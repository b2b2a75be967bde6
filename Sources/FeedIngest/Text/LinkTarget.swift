import JSONTree

/// Where a link may lead. Only http, https and mailto pass: a feed is not trusted to name anything else.
package enum LinkTarget {
  /// The address as a whole URL; nil where it is none, or of another scheme.
  package static func url(_ address: String) -> String? {
    let bytes = address.utf8.filter { $0 > 0x20 && $0 != 0x7F }
    guard !bytes.isEmpty, bytes.count <= 8192, !bytes.contains(where: isUnsafe) else { return nil }
    for scheme in ["https://", "http://", "mailto:"] where hasPrefix(scheme, in: bytes) {
      guard let first = bytes.dropFirst(scheme.utf8.count).first, !"/?#:".utf8.contains(first) else { return nil }
      return scheme + String(decoding: bytes[scheme.utf8.count...], as: UTF8.self)
    }
    if bytes.starts(with: "//".utf8) { return url("https:" + String(decoding: bytes, as: UTF8.self)) }
    let end = bytes.firstIndex { "/?#:".utf8.contains($0) } ?? bytes.count
    guard HostName(bare: 0..<end, in: bytes)?.range == 0..<end else { return nil }
    return "https://" + String(decoding: bytes, as: UTF8.self)
  }

  /// "www.example.org" of an address without `www.`; nil where there is none.
  package static func host(of address: String) -> String? {
    guard let url = url(address), let slashes = url.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let rest = url[slashes...].dropFirst(2)
    let authority = rest.prefix { !"/?#".contains($0) }
    // What stands before an @ is a name and a password, and a way to fake a host.
    let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
    let name = host.lowercased().hasPrefix("www.") ? host.dropFirst(4) : host
    return name.isEmpty ? nil : CleanText.line(String(name))
  }

  /// All but letters, digits and `-._~` as `%41`.
  static func percentEncoded(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in bytes {
      if Unicode.Scalar.isASCIIWordPart(byte) || "-.~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += byte < 0x10 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return result
  }

  /// No URL has these, and a page's markup would have to escape them.
  private static func isUnsafe(_ byte: UInt8) -> Bool { "<>\"`\\".utf8.contains(byte) }

  private static func hasPrefix(_ prefix: String, in bytes: [UInt8]) -> Bool {
    bytes.count >= prefix.utf8.count && zip(bytes, prefix.utf8).allSatisfy { asciiLowercase($0) == $1 }
  }

  package static func asciiLowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
