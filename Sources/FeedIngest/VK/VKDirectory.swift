import JSONTree

/// The people and communities that an answer describes.
struct VKDirectory: Sendable {
  private var authors: [Int: Author] = [:]

  /// - Parameters:
  ///   - profiles: people, by `id` (3.x: `uid`).
  ///   - groups: communities, by `id` (3.x: `gid`), which is positive here and negative everywhere else.
  init(profiles: [JSONNode], groups: [JSONNode]) {
    for profile in profiles { add(profile, id: profile.int("id", "uid", "user_id")) }
    for group in groups { add(group, id: Self.communityID(group)) }
  }

  /// Adds whoever an item of 3.x describes in itself (`user`, `group`).
  mutating func addInline(_ item: JSONNode) {
    if let user = item.object("user") { add(user, id: user.int("id", "uid")) }
    if let group = item.object("group") { add(group, id: Self.communityID(group)) }
  }

  /// The first description of an id counts, unless only a later one has a name.
  private mutating func add(_ node: JSONNode, id: Int?) {
    guard let id, id != 0, authors[id].map(\.name.isEmpty) ?? true else { return }
    authors[id] = Self.author(node, id: id)
  }

  private static func communityID(_ node: JSONNode) -> Int? {
    guard let id = node.int("id", "gid"), id != .min else { return nil }
    return -abs(id)
  }

  subscript(id: Int) -> Author? { authors[id] }

  /// Somebody whom nothing describes.
  static func unknown(_ id: Int) -> Author {
    Author(
      id: String(id), name: "", state: .unknown, page: VKAddress.page(ofAuthor: id, handle: nil),
      fallbackName: VKAddress.name(ofAuthor: id))
  }

  private static func author(_ node: JSONNode, id: Int) -> Author {
    let parts = [node.text("first_name"), node.text("last_name")].compactMap { $0.map(DecodedText.line) }
    let name = parts.isEmpty ? DecodedText.line(node.text("name") ?? "") : parts.joined(separator: " ")
    let state: Author.State =
      switch node.text("deactivated") {
      case "banned": .banned
      case "deleted": .deleted
      default: .active
      }
    let sources = avatarSources(node)
    let handle = node.text("screen_name", "domain")
    return Author(
      id: String(id), name: name, handle: handle, avatar: sources.isEmpty ? nil : Photo(sources: sources), state: state,
      isVerified: node.isTrue("verified"), page: VKAddress.page(ofAuthor: id, handle: handle),
      fallbackName: VKAddress.name(ofAuthor: id), isKnownByHandle: false)
  }

  /// `photo_50` and its like are squares of that many pixels; of 3.x's `photo`, `photo_medium` and `photo_big` only the
  /// width is known (50, 100, 200).
  private static func avatarSources(_ node: JSONNode) -> [Photo.Source] {
    let squares = [("photo_50", 50), ("photo_100", 100), ("photo_200", 200), ("photo_400", 400)]
    let old = [
      ("photo", 50, nil), ("photo_rec", 50, 50), ("photo_medium", 100, nil), ("photo_medium_rec", 100, 100),
      ("photo_big", 200, nil as Int?),
    ]
    let sources = squares.compactMap { key, side in
      node.text(key).map { Photo.Source(url: $0, width: side, height: side) }
    }
    guard sources.isEmpty else { return sources }
    return old.compactMap { key, width, height in
      node.text(key).map { Photo.Source(url: $0, width: width, height: height) }
    } + [node.text("photo_max")].compactMap { $0.map { Photo.Source(url: $0) } }
  }
}
