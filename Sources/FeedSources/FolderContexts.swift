import Digests
import FeedIngest

/// What the documents of each folder say of the authors of its feeds, looked for once a folder.
struct FolderContexts {
  /// Bytes that such a document may have: it describes one person, or what that person wrote at length.
  private static let sizeLimit = 64 << 20

  private struct Found {
    var context = FeedContext()
    var names: Set<String> = []
  }

  private var folders: [String: Found] = [:]

  /// Of the folder that a file lies in.
  mutating func context(beside file: FeedFile) -> FeedContext { found(beside: file).context }

  /// Whether the file is no feed, and describes the one whose posts lie beside it.
  mutating func isDescription(_ file: FeedFile) -> Bool {
    let name = file.url.lastPathComponent
    return FeedContext.fileNames.contains(name) && found(beside: file).names.contains(name)
  }

  private mutating func found(beside file: FeedFile) -> Found {
    let folder = file.url.deletingLastPathComponent()
    if let known = folders[folder.path] { return known }
    var found = Found()
    for name in FeedContext.fileNames {
      // What can't be read says nothing; the posts are shown without.
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
  /// Of what it says; none where it says nothing.
  package var digest: Digest {
    guard owner != nil || !longTexts.isEmpty || types != nil else { return .none }
    // Of values alone: nothing in them has an order of its own.
    let types = types.map { "\($0)" }.map { [$0] } ?? []
    let words = types + [owner?.id, owner?.name, owner?.handle, owner?.avatar?.sources.first?.url, owner?.page?.text]
    return Digest(joining: (words + longTexts).map { $0.map { Digest(of: $0) } ?? .none })
  }
}
