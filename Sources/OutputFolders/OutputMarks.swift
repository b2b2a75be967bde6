import Foundation

/// What an output folder is known by from outside, whatever its name.
package enum OutputMarks {
  package static let manifest = "manifest.json"
  package static let cards = "cards"
  /// Of a part of an export.
  package static let shardRun = "shard/run.json"
  /// Of a comparison.
  package static let reviewReport = "review/report.json"

  /// Whether an export or a comparison wrote the folder.
  package static func areIn(_ folder: URL) -> Bool {
    func holds(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }
    return holds(reviewReport) || holds(manifest) && (holds(cards) || holds(shardRun))
  }
}
