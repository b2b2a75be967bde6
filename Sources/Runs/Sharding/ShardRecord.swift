import Diagnostics
import Foundation

/// What a shard's result says of the run that it is a part of, so that only the parts of one run are joined.
package struct ShardRecord: Codable, Hashable, Sendable {
  package var shard: Shard
  /// SHA-256 of all that the whole run is about, the same in every shard of it.
  package var plan: String
  /// How many items the whole run has.
  package var total: Int

  package init(shard: Shard, plan: String, total: Int) {
    self.shard = shard
    self.plan = plan
    self.total = total
  }

  /// The parts are all parts of one run, each once.
  ///
  /// - Parameter parts: What each folder says, by what the folder is called on the command line.
  /// - Throws: `RunFailure` with everything that is wrong.
  package static func checkCompleteness(of parts: [(folder: String, record: ShardRecord)]) throws {
    var issues: [(issue: MergeIssue, folder: String?)] = []
    guard let first = parts.first else { return }
    for part in parts.dropFirst() {
      if part.record.shard.count != first.record.shard.count {
        issues.append((.otherCount(part.record.shard, first.record.shard, in: first.folder), part.folder))
      } else if part.record.plan != first.record.plan || part.record.total != first.record.total {
        issues.append((.otherRun(first: first.folder), part.folder))
      }
    }
    for shard in parts.map(\.record.shard).uniqued() {
      let folders = parts.filter { $0.record.shard == shard }.map(\.folder)
      if folders.count > 1 { issues.append((.doubled(shard, folders: folders), nil)) }
    }
    if issues.isEmpty {
      let there = Set(parts.map(\.record.shard.index))
      let missing = (1...first.record.shard.count).filter { !there.contains($0) }
      if !missing.isEmpty { issues.append((.missing(missing, count: first.record.shard.count), nil)) }
    }
    guard issues.isEmpty else {
      throw RunFailure(issues.map { Diagnostic($0.issue, at: $0.folder.map { Place(file: $0) }) })
    }
  }
}
