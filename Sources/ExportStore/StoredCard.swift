import Digests

/// What a card was drawn from. The same key gives the same pictures, words and places.
package struct CardKey: Hashable, Sendable {
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
package struct StoredFile: Hashable, Sendable {
  /// Relative to the output folder, and below the folder of what is not yet published.
  package var path: String
  package var bytes: Int
  /// When the file was written: nanoseconds since 1970, as the file system keeps it.
  package var modified: Int64
  package var sha256: Digest

  package init(path: String, bytes: Int, modified: Int64, sha256: Digest) {
    self.path = path
    self.bytes = bytes
    self.modified = modified
    self.sha256 = sha256
  }
}

/// Heights at one width, in whole points.
package struct StoredHeights: Hashable, Sendable {
  /// Of the state that is shown at first.
  package var initial: Int
  /// What expanding adds; 0 for a card of one state.
  package var extra: Int

  package init(initial: Int, extra: Int) {
    self.initial = initial
    self.extra = extra
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
  /// JSON; nil where there are none.
  package var diagnostics: String?
  package var files: [StoredFile]
}

/// A card that was just drawn.
package struct NewCard: Sendable {
  /// The post's id, or another name that no post can have.
  package var name: String
  package var key: CardKey
  package var stamp: Digest?
  package var diagnostics: String?
  package var files: [StoredFile]
  /// By width, in the order of the run's widths.
  package var heights: [StoredHeights]
  package var fragments: CardFragments

  package init(
    name: String, key: CardKey, stamp: Digest?, diagnostics: String?, files: [StoredFile], heights: [StoredHeights],
    fragments: CardFragments
  ) {
    self.name = name
    self.key = key
    self.stamp = stamp
    self.diagnostics = diagnostics
    self.files = files
    self.heights = heights
    self.fragments = fragments
  }
}

/// What is written of a card into the manifest and the page's data, ready to be copied there.
package struct CardFragments: Hashable, Sendable {
  package struct Layout: Hashable, Sendable {
    package var width: Int
    package var places: String
    package var boxes: String

    package init(width: Int, places: String, boxes: String) {
      self.width = width
      self.places = places
      self.boxes = boxes
    }
  }

  /// The card's entry in the manifest, JSON.
  package var entry: String
  /// Its words in the page's data.
  package var words: String
  package var layouts: [Layout]

  package init(entry: String, words: String, layouts: [Layout]) {
    self.entry = entry
    self.words = words
    self.layouts = layouts
  }
}
