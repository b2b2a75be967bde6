import Names

/// Who a post is by.
package struct Author: Hashable, Sendable {
  package enum State: String, Codable, Sendable {
    case active, banned, deleted
    /// The feed names an id and describes nobody by it.
    case unknown
  }

  /// The service's id.
  package var id: String
  /// As the feed gives it, entities decoded; empty where it gives none.
  package var name: String
  /// Words of the name that stand for small pictures (`:blobcat:`): of kind `emoji` alone.
  package var nameEmoji: [Facet]
  /// The short name, without `@`.
  package var handle: String?
  /// Whether people of the service know each other by handle, so that it is shown beside the name.
  package var isKnownByHandle: Bool
  package var avatar: Photo?
  package var state: State
  package var isVerified: Bool
  /// The author's page, where the service has one.
  package var page: WebAddress?
  /// What the service itself calls an author by who has neither name nor handle.
  package var fallbackName: String?

  package init(
    id: String, name: String, handle: String? = nil, avatar: Photo? = nil, state: State = .active,
    isVerified: Bool = false, page: WebAddress? = nil, fallbackName: String? = nil, nameEmoji: [Facet] = [],
    isKnownByHandle: Bool = true
  ) {
    self.isKnownByHandle = isKnownByHandle
    self.id = id
    self.name = name
    self.nameEmoji = nameEmoji
    self.handle = handle
    self.avatar = avatar
    self.state = state
    self.isVerified = isVerified
    self.page = page
    self.fallbackName = fallbackName
  }

  /// The name to show: where the feed gives none the handle, or what the service makes of the id. Nil of who is gone or
  /// unknown and has left no name: what is said then is a matter of language.
  package var shownName: String? {
    if Self.isSeen(name) { return name }
    switch state {
    case .banned, .deleted: return nil
    case .unknown: return [handle, fallbackName].lazy.compactMap { $0 }.first(where: Self.isSeen)
    case .active: return [handle, fallbackName, id].lazy.compactMap { $0 }.first(where: Self.isSeen) ?? "?"
    }
  }

  /// The same for programs, whatever the language: the state stands for a name.
  package var recordedName: String { shownName ?? state.rawValue.prefix(1).uppercased() + state.rawValue.dropFirst() }

  /// Whether anything of the name is drawn: some are made of marks and spaces alone.
  private static func isSeen(_ name: String) -> Bool {
    name.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        && $0.properties.generalCategory != .control
    }
  }
}
