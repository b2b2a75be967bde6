import JSONTree

/// What documents that are no feeds themselves say of the feeds beside them: whose archive this is, and what its posts
/// leave out.
///
/// A service's archive names its owner once, in a document of its own, and the posts by id or not at all.
package struct FeedContext: Hashable, Sendable {
  /// Names of files that may say it. Their content decides.
  package static let fileNames = ArchiveLayout.all.flatMap(\.descriptions)

  /// Whose posts these are; nil where nothing says it.
  package var owner: Author?
  /// What a project says of its own data; nil where the documents are a service's.
  package var types: RecordTypes?
  /// Long texts of posts that hold only their beginnings.
  var notes = XNotes()

  /// The texts alone, in the order of the documents.
  package var longTexts: [String] { notes.all.map(\.text) }

  package init(owner: Author? = nil) {
    self.owner = owner
  }

  /// Takes in what a document says, in any order of the documents.
  ///
  /// - Returns: Whether it is one that says something of the feeds.
  package mutating func add(_ document: FeedDocument) -> Bool {
    guard let parsed = try? document.parsed() else { return false }
    for layout in ArchiveLayout.all where layout.describe(parsed.root, parsed.script, &self) { return true }
    return false
  }
}
