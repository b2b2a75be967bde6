import Basics
import DataFormats
import Foundation

/// The authors that a document describes, by address.
struct ActivityPeople {
  static let types: Set = ["Person", "Service", "Group", "Application", "Organization"]

  private(set) var described: [String: Author] = [:]

  mutating func add(_ author: Author) { described[author.id] = author }

  /// Adds the authors that an activity or object describes, including those of nested objects.
  mutating func add(from node: JSONNode, depth: Int = 0) {
    for key in ["actor", "attributedTo"] {
      for person in node.several(key) where Self.isDescribed(person) {
        if let id = person.activityID, described[id] == nil { described[id] = Self.author(person) }
      }
    }
    guard depth < 4 else { return }
    for object in node.several("object") where object.value.object != nil { add(from: object, depth: depth + 1) }
  }

  /// The first author that `node` names; people come before groups (a video's account before its channel).
  func author(of node: JSONNode) -> Author? {
    let named = node.several("attributedTo") + node.several("actor")
    guard let person = named.first(where: { !$0.isOf(["Group"]) && $0.activityAddress != nil }) ?? named.first else {
      return nil
    }
    if Self.isDescribed(person) { return Self.author(person) }
    return person.activityAddress.map(author)
  }

  func author(at address: String) -> Author { described[address] ?? Self.author(at: address) }

  /// An author with a known address and nothing else.
  static func author(at address: String) -> Author {
    let named = ActorAddress(ofActor: address)
    return Author(
      id: address, name: named?.shownName ?? "", handle: named.flatMap { $0.user == nil ? nil : $0.handle },
      state: .unknown, page: WebAddress(written: address))
  }

  private static func isDescribed(_ person: JSONNode) -> Bool {
    person.child("name") ?? person.child("preferredUsername") != nil
  }

  /// - Parameter person: An actor's document, possibly incomplete.
  static func author(_ person: JSONNode) -> Author {
    let address = person.activityAddress ?? ""
    let named = ActorAddress(ofActor: address)
    let user = person.text("preferredUsername").map { CleanText.line(DecodedText.line($0)) }
    let emoji = CustomEmoji(tags: person.several("tag"))
    let name = emoji.marked(FacetedText(person.title("name") ?? ""))
    let page = person.several("url").lazy.compactMap(\.activityAddress).compactMap(WebAddress.init(written:)).first
    let host = named?.host
    return Author(
      id: address.isEmpty ? "0" : address, name: name.string,
      handle: user.map { user in host.map { "\(user)@\($0)" } ?? user }
        ?? named.flatMap { $0.user == nil ? nil : $0.handle },
      avatar: avatar(person), state: person.isTrue("suspended") ? .banned : .active,
      page: page ?? WebAddress(written: address), fallbackName: host, nameEmoji: name.facets)
  }

  private static func avatar(_ person: JSONNode) -> Photo? {
    let sources = person.several("icon").flatMap { ActivityLink.all(of: $0) }.map(\.source)
    return sources.isEmpty ? nil : Photo(sources: sources)
  }
}

/// An actor as far as it can be derived from an address: `https://host/users/name` is `@name@host`.
struct ActorAddress: Hashable {
  /// Nil if the address names only a server.
  var user: String?
  var host: String

  /// `name@host`; only the host if there is no name.
  var handle: String { user.map { "\($0)@\(host)" } ?? host }
  /// The usual form: `@name@host`.
  var shownName: String { user == nil ? host : "@" + handle }

  /// Parses an author's address. Returns nil if it is not an address.
  init?(ofActor address: String) {
    if address.hasPrefix("acct:") {
      let parts = address.dropFirst(5).split(separator: "@")
      guard parts.count == 2 else { return nil }
      (user, host) = (String(parts[0]), CleanText.line(String(parts[1])))
      return
    }
    guard let host = WebAddress(written: address)?.host else { return nil }
    self.host = host
    let path = Self.path(of: address)
    user = Self.named(in: path) ?? Self.plain(path.last) ?? Self.plain(Self.fragment(of: address))
  }

  /// Parses a post's address, which often contains the author's name: `https://host/@name/17`. Returns nil if it is not
  /// an address.
  init?(ofPost address: String) {
    guard let host = WebAddress(written: address)?.host else { return nil }
    self.host = host
    user = Self.named(in: Self.path(of: address))
  }

  /// Path components that servers put before a name.
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

extension Author {
  /// Whether the addresses have the form of Mastodon servers: `/users/nora` (or `/ap/users/1`) for an author whose page
  /// is `/@nora`.
  var isOfMastodon: Bool {
    guard let page = page?.text, let name = page.split(separator: "/").last, name.hasPrefix("@"), name.count > 1 else {
      return false
    }
    let server = page.dropLast(name.count)
    return id == "\(server)users/\(name.dropFirst())" || id.hasPrefix("\(server)ap/users/")
  }
}
