import Foundation

/// What a user wrote as a source, read as far as it says by itself what is meant.
package enum SourceName: Sendable, Equatable {
  /// What an API is asked, at a host.
  case api(ServiceKind, HTTPAddress)
  /// An account of Mastodon, which has to be looked up.
  case mastodonAccount(host: HTTPAddress, name: String)
  /// A feed of Bluesky whose address names its owner by handle.
  case blueskyRecord(host: HTTPAddress, owner: String, collection: String, key: String)
  /// An account of X, which has to be looked up; nil for the token's own.
  case xAccount(host: HTTPAddress, name: String?, list: String)
  /// `acct:name@host`
  case webfinger(host: HTTPAddress, account: String)
  /// Whatever is at an address.
  case page(HTTPAddress)

  private static let bluesky = "https://public.api.bsky.app"
  private static let blueskyOwn = "https://bsky.social"
  private static let vk = "https://api.vk.com"
  private static let x = "https://api.x.com"

  /// - Throws: `FetchIssue` for what is none, and for an address with a secret in it.
  package init(_ text: String) throws(FetchIssue) {
    let text = text.trimmingCharacters(in: .whitespaces)
    try Self.checkForSecrets(text)
    if let scheme = text.range(of: ":"), !text.hasPrefix("http://"), !text.hasPrefix("https://") {
      let rest = String(text[scheme.upperBound...])
      guard let read = try Self.read(scheme: text[..<scheme.lowerBound].lowercased(), rest, all: text) else {
        throw .unknownSource(text)
      }
      self = read
      return
    }
    guard let address = HTTPAddress(text) else { throw .unknownSource(text) }
    self = Self.read(address)
  }

  private static func checkForSecrets(_ text: String) throws(FetchIssue) {
    let authority = text.range(of: "://").map { text[$0.upperBound...].prefix { $0 != "/" && $0 != "?" } }
    if authority?.contains("@") == true, !text.hasPrefix("at://") { throw .secretInAddress }
    let names = (HTTPAddress(text)?.parameters ?? []).map { $0.name.lowercased() }
    if names.contains(where: { ["access_token", "token", "api_key", "password", "client_secret"].contains($0) }) {
      throw .secretInAddress
    }
  }

  // MARK: Addresses

  private static func read(_ address: HTTPAddress) -> SourceName {
    let names = address.names
    if let kind = api(names) { return lookUp(kind, address) }
    switch address.host {
    case "bsky.app", "www.bsky.app":
      if let named = blueskyPage(names) { return named }
    case "vk.com", "m.vk.com", "www.vk.com", "vk.ru", "m.vk.ru":
      if let name = names.first, let wall = wall(name) { return wall }
    case "x.com", "twitter.com", "www.x.com", "mobile.twitter.com", "www.twitter.com":
      if let name = names.first, let host = HTTPAddress(x) {
        return name == "home"
          ? .xAccount(host: host, name: nil, list: "timelines/reverse_chronological")
          : .xAccount(host: host, name: name, list: "tweets")
      }
    default: break
    }
    if let timeline = mastodonPage(names, address) { return timeline }
    return .page(address)
  }

  /// The service whose API the path is of.
  private static func api(_ names: [String]) -> ServiceKind? {
    if names.starts(with: ["api", "v1"]) { return .mastodon }
    if names.first == "xrpc" { return .bluesky }
    if names.first == "method", names.count == 2 { return .vk }
    if names.first == "2", names.count > 1, ["users", "lists", "tweets"].contains(names[1]) { return .x }
    if names.last == "outbox" { return .activityPub }
    return nil
  }

  private static func lookUp(_ kind: ServiceKind, _ address: HTTPAddress) -> SourceName {
    let names = address.names
    if kind == .mastodon, names.suffix(2) == ["accounts", "lookup"], let name = address.value(of: "acct") {
      return .mastodonAccount(host: address, name: name)
    }
    return .api(kind, address)
  }

  /// `/@name` of an instance; of its other pages the host has to say first that it is one.
  private static func mastodonPage(_ names: [String], _ address: HTTPAddress) -> SourceName? {
    guard let first = names.first else { return nil }
    if first.hasPrefix("@"), first.count > 1, names.count <= 2 {
      return .mastodonAccount(host: address, name: String(first.dropFirst()))
    }
    return nil
  }

  private static func blueskyPage(_ names: [String]) -> SourceName? {
    guard names.count >= 2, names[0] == "profile", let host = HTTPAddress(bluesky) else { return nil }
    if names.count == 4, names[2] == "feed" {
      return .blueskyRecord(host: host, owner: names[1], collection: "app.bsky.feed.generator", key: names[3])
    }
    if names.count == 4, names[2] == "lists" {
      return .blueskyRecord(host: host, owner: names[1], collection: "app.bsky.graph.list", key: names[3])
    }
    return names.count == 2 ? author(names[1]) : nil
  }

  private static func author(_ name: String) -> SourceName? {
    let actor = name.hasPrefix("@") ? String(name.dropFirst()) : name
    return HTTPAddress("\(bluesky)/xrpc/app.bsky.feed.getAuthorFeed").map {
      .api(.bluesky, $0.setting("actor", actor).setting("limit", "50"))
    }
  }

  // MARK: Names with a service

  private static func read(scheme: String, _ rest: String, all: String) throws(FetchIssue) -> SourceName? {
    switch scheme {
    case "mastodon": return mastodon(rest)
    case "bluesky": return bluesky(rest)
    case "at": return record(rest)
    case "vk": return vk(rest)
    case "x": return x(rest)
    case "jsonfeed": return HTTPAddress(rest).map { .api(.jsonFeed, $0) }
    case "activitypub":
      if let address = HTTPAddress(rest) {
        return address.names.last == "outbox" ? .api(.activityPub, address) : .page(address)
      }
      return webfinger(rest)
    case "acct": return webfinger(rest)
    default: return nil
    }
  }

  /// `@name@host`, `host/public`, `host/local`, `host/tag/word`, `host/home`, `host/favourites`
  private static func mastodon(_ rest: String) -> SourceName? {
    if rest.contains("@"), !rest.contains("/") {
      let parts = rest.split(separator: "@")
      guard parts.count == 2, let host = HTTPAddress("https://\(parts[1])") else { return nil }
      return .mastodonAccount(host: host, name: String(parts[0]))
    }
    let parts = rest.split(separator: "/").map(String.init)
    guard parts.count >= 2, let host = HTTPAddress("https://\(parts[0])") else { return nil }
    let path: String? =
      switch (parts[1], parts.count) {
      case ("public", 2), ("local", 2): "timelines/public"
      case ("home", 2): "timelines/home"
      case ("favourites", 2): "favourites"
      case ("bookmarks", 2): "bookmarks"
      case ("tag", 3): "timelines/tag/\(Percent.encoded(parts[2]))"
      default: nil
      }
    guard let path, let address = HTTPAddress("\(host.origin)/api/v1/\(path)?limit=40") else { return nil }
    return .api(.mastodon, parts[1] == "local" ? address.setting("local", "true") : address)
  }

  /// `@name.example`, `timeline`
  private static func bluesky(_ rest: String) -> SourceName? {
    guard rest == "timeline" else { return rest.isEmpty ? nil : author(rest) }
    return HTTPAddress("\(blueskyOwn)/xrpc/app.bsky.feed.getTimeline?limit=50").map { .api(.bluesky, $0) }
  }

  /// `at://owner/collection/key`
  private static func record(_ rest: String) -> SourceName? {
    let parts = rest.split(separator: "/").map(String.init)
    guard let host = HTTPAddress(bluesky), let owner = parts.first else { return nil }
    guard parts.count == 3 else { return parts.count == 1 ? author(owner) : nil }
    return .blueskyRecord(host: host, owner: owner, collection: parts[1], key: parts[2])
  }

  /// `wall/-1`, `wall/name`, `newsfeed`
  private static func vk(_ rest: String) -> SourceName? {
    if rest == "newsfeed" {
      return HTTPAddress("\(vk)/method/newsfeed.get?filters=post&count=100").map { .api(.vk, $0) }
    }
    guard rest.hasPrefix("wall/"), rest.count > 5 else { return nil }
    return wall(String(rest.dropFirst(5)))
  }

  /// `-1`, `wall-1`, `club1`, `id1`, a short name.
  private static func wall(_ name: String) -> SourceName? {
    let number = ["wall", "id", ""].lazy.compactMap { name.hasPrefix($0) ? Int(name.dropFirst($0.count)) : nil }.first
    let community = ["club", "public", "event"].lazy.compactMap {
      name.hasPrefix($0) ? Int(name.dropFirst($0.count)).map { -$0 } : nil
    }.first
    let base = HTTPAddress("\(vk)/method/wall.get")
    let address = (number ?? community).map { base?.setting("owner_id", "\($0)") } ?? base?.setting("domain", name)
    return address.flatMap { $0 }.map { .api(.vk, $0.setting("count", "100")) }
  }

  /// `@name`, `home`, `user/1`, `mentions/1`, `list/1`
  private static func x(_ rest: String) -> SourceName? {
    guard let host = HTTPAddress(x) else { return nil }
    if rest == "home" { return .xAccount(host: host, name: nil, list: "timelines/reverse_chronological") }
    if rest.hasPrefix("@") { return .xAccount(host: host, name: String(rest.dropFirst()), list: "tweets") }
    let parts = rest.split(separator: "/").map(String.init)
    guard parts.count == 2, Int(parts[1]) != nil else { return nil }
    let path: String? =
      switch parts[0] {
      case "user": "users/\(parts[1])/tweets"
      case "mentions": "users/\(parts[1])/mentions"
      case "list": "lists/\(parts[1])/tweets"
      default: nil
      }
    return path.flatMap { HTTPAddress("\(x)/2/\($0)") }.map { .api(.x, withFields($0)) }
  }

  package static func withFields(_ address: HTTPAddress) -> HTTPAddress {
    XFeed.fields.reduce(address) { $0.defaulting($1.0, $1.1) }
  }

  private static func webfinger(_ rest: String) -> SourceName? {
    let parts = rest.split(separator: "@")
    guard parts.count == 2, let host = HTTPAddress("https://\(parts[1])") else { return nil }
    return .webfinger(host: host, account: "\(parts[0])@\(parts[1])")
  }

  /// Whose host the source is of.
  package var host: HTTPAddress {
    switch self {
    case .api(_, let address), .page(let address): address
    case .mastodonAccount(let host, _), .blueskyRecord(let host, _, _, _), .xAccount(let host, _, _),
      .webfinger(let host, _):
      host
    }
  }
}
