import Diagnostics
import Digests
import Files
import Foundation
import Projects

/// What changes where baselines keep another part than is asked for: pictures go, or come from the review.
package struct BaselineConversion {
  struct Change {
    var id: String
    /// What is kept from now on; nil for a digest alone.
    var png: () throws -> [UInt8]?
  }

  private(set) var changes: [Change] = []
  /// Ids of baselines whose pictures the review does not have.
  private(set) var missing: [String] = []

  static let missingWhy = "its picture is not in the review: feedproof compare --baselines full draws it"

  package init() {}

  /// - Parameter done: Ids of baselines that are written anyway.
  init(
    of store: BaselineStore, to keeping: BaselineKeeping, by report: StoredReport, in review: ReviewFolder,
    besides done: Set<String>
  ) throws {
    let hasPicture = { (id: String) in FileStamp(store.pictureFile(of: id).path, following: false)?.kind == .file }
    switch keeping {
    case .digest:
      changes = store.ids { !done.contains($0) && hasPicture($0) }.map { Change(id: $0) { nil } }
    case .full:
      let drawn = Dictionary(
        report.cases.filter { $0.verdict == .identical && $0.wasDrawn }.map { ($0.id, $0) },
        uniquingKeysWith: { first, _ in first })
      for id in store.ids(where: { !done.contains($0) && !hasPicture($0) }) {
        guard let head = drawn[id], try store.record(of: id)?.sha256 == head.sha256 else {
          missing.append(id)
          continue
        }
        let entry = try report.entry(head)
        changes.append(
          Change(id: id) {
            guard let png = review.drawn(entry)?.png, Digest(of: png).hex == head.sha256 else {
              throw Diagnostic(CompareIssue.drawnPictureChanged(id))
            }
            return png
          })
      }
    }
  }
}
