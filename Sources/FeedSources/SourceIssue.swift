import Diagnostics

/// What can be wrong with a feed's files as files, and with the feed as a whole.
package enum SourceIssue: Issue, Hashable {
  case folderWithoutFeeds
  case notAFile
  case inputChanged
  case noPosts
  case noPostWithID(String, known: [String])
}
