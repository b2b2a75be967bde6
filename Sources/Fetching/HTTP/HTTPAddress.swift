import Foundation

/// A web address: `http` or `https`, a host, path and query. Path and query are kept as written, so that a service's
/// links are requested unchanged.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  var scheme: String
  /// Lower-case; an IPv6 address is in brackets.
  var host: String
  /// Nil for the scheme's default.
  var port: Int?
  /// The path, starting with `/`.
  var path: String
  /// The query without its `?`; nil if there is none.
  var query: String?

  /// Returns nil for any other scheme, without a host, or with a user name and password, which would be passed on with
  /// the address.
  package init?(_ text: some StringProtocol) {
    guard let colon = text.range(of: "://") else { return nil }
    scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    guard let authority = Authority(rest[..<end]) else { return nil }
    host = authority.host
    port = authority.port == (scheme == "http" ? 80 : 443) ? nil : authority.port
    let asked = Self.escaped(rest[end...].prefix { $0 != "#" })
    let mark = asked.firstIndex(of: "?")
    path = String(asked[..<(mark ?? asked.endIndex)])
    query = mark.map { String(asked[asked.index(after: $0)...]) }
    if path.isEmpty { path = "/" }
  }

  private struct Authority {
    var host: String
    var port: Int?

    init?(_ text: some StringProtocol) {
      guard !text.contains("@"), !text.isEmpty else { return nil }
      var name = text[...]
      let bracket = text.lastIndex(of: "]")
      if let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
        let digits = text[text.index(after: colon)...]
        guard digits.isEmpty || digits.allSatisfy(\.isASCII), let number = digits.isEmpty ? 0 : Int(digits),
          0...65_535 ~= number
        else { return nil }
        port = number == 0 ? nil : number
        name = text[..<colon]
      }
      host = name.lowercased()
      let isPlain = host.unicodeScalars.allSatisfy { $0.value > 0x20 && !"\"\\<>^`{|}%/?#".unicodeScalars.contains($0) }
      guard !host.isEmpty, isPlain, !host.hasPrefix("."), !host.contains("..") else { return nil }
    }
  }

  /// The characters that an address may contain unescaped: ASCII without spaces, control characters, quotes and angle
  /// brackets.
  private static let plain = CharacterSet(charactersIn: "!"..."~").subtracting(CharacterSet(charactersIn: "\"<>"))

  private static func escaped(_ text: some StringProtocol) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? String(text)
  }

  /// Scheme, host and port: the scope of a secret.
  var origin: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
  /// Path and query: the request target.
  var asked: String { path + (query.map { "?\($0)" } ?? "") }
  package var text: String { origin + asked }
  package var description: String { text }

  /// Resolves a reference in a response from this address (RFC 3986, 5.2); nil if the result isn't a web address.
  package func resolving(_ reference: some StringProtocol) -> HTTPAddress? {
    let reference = reference.drop { $0.isWhitespace }
    if reference.range(of: "://") != nil, let whole = HTTPAddress(reference) { return whole }
    if reference.hasPrefix("//") { return HTTPAddress("\(scheme):\(reference)") }
    let first = reference.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if first.contains(":") { return nil }
    if reference.hasPrefix("/") { return HTTPAddress(origin + Self.withoutDots(String(reference))) }
    if reference.hasPrefix("?") { return HTTPAddress(origin + path + String(reference)) }
    if reference.isEmpty || reference.hasPrefix("#") { return self }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return HTTPAddress(origin + Self.withoutDots(folder + String(reference)))
  }

  private static func withoutDots(_ asked: String) -> String {
    let path = asked.prefix { $0 != "?" && $0 != "#" }
    var names: [Substring] = []
    let given = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (number, name) in given.enumerated() {
      let isLast = number == given.count - 1
      if name == ".." { _ = names.popLast() }
      if name == "." || name == ".." {
        if isLast { names.append("") }
      } else {
        names.append(name)
      }
    }
    return "/" + names.joined(separator: "/") + asked[path.endIndex...]
  }

  /// Returns the same request to another host.
  func moved(to base: HTTPAddress) -> HTTPAddress {
    var moved = self
    (moved.scheme, moved.host, moved.port) = (base.scheme, base.host, base.port)
    if base.path != "/" { moved.path = (base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path) + path }
    return moved
  }
}

extension HTTPAddress {
  /// The decoded parameters of the query, in order.
  package var parameters: [(name: String, value: String)] {
    (query ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Percent.decoded(parts[0]), parts.count > 1 ? Percent.decoded(parts[1]) : "")
    }
  }

  package func value(of name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Returns the address with a parameter set in place or appended, or removed if nil. Other parameters are kept as
  /// written.
  package func setting(_ name: String, _ value: String?) -> HTTPAddress {
    var pairs = (query ?? "").split(separator: "&").map(String.init)
    let place = pairs.firstIndex { Percent.decoded($0.prefix { $0 != "=" }) == name }
    if let value {
      let pair = "\(Percent.encoded(name))=\(Percent.encoded(value))"
      if let place { pairs[place] = pair } else { pairs.append(pair) }
    } else if let place {
      pairs.remove(at: place)
    }
    var changed = self
    changed.query = pairs.isEmpty ? nil : pairs.joined(separator: "&")
    return changed
  }

  /// Returns the address with a parameter added if it is missing.
  func defaulting(_ name: String, _ value: String) -> HTTPAddress {
    self.value(of: name) == nil ? setting(name, value) : self
  }

  /// The decoded components of the path.
  package var names: [String] { path.split(separator: "/").map { Percent.decoded($0) } }
}

/// Percent-encoding (RFC 3986, 2.1).
enum Percent {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Escapes everything except unreserved characters.
  static func encoded(_ text: some StringProtocol) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? String(text)
  }

  /// Decodes escapes; invalid ones are kept. A `+` becomes a space, as in forms.
  static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
