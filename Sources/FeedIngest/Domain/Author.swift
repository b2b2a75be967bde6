/// Who a post is by.
package struct Author: Hashable, Sendable {
  package enum State: String, Codable, Sendable {
    case active, banned, deleted
    /// The feed names an id and describes nobody by it.
    case unknown
  }

  /// The service's id, e.g. `-30666517` for a VK community.
  package var id: String
  /// As the feed gives it, entities decoded; empty where it gives none.
  package var name: String
  /// The short name, without `@`.
  package var handle: String?
  package var avatar: Photo?
  package var state: State
  package var isCommunity: Bool
  package var isVerified: Bool

  package init(
    id: String, name: String, handle: String? = nil, avatar: Photo? = nil, state: State = .active,
    isCommunity: Bool = false, isVerified: Bool = false
  ) {
    self.id = id
    self.name = name
    self.handle = handle
    self.avatar = avatar
    self.state = state
    self.isCommunity = isCommunity
    self.isVerified = isVerified
  }

  /// The name to show where the feed gives none: "Banned", "Deleted", the handle, or the id in words.
  package var shownName: String {
    let trimmed = name.filter {
      !$0.isWhitespace && !$0.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
    }
    if !trimmed.isEmpty { return name }
    switch state {
    case .banned: return "Banned"
    case .deleted: return "Deleted"
    case .active, .unknown: return handle ?? (isCommunity ? "club\(id.drop { $0 == "-" })" : "id\(id)")
    }
  }
}
