/// What an address says of a person, where nothing else does: `https://host/users/name` is `@name@host`.
struct ActorAddress: Hashable {
  /// Nil where the address names a server alone.
  var user: String?
  var host: String

  /// `name@host`; the host alone where there is no name.
  var handle: String { user.map { "\($0)@\(host)" } ?? host }
  /// As people write it: `@name@host`.
  var shownName: String { user == nil ? host : "@" + handle }

  /// Of an author. Nil for what is no address.
  init?(ofActor address: String) {
    if address.hasPrefix("acct:") {
      let parts = address.dropFirst(5).split(separator: "@")
      guard parts.count == 2 else { return nil }
      (user, host) = (String(parts[0]), CleanText.line(String(parts[1])))
      return
    }
    guard let host = LinkTarget.host(of: address) else { return nil }
    self.host = host
    let path = Self.path(of: address)
    user = Self.named(in: path) ?? Self.plain(path.last) ?? Self.plain(Self.fragment(of: address))
  }

  /// Of a post, whose address often holds its author's name: `https://host/@name/17`. Nil for what is no address.
  init?(ofPost address: String) {
    guard let host = LinkTarget.host(of: address) else { return nil }
    self.host = host
    user = Self.named(in: Self.path(of: address))
  }

  /// What servers put before a name.
  private static let folders: Set = [
    "users", "user", "u", "c", "profile", "accounts", "author", "authors", "people", "video-channels", "channel",
  ]

  private static func named(in path: [Substring]) -> String? {
    for (index, part) in path.enumerated() {
      if part.hasPrefix("@") { return plain(part.split(separator: "@").first) }
      if index > 0, folders.contains(String(path[index - 1])) { return plain(part) }
    }
    return nil
  }

  private static func plain(_ part: Substring?) -> String? {
    guard let part, !part.contains("=") else { return nil }
    let name = CleanText.line(String(part))
    return name.isEmpty ? nil : name
  }

  private static func path(of address: String) -> [Substring] {
    guard let start = address.range(of: "://")?.upperBound ?? address.range(of: "//")?.upperBound else { return [] }
    return address[start...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst().map { $0 }
  }

  private static func fragment(of address: String) -> Substring? {
    address.firstIndex(of: "#").map { address[address.index(after: $0)...] }
  }
}
