import Basics
import CCurl

/// The kind of network an address belongs to, from public to most restricted.
package enum NetworkScope: Comparable, Sendable {
  case web
  /// This machine, a private network, and names that don't exist on the public internet.
  case own
  /// Link-local addresses, and the metadata services of clouds.
  case special

  var code: ccurl_realm {
    switch self {
    case .web: ccurl_public
    case .own: ccurl_private
    case .special: ccurl_special
    }
  }
}

/// An IP address given instead of a host name.
struct IPAddress {
  /// 4 or 16 bytes.
  private let bytes: [UInt8]
  let scope: NetworkScope

  /// - Parameter host: An IPv6 address may have brackets. Nil for a name.
  init?(_ host: some StringProtocol) {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    var (room, code) = ([UInt8](repeating: 0, count: 16), ccurl_public)
    let count = ccurl_address(String(isBracketed ? host.dropFirst().dropLast() : host[...]), &room, &code)
    guard count > 0 else { return nil }
    bytes = Array(room.prefix(Int(count)))
    scope = code == ccurl_public ? .web : code == ccurl_private ? .own : .special
  }

  /// - Parameter network: An address, or a network with its prefix length: `10.0.0.0/8`.
  func isIn(_ network: some StringProtocol) -> Bool {
    let parts = network.split(separator: "/", maxSplits: 1)
    guard let other = parts.first.flatMap({ IPAddress($0) }), other.bytes.count == bytes.count,
      let bits = parts.count > 1 ? BoundedNumber(parts[1])?.value : 8 * bytes.count
    else { return false }
    return bytes.indices.allSatisfy { index in
      let own = min(8, max(0, bits - 8 * index))
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> own)
      return bytes[index] & mask == other.bytes[index] & mask
    }
  }
}

extension HTTPAddress {
  /// The scope of a literal address; the target of a name is checked on connection.
  package var scope: NetworkScope {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    if name == "localhost" || [".localhost", ".local", ".internal"].contains(where: name.hasSuffix) { return .own }
    return IPAddress(name)?.scope ?? .web
  }
}

/// The proxy of a request: the given one, else according to the environment variables of libcurl (libcurl-env(3)).
/// `no_proxy` lists hosts to connect to directly.
package struct ProxyChoice: Sendable {
  private let given: String?
  private let variables: [String: String]

  /// - Parameter given: `http://host:port`, `socks5h://…`; empty for none, nil for the variables' choice.
  package init(_ given: String? = nil, variables: [String: String] = [:]) {
    (self.given, self.variables) = (given, variables)
  }

  /// Returns nil for a direct connection.
  package func proxy(for address: HTTPAddress) -> String? {
    let names = address.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let said = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let proxy = given ?? said, !proxy.isEmpty, !isLeftOut(address.host) else { return nil }
    return Self.lookingUp(proxy)
  }

  /// Makes the proxy resolve names: it may know names that this machine doesn't, and names may resolve differently in
  /// its network.
  private static func lookingUp(_ proxy: String) -> String {
    let schemes = ["socks5://": "socks5h://", "socks4://": "socks4a://"]
    let known = schemes.first { proxy.lowercased().hasPrefix($0.key) }
    return known.map { $0.value + proxy.dropFirst($0.key.count) } ?? proxy
  }

  private func isLeftOut(_ host: String) -> Bool {
    let list = (variables["no_proxy"] ?? variables["NO_PROXY"] ?? "").lowercased()
    if list == "*" { return true }
    let address = IPAddress(host)
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    return list.split { $0 == "," || $0.isWhitespace }.contains { entry in
      if let address { return address.isIn(entry) }
      let domain = (entry.hasPrefix(".") ? entry.dropFirst() : entry).prefix { $0 != "/" }
      let ending = domain.hasSuffix(".") ? domain.dropLast() : domain
      return name == ending || name.hasSuffix(".\(ending)")
    }
  }
}
