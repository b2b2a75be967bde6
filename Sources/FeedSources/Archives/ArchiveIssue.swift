import Archives
import Diagnostics
import Files

/// What can be wrong with an archive, or with what is in it.
enum ArchiveIssue: Issue, Hashable {
  /// The rest of it can't be read.
  case unreadable(ArchiveFault)
  /// One of its files can't be read.
  case entry(ArchiveFault)
  /// A kind of archive that is not read.
  case otherKind(String)
  case leadsOut
  case link
  case special
  case unusableName
  /// Two of its files have one name here.
  case sameName
  /// An archive inside of the archive.
  case nested
  case documentTooLarge(limit: Int)
  case documentsTooLarge(limit: Int)
  case picturesTooLarge(limit: Int)
  case pictureTooLarge(limit: Int)
  /// There is no room for what is unpacked.
  case noRoom(FileError)
  case changed
  case empty
  /// How many files there are, and what the first of them are called.
  case noFeed(count: Int, names: [String])
}
