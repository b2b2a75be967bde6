import Diagnostics
import Layout
import Raster

/// What can go wrong where the stages meet: files, options, the project file.
package enum KitIssue: Issue, Hashable {
  case noSuchInput
  case folderWithoutFeeds
  case unreadable(reason: String)
  case unwritable(reason: String)
  /// `holder`: which process has the folder, and since when, where that is known.
  case outputBusy(holder: String?)
  /// Something that is not ours stands where the new output is made.
  case inTheWay
  case projectSyntax(String)
  case projectUnknownKey(String, known: [String])
  case projectValue(key: String, expected: String)
  case optionValue(option: String, value: String, expected: String)
  case noPostWithID(String, known: [String])
  case photoMissing(url: String, lookedFor: [String])
  case photoUnreadable(url: String, reason: String)
  case photoUndecodable(url: String, ImageError)
  case photoNote(url: String, ImageNote)
  /// Decoding it takes more than the memory budget.
  case photoOverBudget(url: String, bytes: Int, limit: Int)
  case missingGlyphs([UInt32])
  case textTooLong
  case layoutProblem(LayoutProblem)
  case resourcesMissing(path: String)
  case designMissing(path: String)
  case folderUnused(path: String)
  case themeMissing(theme: String, overlay: String)
  case themeBorrowed(theme: String, overlay: String, from: String)
  case notAFile
  case inputChanged
  case inputMissing
  case pictureTooTall(points: Int, scale: Int, limit: Int)
  case noPosts
  case noSuchTemplate
  /// Only templates that need no data can be laid out by themselves.
  case templateNeedsData(card: String)
}
