import Files

/// What keeps an archive, or one of its entries, from being read.
package enum ArchiveFault: Error, Hashable, Sendable {
  /// The archive's file.
  case file(FileError)
  /// It ends before its contents do.
  case truncated
  /// As libarchive says it; what follows can be read where the damage is in one entry.
  case damaged(reason: String, isOfEntry: Bool)
  case encrypted
  case tooManyEntries(limit: Int)
  /// It is made to take all of a disk or of memory: `unpacked` bytes, and more, came of `packed`.
  case bomb(unpacked: Int, packed: Int)
  /// The header of an entry, or the list of contents.
  case hugeHeader(limit: Int)
  /// A file that is mostly holes may say that it has any size.
  case sparse

  /// Whether what follows in the archive can still be read.
  package var isOfEntry: Bool {
    switch self {
    case .encrypted, .sparse: true
    case .damaged(_, let isOfEntry): isOfEntry
    case .file, .truncated, .tooManyEntries, .bomb, .hugeHeader: false
    }
  }
}
