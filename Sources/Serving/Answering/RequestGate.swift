/// Who may ask: only pages that this very server showed, and programs on this machine that know the token.
///
/// A page elsewhere can make a browser send requests here. It can't choose the Host header, so a name of its own that
/// leads to this machine (DNS rebinding) is told apart; it can't hide its Origin on a write; and it can't read the token.
struct RequestGate: Sendable {
  let port: UInt16
  /// Random, of this start of the server alone.
  let token: String

  /// Every request must name this machine.
  func allows(host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    let names = ["127.0.0.1", "localhost"]
    return names.contains { host == "\($0):\(port)" } || port == 80 && names.contains(host)
  }

  /// A browser says where a request comes from; a program says nothing.
  ///
  /// - Parameter fetchSite: The header Sec-Fetch-Site.
  func allows(origin: String?, fetchSite: String?, host: String) -> Bool {
    if let fetchSite, fetchSite != "same-origin", fetchSite != "none" { return false }
    if let origin { return origin.lowercased() == "http://\(host.lowercased())" }
    return true
  }

  /// Takes as long for a wrong token as for the right one.
  func allows(token given: String?) -> Bool {
    guard let given else { return false }
    let (wanted, found) = (Array(token.utf8), Array(given.utf8))
    guard wanted.count == found.count else { return false }
    return zip(wanted, found).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// 256 bits from the system, as hexadecimal digits.
  static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
