import FeedReading
import Files

/// The facts about authors in each folder's documents, read once per folder.
struct FolderContexts {
  /// The maximum size of such a document in bytes: it describes one person, or contains that person's long posts.
  private static let sizeLimit = 64 << 20

  private struct ReadContext {
    var context = FeedContext()
    var names: Set<String> = []
  }

  private var folders: [String: ReadContext] = [:]

  /// The facts from the folder of a file.
  mutating func context(beside file: FeedFile) -> FeedContext { found(beside: file).context }

  /// Whether the file is not a feed, but describes the owner of the posts next to it.
  mutating func isDescription(_ file: FeedFile) -> Bool {
    let name = file.url.lastPathComponent
    return FeedContext.fileNames.contains(name) && found(beside: file).names.contains(name)
  }

  private mutating func found(beside file: FeedFile) -> ReadContext {
    let folder = file.url.deletingLastPathComponent()
    if let known = folders[folder.path] { return known }
    var found = ReadContext()
    for name in FeedContext.fileNames {
      // Unreadable documents are ignored; the posts are shown without their facts.
      guard let bytes = try? file.open(besideIt: name).bytes(limit: Self.sizeLimit) else {
        continue
      }
      if found.context.add(FeedDocument(name: name, bytes: bytes)) { found.names.insert(name) }
    }
    folders[folder.path] = found
    return found
  }
}

extension FeedContext {
  /// The digest of the facts; none if there are none.
  package var digest: Digest {
    guard owner != nil || !longTexts.isEmpty || types != nil else { return .none }
    // Only of values, whose order is fixed.
    let types = types.map { "\($0)" }.map { [$0] } ?? []
    let words = types + [owner?.id, owner?.name, owner?.handle, owner?.avatar?.sources.first?.url, owner?.page?.text]
    return Digest(joining: (words + longTexts).map { $0.map { Digest(of: $0) } ?? .none })
  }
}
