/// A conversation: messages and events in display order, oldest first.
package struct Chat: Hashable, Sendable {
  package var service: ChatService
  /// The service's own id; nil if the export doesn't give it.
  package var id: String?
  /// Nil if the export gives none.
  package var name: String?
  /// The chat's name derived from the export's location: its file, archive or folder.
  package var title: String?
  /// The name or id of the person who exported it; nil if unknown.
  package var owner: String?
  /// Whether it is a broadcast channel: only some members can write.
  package var isChannel = false
  package var entries: [ChatEntry]
  /// The numbers of the documents that it was read from.
  package var documents: Set<Int> = []

  package init(service: ChatService, name: String?, entries: [ChatEntry] = []) {
    self.service = service
    self.name = name
    self.entries = entries
  }

  /// The name to display.
  package var shownName: String { name ?? title ?? service.name }
}

/// Joins albums whose photos were exported as separate messages: they have the same author and the same second, and at
/// most one has text.
enum ChatAlbums {
  /// The maximum number of photos in one album.
  private static let limit = 10

  /// The entries with albums joined into one, each with the ids of the joined entries.
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
  /// Whether the message consists of existing images, with or without text.
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
