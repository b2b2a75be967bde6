import Files
import Foundation

/// What an output folder is known by from outside, whatever its name.
package enum OutputMarks {
  private static let manifest: RelativePath = "manifest.json"

  /// Whether an export or a comparison wrote the folder, whole or halfway, or whether it is the part of one that such
  /// folders are copied by: a review, a shard's lists.
  package static func areIn(_ folder: URL) -> Bool {
    guard let tree = try? FileTree(folder.path) else { return false }
    func holds(_ paths: RelativePath...) -> Bool { paths.allSatisfy { tree.stamp(of: $0) != nil } }
    return holds(StateFolder.lock) || holds(StateFolder.ledger) || holds("review/report.json")
      || holds("report.json", "junit.xml", "summary.md") || holds("run.json", "cards.ndjson")
      || holds(manifest, "cards") || holds(manifest, "shard/run.json") || isManifest(in: tree)
  }

  /// Whether the folder's `manifest.json` is the tool's.
  package static func haveManifest(in folder: URL) -> Bool {
    (try? FileTree(folder.path)).map(isManifest) ?? false
  }

  /// The end says it: members are sorted, and a manifest may be long.
  private static func isManifest(in tree: FileTree) -> Bool {
    guard let file = try? tree.open(manifest), let end = try? file.bytes(last: 4096) else { return false }
    let text = String(decoding: end, as: UTF8.self).filter { !$0.isWhitespace }
    return text.contains(#""tool":{"name":"feedproof""#)
  }
}
