import Diagnostics

/// What can go wrong where the stages meet: files, options, the project file.
package enum KitIssue: Issue {
  case noSuchInput
  case folderWithoutFeeds
  case unreadable(reason: String)
  case unwritable(reason: String)
  case projectSyntax(String)
  case projectUnknownKey(String, known: [String])
  case projectValue(key: String, expected: String)
  case optionValue(option: String, value: String, expected: String)
  case noPostWithID(String, known: [String])
  case photoMissing(url: String, lookedFor: [String])
  case photoUnreadable(url: String, reason: String, hint: String?)
  case photoNote(url: String, note: String)
  case missingGlyphs([UInt32])
  case layoutProblem(String)
  case resourcesMissing(path: String)
  case noPosts
}
