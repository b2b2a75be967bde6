/// Decides which requests are allowed: those of pages that this server served, and of local programs that know the
/// token.
///
/// A page of another site can make a browser send requests here. It can't choose the Host header, which exposes a
/// domain that resolves to this machine (DNS rebinding). It can't hide its Origin when it writes, and it can't read the
/// token.
package struct RequestGate: Sendable {
  let port: UInt16
  /// A random token, generated at each start of the server.
  package let token: String

  package init(port: UInt16, token: String) {
    (self.port, self.token) = (port, token)
  }

  /// Returns whether the Host header names this machine, as every request must.
  package func allows(host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    let names = ["127.0.0.1", "localhost"]
    return names.contains { host == "\($0):\(port)" } || port == 80 && names.contains(host)
  }

  /// Returns whether a request comes from our own pages or from a program. Browsers state the origin of a request;
  /// programs don't.
  ///
  /// - Parameter fetchSite: The header Sec-Fetch-Site.
  package func allows(origin: String?, fetchSite: String?, host: String) -> Bool {
    if let fetchSite, fetchSite != "same-origin", fetchSite != "none" { return false }
    if let origin { return origin.lowercased() == "http://\(host.lowercased())" }
    return true
  }

  /// Compares in constant time: a wrong token takes as long as the right one.
  package func allows(token given: String?) -> Bool {
    guard let given else { return false }
    let (wanted, found) = (Array(token.utf8), Array(given.utf8))
    guard wanted.count == found.count else { return false }
    return zip(wanted, found).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 256 random bits from the system as hexadecimal digits.
  package static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
