import CheckedSources
import Diagnostics
import Timeline

/// What can be wrong with a film that somebody asks for.
package enum FilmIssue: Error, Issue, Hashable {
  /// A script that can't be read at all.
  case source(SourceFault.Fact)
  case notAMapping
  case unknownKey(String, known: [String])
  case value(key: String, expected: String)
  /// An event that is none, or more than one.
  case unknownEvent([String], known: [String])
  /// An event before the one above it; seconds.
  case backwards(Double, after: Double)
  /// An event after the film's end.
  case afterEnd(Double, duration: Double)
  case noPost(String, known: [String])
  /// Of `wall1_17#3` in a feed that comes twice.
  case noSuchTurn(String, turns: Int)
  /// Tapped, but its text is short.
  case nothingToExpand(String)
  case nothingToExpandAnywhere
  /// No message near the end has words that could be edited, or none is there at all.
  case nothingToEdit
  /// A feed's scene, asked for of a conversation; or the other way round.
  case otherKind(String, isOfChats: Bool)
  /// Deleted, or not there yet.
  case notThere(String, time: Double)
  /// So far from each other in the feed that no film has both.
  case postsTooFarApart(String, String, limit: Int)
  case nameTaken(String)
  case unplayable(String)
  case screen(String)
  case twoSources
}
