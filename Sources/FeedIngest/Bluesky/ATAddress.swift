import JSONTree

/// `at://did:plc:abc/app.bsky.feed.post/3k2a`: whose record, of which collection, by which key.
struct ATAddress: Hashable, Sendable {
  /// A DID or a handle.
  let authority: String
  let collection: String
  let key: String

  /// Nil for anything else; a record without a key is none.
  init?(_ address: String) {
    guard address.hasPrefix("at://"), address.utf8.count <= 8192 else { return nil }
    let parts = address.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (authority, collection, key) = (String(parts[0]), String(parts[1]), String(parts[2]))
  }

  /// Keys count up in time, and for each repository by itself: something of whose it is makes them unique.
  var id: String {
    let owner =
      authority.hasPrefix("did:plc:") ? String(authority.dropFirst(8).prefix(8)) : ContentDigest(ofText: authority).hex
    return "\(key)-\(owner)"
  }

  /// The page of what the address names, where bsky.app has one.
  ///
  /// - Parameter handle: How the owner is called in addresses; the DID does as well.
  func page(handle: String?) -> String? {
    let folders = [
      "app.bsky.feed.post": "post", "app.bsky.feed.generator": "feed", "app.bsky.graph.list": "lists",
    ]
    let owner = Self.encoded(handle ?? authority)
    if collection == "app.bsky.graph.starterpack" {
      return "https://bsky.app/starter-pack/\(owner)/\(Self.encoded(key))"
    }
    return folders[collection].map { "https://bsky.app/profile/\(owner)/\($0)/\(Self.encoded(key))" }
  }

  /// - Parameter owner: A handle or a DID.
  static func profile(_ owner: String) -> String { "https://bsky.app/profile/\(encoded(owner))" }

  /// A DID's colons stay, as bsky.app writes them.
  private static func encoded(_ part: String) -> String {
    LinkTarget.percentEncoded(part.utf8).replacing("%3A", with: ":")
  }
}
