import CCurl
import Names

/// Where an address lies, from what all may ask to what nobody is led to.
enum NetworkRealm: Comparable, Sendable {
  case web
  /// This machine, a private network, and what names nothing on the open internet.
  case own
  /// Link-local addresses, and those at which clouds tell their machines secrets.
  case special

  var code: ccurl_realm {
    switch self {
    case .web: ccurl_public
    case .own: ccurl_private
    case .special: ccurl_special
    }
  }
}

/// An address of the internet that stands in place of a host's name.
struct IPAddress {
  /// 4 or 16.
  private let bytes: [UInt8]
  let realm: NetworkRealm

  /// - Parameter host: With brackets around an IPv6 address, or without. Nil for a name.
  init?(_ host: some StringProtocol) {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    var (room, code) = ([UInt8](repeating: 0, count: 16), ccurl_public)
    let count = ccurl_address(String(isBracketed ? host.dropFirst().dropLast() : host[...]), &room, &code)
    guard count > 0 else { return nil }
    bytes = Array(room.prefix(Int(count)))
    realm = code == ccurl_public ? .web : code == ccurl_private ? .own : .special
  }

  /// - Parameter network: An address, or one with the count of bits that are its network's: `10.0.0.0/8`.
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
  /// As far as it is written; what a name leads to is seen where it is connected to.
  var realm: NetworkRealm {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    if name == "localhost" || [".localhost", ".local", ".internal"].contains(where: name.hasSuffix) { return .own }
    return IPAddress(name)?.realm ?? .web
  }
}

/// Which proxy a request goes through: the one that is given, else as the process's variables say it to libcurl
/// (libcurl-env(3)). `no_proxy` names hosts that are asked directly.
struct ProxyChoice: Sendable {
  private let given: String?
  private let variables: [String: String]

  /// - Parameter given: `http://host:port`, `socks5h://…`; empty for none, nil as the variables say.
  init(_ given: String? = nil, variables: [String: String] = [:]) {
    (self.given, self.variables) = (given, variables)
  }

  /// Nil for a host that is asked directly.
  func proxy(for address: HTTPAddress) -> String? {
    let names = address.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let said = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let proxy = given ?? said, !proxy.isEmpty, !isLeftOut(address.host) else { return nil }
    return Self.lookingUp(proxy)
  }

  /// A proxy always looks names up itself: it may know names that this machine does not, and in its network they lead
  /// elsewhere.
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
