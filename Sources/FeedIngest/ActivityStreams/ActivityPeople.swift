import JSONTree

/// The authors whom a document describes, by their addresses.
struct ActivityPeople {
  static let types: Set = ["Person", "Service", "Group", "Application", "Organization"]

  private(set) var described: [String: Author] = [:]

  mutating func add(_ author: Author) { described[author.id] = author }

  /// Takes in what an activity or an object says of its own author, and of those of what it holds.
  mutating func add(from node: JSONNode, depth: Int = 0) {
    for key in ["actor", "attributedTo"] {
      for person in node.several(key) where Self.isDescribed(person) {
        if let id = person.activityID, described[id] == nil { described[id] = Self.author(person) }
      }
    }
    guard depth < 4 else { return }
    for object in node.several("object") where object.value.object != nil { add(from: object, depth: depth + 1) }
  }

  /// The first author that `node` names: people come before groups (a video's account before its channel).
  func author(of node: JSONNode) -> Author? {
    let named = node.several("attributedTo") + node.several("actor")
    guard let person = named.first(where: { !$0.isOf(["Group"]) && $0.activityAddress != nil }) ?? named.first else {
      return nil
    }
    if Self.isDescribed(person) { return Self.author(person) }
    return person.activityAddress.map(author)
  }

  func author(at address: String) -> Author { described[address] ?? Self.author(at: address) }

  /// Of whom nothing is known but the address.
  static func author(at address: String) -> Author {
    let named = ActorAddress(ofActor: address)
    return Author(
      id: address, name: named?.shownName ?? "", handle: named.flatMap { $0.user == nil ? nil : $0.handle },
      state: .unknown, page: LinkTarget.url(address))
  }

  private static func isDescribed(_ person: JSONNode) -> Bool {
    person.child("name") ?? person.child("preferredUsername") != nil
  }

  /// - Parameter person: An actor's document, or as much of it as is there.
  static func author(_ person: JSONNode) -> Author {
    let address = person.activityAddress ?? ""
    let named = ActorAddress(ofActor: address)
    let user = person.text("preferredUsername").map { CleanText.line(DecodedText.line($0)) }
    let emoji = CustomEmoji(tags: person.several("tag"))
    let name = emoji.marked(FacetedText(person.title("name") ?? ""))
    let page = person.several("url").lazy.compactMap(\.activityAddress).compactMap(LinkTarget.url).first
    let host = named?.host
    return Author(
      id: address.isEmpty ? "0" : address, name: name.string,
      handle: user.map { user in host.map { "\(user)@\($0)" } ?? user }
        ?? named.flatMap { $0.user == nil ? nil : $0.handle },
      avatar: avatar(person), state: person.isTrue("suspended") ? .banned : .active,
      page: page ?? LinkTarget.url(address), fallbackName: host, nameEmoji: name.facets)
  }

  private static func avatar(_ person: JSONNode) -> Photo? {
    let sources = person.several("icon").flatMap { ActivityLink.all(of: $0) }.map(\.source)
    return sources.isEmpty ? nil : Photo(sources: sources)
  }
}
