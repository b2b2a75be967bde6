import Basics

/// The author of a post.
package struct Author: Hashable, Sendable {
  package enum State: String, Codable, Sendable {
    case active, banned, deleted
    /// The feed only gives an id, without a description.
    case unknown
  }

  /// The service's id.
  package var id: String
  /// The name in the feed, with entities decoded; empty if there is none.
  package var name: String
  /// Emoji images in the name (`:blobcat:`); all facets are of kind `emoji`.
  package var nameEmoji: [Facet]
  /// The short name, without `@`.
  package var handle: String?
  /// Whether handles are public on the service, so that the handle is shown next to the name.
  package var isKnownByHandle: Bool
  package var avatar: Photo?
  package var state: State
  package var isVerified: Bool
  /// The author's page, if the service has one.
  package var page: WebAddress?
  /// The service's own substitute for an author with neither name nor handle.
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

  /// The name to show: the name, or else the handle, or else what the service derives from the id. Nil for a deleted or
  /// unknown author without a name, whose wording depends on the language.
  package var shownName: String? {
    if Self.isSeen(name) { return name }
    switch state {
    case .banned, .deleted: return nil
    case .unknown: return [handle, fallbackName].lazy.compactMap { $0 }.first(where: Self.isSeen)
    case .active: return [handle, fallbackName, id].lazy.compactMap { $0 }.first(where: Self.isSeen) ?? "?"
    }
  }

  /// The name for machine-readable output, independent of the language: the state replaces a missing name.
  package var recordedName: String { shownName ?? state.rawValue.prefix(1).uppercased() + state.rawValue.dropFirst() }

  /// Whether any part of the name is visible: some names consist only of marks and spaces.
  private static func isSeen(_ name: String) -> Bool {
    name.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        && $0.properties.generalCategory != .control
    }
  }
}
