import Diagnostics
import Files
import Filming
import Foundation
import Projects

/// Converts baselines that store other parts than requested, or that an earlier version wrote. Images are removed, or
/// taken from the review. Descriptions get the digests of today's file with the same pixels.
package struct BaselineConversion {
  struct Change {
    var id: String
    /// The new description; nil if it doesn't change.
    var record: BaselineRecord?
    /// Returns the new image, or nil to store only a digest. No closure if the image stays.
    var png: (() throws -> [UInt8]?)?
  }

  private(set) var changes: [Change] = []
  /// Ids of baselines whose images are missing from the review.
  private(set) var missing: [String] = []

  static let missingWhy = "its image is not in the review; feedproof compare --baseline-storage full draws it"

  package init() {}

  /// - Parameters:
  ///   - done: Ids of baselines that the approval writes anyway.
  ///   - unreadable: Called for each folder whose baselines can't be listed; they stay unchanged.
  init(
    of store: BaselineStore, to keeping: BaselineStorage, by report: StoredReport, in review: ReviewFolder,
    besides done: Set<String>, unreadable: (Diagnostic) -> Void
  ) throws {
    let drawn = Dictionary(
      report.cases.filter { $0.reference == .baseline && $0.verdict == .identical }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    for id in store.ids(unreadable: unreadable, where: { !done.contains($0) }) {
      let hasPicture = FileStamp(store.pictureFile(of: id).path, following: false)?.kind == .file
      let head = drawn[id]
      var change = Change(id: id)
      if let head, var record = try? store.record(of: id), let sha256 = head.sha256, Self.isSame(record, head) {
        // Another library version encodes the same pixels as another file.
        let isOther = (record.pixels, record.schema) != (head.pixels, BaselineRecord.currentSchema)
        if isOther || !hasPicture && record.sha256 != sha256 {
          (record.pixels, record.sha256, record.schema) = (head.pixels, sha256, BaselineRecord.currentSchema)
          change.record = record
        }
        if keeping == .full, !hasPicture, head.wasDrawn {
          let entry = try report.entry(head)
          change.png = {
            guard let png = review.drawn(entry)?.png, Digest(of: png).hex == sha256 else {
              throw Diagnostic(CompareIssue.drawnPictureChanged(id))
            }
            return png
          }
        }
      }
      switch keeping {
      case .digest: if hasPicture { change.png = { nil } }
      case .full: if !hasPicture, change.png == nil { missing.append(id) }
      }
      if change.record != nil || change.png != nil { changes.append(change) }
    }
  }

  /// Returns whether a baseline shows the rendered image. A film consists of its frames, which were compared; its image
  /// is only a contact sheet.
  private static func isSame(_ record: BaselineRecord, _ head: StoredReport.Head) -> Bool {
    if head.post == ScreenFilm.post { return record.film != nil }
    return record.pixels == nil ? record.sha256 == head.sha256 && head.pixels != nil : record.pixels == head.pixels
  }
}
