import Diagnostics

/// What can go wrong with a file.
package enum FileIssue: Error, Issue, Hashable {
  case unreadable(FileError.Fact)
  case unwritable(reason: String)
  /// A symbolic link where the tool writes.
  case link
  case notAFolder
  case notAFile
  case tooLarge(limit: Int)
  /// A path that would lead out of its folder.
  case unsafePath(String)
}
