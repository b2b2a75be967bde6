import Diagnostics
import Raster

/// What can be wrong with a photo of a feed.
package enum PhotoIssue: Issue, Hashable {
  case missing(url: String, lookedFor: [String])
  case unreadable(url: String, reason: String)
  case undecodable(url: String, ImageError)
  case note(url: String, ImageNote)
  /// It lies in none of the folders that photos may come from, whose names these are.
  case outside(url: String, folders: [String])
  /// The file has more bytes than a photo's may have.
  case tooLarge(url: String, bytes: Int, limit: Int)
  /// Reading and decoding it takes more than the memory budget.
  case overBudget(url: String, bytes: Int, limit: Int)
  /// How many different photos are not there, and the command that lists them.
  case manyMissing(count: Int, command: String)
}
