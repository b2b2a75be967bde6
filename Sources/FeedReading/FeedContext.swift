import DataFormats

/// Facts about feeds from accompanying documents: the archive's owner, and the texts that its posts omit.
///
/// A service's archive names its owner once, in a separate document, and its posts give the id only or nothing.
package struct FeedContext: Hashable, Sendable {
  /// The names of files that may contain such facts. Their content decides.
  package static let fileNames = ArchiveLayout.all.flatMap(\.descriptions)

  /// The author of the posts; nil if unknown.
  package var owner: Author?
  /// The project's description of its custom data; nil for a service's documents.
  package var types: RecordTypes?
  /// The full texts of posts that only contain the beginning.
  var notes = XNotes()

  /// The texts only, in the order of the documents.
  package var longTexts: [String] { notes.all.map(\.text) }

  package init(owner: Author? = nil) {
    self.owner = owner
  }

  /// Adds the facts of a document; the order of documents doesn't matter.
  ///
  /// - Returns: Whether the document contains facts about feeds.
  package mutating func add(_ document: FeedDocument) -> Bool {
    guard let parsed = try? document.parsed() else { return false }
    for layout in ArchiveLayout.all where layout.describe(parsed.root, parsed.script, &self) { return true }
    return false
  }
}
