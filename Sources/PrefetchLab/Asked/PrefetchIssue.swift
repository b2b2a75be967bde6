import CheckedSources
import Diagnostics
import Prefetching

/// What can be wrong with what the laboratory is asked.
package enum PrefetchIssue: Error, Issue, Hashable {
  case unknownLink(String, known: [String])
  case unknownPolicy(String, known: [String])
  /// A link's file that can't be read at all.
  case source(SourceFault.Fact)
  case unknownKey(String, known: [String])
  case value(key: String, expected: String)
  case trace(RateTrace.Fault)
  /// A line of mahimahi's format that is no time, or one before the line above it.
  case traceLine(String)
  /// All that is sent is lost.
  case losesAll
  case badSweep(String, expected: String)
  case sweptTwice(String)
  case unknownSweepKey(String, known: [String])
  case tooManySettings(count: Int, limit: Int, seconds: Double)
  /// Too much for one machine's memory, whatever it is asked with.
  case farTooManySettings(count: Double, limit: Int)
  /// Written into no project.
  case noProjectFile
  case notEditable(file: String)
  case noGeneratedApply
  case feedAndGenerated
}
