import FeedIngest

/// A conversation: what was said and what happened, in the order in which it is shown, oldest first.
package struct Chat: Hashable, Sendable {
  package var service: ChatService
  /// The service's own; nil where the export does not say it.
  package var id: String?
  /// Nil where the export gives none.
  package var name: String?
  /// What the place of the export says that it is called: its file, its archive or its folder.
  package var title: String?
  /// Name or id of who exported it; nil where the export does not say.
  package var owner: String?
  /// Whether it is a feed that many follow: only some can write.
  package var isChannel = false
  package var entries: [ChatEntry]
  /// Numbers of the documents that it was read from.
  package var documents: Set<Int> = []

  package init(service: ChatService, name: String?, entries: [ChatEntry] = []) {
    self.service = service
    self.name = name
    self.entries = entries
  }

  /// As it is called where people see it.
  package var shownName: String { name ?? title ?? service.name }
}

/// Pictures that were sent together, where each is exported as a message: they have the same author and the same second, and at
/// most one has words.
enum ChatAlbums {
  /// Pictures of one album at most.
  private static let limit = 10

  /// The entries, albums as one each, with the ids of what was joined to it.
  static func joined(_ entries: [ChatEntry], of service: ChatService) -> [(entry: ChatEntry, joined: [String])] {
    guard service.partsAlbums else { return entries.map { ($0, []) } }
    var result: [(entry: ChatEntry, joined: [String])] = []
    for entry in entries {
      if let last = result.last, last.joined.count + 1 < limit, continues(last.entry, entry) {
        result[result.count - 1].joined.append(entry.id)
        result[result.count - 1].entry.append(entry)
      } else {
        result.append((entry, []))
      }
    }
    return result
  }

  private static func continues(_ album: ChatEntry, _ next: ChatEntry) -> Bool {
    album.isPictures && next.isPictures && album.author == next.author && album.date == next.date && album.date != nil
      && album.forward == next.forward && next.replyTo == album.replyTo && (album.text.isEmpty || next.text.isEmpty)
  }
}

extension ChatEntry {
  /// Nothing but pictures that are there, perhaps with words.
  fileprivate var isPictures: Bool {
    kind == .message && !isDeleted && !media.isEmpty
      && media.allSatisfy { $0.kind == .photo && ($0.address ?? $0.thumbnail) != nil }
  }

  fileprivate mutating func append(_ other: ChatEntry) {
    media += other.media
    if text.isEmpty { (text, facets) = (other.text, other.facets) }
    isEdited = isEdited || other.isEdited
    reactions += other.reactions
    earlier += other.earlier
    isRemoved = isRemoved && other.isRemoved
  }
}
