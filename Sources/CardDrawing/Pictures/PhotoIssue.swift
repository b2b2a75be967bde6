import Diagnostics
import Raster

/// What can be wrong with a photo of a feed.
package enum PhotoIssue: Issue, Hashable {
  case missing(url: String, lookedFor: [String])
  case unreadable(url: String, reason: String)
  case undecodable(url: String, ImageError)
  case note(url: String, ImageNote)
  /// Decoding it takes more than the memory budget.
  case overBudget(url: String, bytes: Int, limit: Int)
}
