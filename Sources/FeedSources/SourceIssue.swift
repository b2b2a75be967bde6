import Diagnostics

/// What can be wrong with a feed's files as files, and with the feed as a whole.
package enum SourceIssue: Issue, Hashable {
  case folderWithoutFeeds
  /// A project's feed that is not there.
  case noSuchFile
  case notAFile
  /// A link in a feed's folder that leads to a folder elsewhere.
  case linkOutside(to: String)
  case tooManyFiles(limit: Int)
  case nestedTooDeep(limit: Int)
  /// Documents of an account's archive that are no feeds.
  case accountLists([String])
  /// Documents of a folder that are no feeds, beside others that are: how many, and what the first of them is.
  case notFeeds(count: Int)
  case inputChanged
  case noPosts
  case noSuchChat(String, known: [String])
  /// Nobody of that name or id wrote anything.
  case noSuchOwner(String, known: [String])
  case emptyChat
  /// Of several conversations those without a message.
  case emptyChats([String])
  case noPostWithID(String, known: [String])
  /// Ids of posts that end with what was asked for.
  case severalPosts(String, [String])
}
