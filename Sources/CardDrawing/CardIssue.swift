import Diagnostics
import Layout

/// What can go wrong with one card when it is laid out and drawn.
package enum CardIssue: Issue, Hashable {
  case missingGlyphs([UInt32])
  case textTooLong
  case layoutProblem(LayoutProblem)
}
