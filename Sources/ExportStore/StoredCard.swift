import Diagnostics
import Digests
import Files
import Site

/// What a card was drawn from. The same key gives the same pictures, words and places.
package struct CardKey: Codable, Hashable, Sendable {
  /// Of the view models and of all else that is told of the post.
  package var content: Digest
  /// Of the bytes of its photos, and of which of them are there.
  package var photos: Digest
  /// Of all that every card has in common: template, tokens, fonts, options, tool.
  package var design: Digest

  package init(content: Digest, photos: Digest, design: Digest) {
    self.content = content
    self.photos = photos
    self.design = design
  }
}

/// A picture that a card consists of.
package struct StoredFile: Codable, Hashable, Sendable {
  /// In the output folder, and below the folder of what is not yet published.
  package var path: RelativePath
  package var bytes: Int
  /// When the file was written: nanoseconds since 1970, as the file system keeps it.
  package var modified: Int64
  package var sha256: Digest

  package init(path: RelativePath, bytes: Int, modified: Int64, sha256: Digest) {
    self.path = path
    self.bytes = bytes
    self.modified = modified
    self.sha256 = sha256
  }
}

/// What a run needs to know to tell whether a card is still good; no story is read for it.
package struct StoredCard: Sendable {
  /// Of this drawing of the card: drawn again, it has another one.
  package var id: Int64
  package var key: CardKey
  /// Of the photos' names, sizes and times; nil where they can't be trusted to tell of a change.
  package var stamp: Digest?
  /// Drawn, and not yet in the output folder.
  package var isStaged: Bool
  package var diagnostics: [Diagnostic]
  package var files: [StoredFile]
}

/// What an export was made of and came to, for the next one: where all of it is as it was, nothing is new.
package struct LastExport: Codable, Sendable {
  /// Of all that a look at files and settings tells.
  package var inputs: Digest
  /// SHA-256 of each text of the design and of the project, by path; nil for one that is not there.
  package var texts: [String: Digest?]
  /// Of what was published.
  package var publication: Digest
  package var cards: Int
  /// Of a conversation; nil of a feed.
  package var messages: Int?
  package var pictures: Int
  package var keptRemoved: Int
  /// Posts that their service shows to the people they name alone, and to followers alone; nil for none.
  package var direct: Int?
  package var followersOnly: Int?
  package var diagnostics: [Diagnostic]

  package init(
    inputs: Digest, texts: [String: Digest?], publication: Digest, cards: Int, messages: Int? = nil, pictures: Int,
    keptRemoved: Int, direct: Int? = nil, followersOnly: Int? = nil, diagnostics: [Diagnostic]
  ) {
    (self.direct, self.followersOnly) = (direct, followersOnly)
    (self.inputs, self.texts, self.publication) = (inputs, texts, publication)
    (self.cards, self.messages, self.pictures, self.keptRemoved) = (cards, messages, pictures, keptRemoved)
    self.diagnostics = diagnostics
  }
}

/// What is looked at of a card to tell whether its photos and its files are as they were.
package struct StoredCardFiles: Sendable {
  package var name: String
  package var stamp: Digest?
  package var isStaged: Bool
  /// Nil where nobody noted them.
  package var photos: [String]?
  package var files: [StoredFile]
}

/// What is published of a card beside its pictures.
package struct CardText: Codable, Hashable, Sendable {
  /// The post's id, or another name that no post can have.
  package var name: String
  /// JSON for the manifest, ready to be copied there.
  package var entry: String
  /// Nil of a picture of the feed.
  package var page: SiteEntry?

  package init(name: String, entry: String, page: SiteEntry? = nil) {
    (self.name, self.entry, self.page) = (name, entry, page)
  }
}

/// A card that was just drawn, here or by another shard.
package struct NewCard: Codable, Sendable {
  package var text: CardText
  package var key: CardKey
  package var stamp: Digest?
  /// Addresses of the photos that `stamp` is of; nil of a shard's.
  package var photos: [String]?
  package var diagnostics: [Diagnostic]
  package var files: [StoredFile]

  package init(
    _ text: CardText, key: CardKey, stamp: Digest?, photos: [String]? = nil, diagnostics: [Diagnostic],
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
