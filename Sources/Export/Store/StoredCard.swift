import Diagnostics
import Files
import Site

/// The inputs of a card. The same key produces the same images, words and places.
package struct CardKey: Codable, Hashable, Sendable {
  /// The digest of the view models and all other data of the post.
  package var content: Digest
  /// The digest of its photos' bytes, and of the set of existing photos.
  package var photos: Digest
  /// The digest of everything that cards share: template, tokens, fonts, options, tool.
  package var design: Digest

  package init(content: Digest, photos: Digest, design: Digest) {
    self.content = content
    self.photos = photos
    self.design = design
  }
}

/// An image file of a card.
package struct StoredFile: Codable, Hashable, Sendable {
  /// The path in the output folder, and in the staging folder before publishing.
  package var path: RelativePath
  package var bytes: Int
  /// The modification time: nanoseconds since 1970, as in the file system.
  package var modified: Int64
  package var sha256: Digest

  package init(path: RelativePath, bytes: Int, modified: Int64, sha256: Digest) {
    self.path = path
    self.bytes = bytes
    self.modified = modified
    self.sha256 = sha256
  }
}

/// The data for checking whether a card is still valid; its texts aren't read.
package struct StoredCard: Sendable {
  /// The id of this drawing of the card: another drawing has another id.
  package var id: Int64
  package var key: CardKey
  /// The digest of the photos' names, sizes and times; nil if these can't reliably detect a change.
  package var stamp: Digest?
  /// Whether it was drawn but isn't in the output folder yet.
  package var isStaged: Bool
  package var diagnostics: [Diagnostic]
  package var files: [StoredFile]
}

/// The inputs and the result of an export: if they are unchanged at the next one, there is nothing to do.
package struct LastExport: Codable, Sendable {
  /// The digest of file metadata and settings.
  package var inputs: Digest
  /// The SHA-256 digests of the design's and project's texts by path; nil for a missing file.
  package var texts: [String: Digest?]
  /// The digest of the publication.
  package var publication: Digest
  package var cards: Int
  /// The number of messages of a conversation; nil for a feed.
  package var messages: Int?
  package var pictures: Int
  package var keptRemoved: Int
  /// Posts that their service shows to the people they name alone, and to followers alone; nil for none.
  package var direct: Int?
  package var followersOnly: Int?
  /// Posts that their service has not published; nil for none.
  package var unpublished: Int?
  /// Content of the sources that no card shows; nil for none.
  package var notShown: NotShownContent?
  package var diagnostics: [Diagnostic]

  package init(
    inputs: Digest, texts: [String: Digest?], publication: Digest, cards: Int, messages: Int? = nil, pictures: Int,
    keptRemoved: Int, direct: Int? = nil, followersOnly: Int? = nil, unpublished: Int? = nil,
    notShown: NotShownContent? = nil, diagnostics: [Diagnostic]
  ) {
    (self.direct, self.followersOnly, self.unpublished) = (direct, followersOnly, unpublished)
    self.notShown = notShown
    (self.inputs, self.texts, self.publication) = (inputs, texts, publication)
    (self.cards, self.messages, self.pictures, self.keptRemoved) = (cards, messages, pictures, keptRemoved)
    self.diagnostics = diagnostics
  }
}

/// The data for checking whether a card's photos and files are unchanged.
package struct StoredCardFiles: Sendable {
  package var name: String
  package var stamp: Digest?
  package var isStaged: Bool
  /// Nil if they weren't recorded.
  package var photos: [String]?
  package var files: [StoredFile]
}

/// The published data of a card except its images.
package struct StoredCardText: Codable, Hashable, Sendable {
  /// The post's id, or another name that no post can have.
  package var name: String
  /// The JSON line for the manifest.
  package var entry: String
  /// Nil for an image of the feed.
  package var page: SiteEntry?

  package init(name: String, entry: String, page: SiteEntry? = nil) {
    (self.name, self.entry, self.page) = (name, entry, page)
  }
}

/// A card that was just drawn, here or by another shard.
package struct NewCard: Codable, Sendable {
  package var text: StoredCardText
  package var key: CardKey
  package var stamp: Digest?
  /// The addresses of the photos in `stamp`; nil for a shard.
  package var photos: [String]?
  package var diagnostics: [Diagnostic]
  package var files: [StoredFile]

  package init(
    _ text: StoredCardText, key: CardKey, stamp: Digest?, photos: [String]? = nil, diagnostics: [Diagnostic],
    files: [StoredFile]
  ) {
    self.text = text
    self.key = key
    self.stamp = stamp
    self.photos = photos
    self.diagnostics = diagnostics
    self.files = files
  }
}
