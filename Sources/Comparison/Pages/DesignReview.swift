import Basics
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import ImageFolders
import OutputTransactions
import Raster
import RunSupport
import Site

/// A review of two versions of a design. It shows both images of each frame, and causes by which frames can be
/// filtered. It can't be used for approval.
package struct DesignReview: Sendable {
  package struct Frame: Sendable {
    /// The frame's id, used in addresses and file names.
    package var id: String
    package var name: String
    /// The name of the page that contains the frame.
    package var page: String
    package var isNew = false
    package var isGone = false
    /// Changes as text, by cause.
    package var reasons: [String] = []
    /// Indexes into the review's causes.
    package var causes: [Int] = []
    /// Changed layers, in points from the frame's corner.
    package var boxes: [(path: String, old: Rect?, new: Rect?, words: [String])] = []
    /// PNG images, with their pixels per point; nil if the version lacks the frame.
    package var old: (png: [UInt8], name: String, scale: Int)?
    package var new: (png: [UInt8], name: String, scale: Int)?

    package init(id: String, name: String, page: String) {
      (self.id, self.name, self.page) = (id, name, page)
    }
  }

  package var title: String
  /// An identifier that distinguishes this review from others.
  package var key: String
  /// The names of both versions.
  package var versions: String
  package var causes: [String]
  package var frames: [Frame]

  package init(title: String, key: String, versions: String, causes: [String], frames: [Frame]) {
    (self.title, self.key, self.versions, self.causes, self.frames) = (title, key, versions, causes, frames)
  }

  /// Writes the page and its files in one step. Replaces an earlier review; unmanaged files stay.
  ///
  /// - Returns: The address of the page.
  /// - Throws: `Diagnostic`, `FileError`; nothing has changed then.
  package func write(
    to folder: URL, with templates: SiteTemplates, in environment: Environment,
    report: @escaping @Sendable (Diagnostic) -> Void
  ) async throws -> URL {
    let review = ReviewFolder(at: folder)
    let draft = try ReviewDraft(of: review, in: environment, foreign: .refuse, report: report)
    var data = ReviewData()
    var heads: [String] = []
    var members = causes.map { _ in [Int]() }
    var verdicts: [Verdict: Int] = [:]
    func write(_ path: String, _ text: String) throws { try draft.folder.write(Data(text.utf8), to: path) }
    for (number, frame) in frames.enumerated() {
      let entry = try await entry(of: frame, to: draft.folder)
      for cause in frame.causes { members[cause].append(number) }
      verdicts[entry.verdict, default: 0] += 1
      let boxes = frame.boxes.map { box in
        CasePage.Box(
          path: box.path, drawn: box.new, reference: box.old,
          changes: box.words.map { CompareReport.Box.Change(kind: "design", text: $0, own: true) })
      }
      let reviewed = CasePage(entry: entry, clusters: frame.causes, boxes: boxes)
      heads.append(ScriptValue.list(reviewed.row.map(\.value)).script)
      try data.add(detail: ScriptValue.record(reviewed.detail).script, to: write)
    }
    try data.finish(with: templates, to: write)
    let site = ReviewSite(
      project: title, tool: FeedproofVersion.current, key: key, environment: versions, keeping: "", approve: "",
      verdicts: Verdict.onPage { verdicts[$0, default: 0] },
      clusters: zip(causes, members).enumerated().map { number, cause in
        ReviewSite.Cluster(id: "c\(number)", title: cause.0, cases: cause.1, accept: nil)
      }, isDesign: true)
    let index = ReviewData.index(site, columns: CasePage.columns)
    try write("site/index.js", index.start + heads.joined(separator: ",") + index.end)
    try write(ReviewFolder.decisions.text, ReviewData.decisions([]))
    // Written last, when all files that it needs exist.
    try write("index.html", try ReviewData.page(site, with: templates))
    try draft.publish(report: report)
    return review.page
  }

  /// Returns a frame in the form of a case, and writes its images.
  private func entry(of frame: Frame, to folder: ReviewFolder) async throws -> CaseResult {
    let scale = frame.new?.scale ?? frame.old?.scale ?? 1
    var entry = CaseResult(
      id: frame.id, reference: .baseline, post: frame.name, variant: nil, verdict: .identical, reasons: frame.reasons)
    (entry.scale, entry.state) = (scale, frame.page)
    func save(
      _ side: String, _ picture: (png: [UInt8], name: String, scale: Int)?
    ) throws -> (bitmap: Bitmap, picture: CompareReport.Picture)? {
      guard let picture else { return nil }
      let bitmap = try ComparedImageFile.decoded(picture.png, name: picture.name)
      let path = try folder.save(side, of: frame.id, png: picture.png, layout: nil).picture
      return (
        bitmap, CompareReport.Picture(width: bitmap.width, height: bitmap.height, path: path)
      )
    }
    let (old, new) = (try save("expected", frame.old), try save("actual", frame.new))
    (entry.expected, entry.actual) = (old?.picture, new?.picture)
    if let shown = (new ?? old)?.bitmap { entry.thumbnail = try folder.saveThumbnail(of: frame.id, shown) }
    var isDifferent = !frame.reasons.isEmpty
    if let old, let new {
      let difference = await PixelComparison().compare(old.bitmap, new.bitmap, bands: 1)
      isDifferent = isDifferent || !difference.isEmpty
      entry.pixels = CompareReport.Pixels(difference)
      if !difference.isEmpty, let drawing = DifferenceImage.draw(difference, over: old.bitmap) {
        let png = try PNGEncoder().encode(drawing, scale: Double(scale))
        entry.pixels?.path = try folder.save("diff", of: frame.id, png: png, layout: nil).picture
      }
      if frame.reasons.isEmpty, !difference.isEmpty {
        entry.reasons = ["the image differs, but no layer"]
      }
    }
    entry.verdict = frame.isNew ? .new : frame.isGone ? .obsolete : isDifferent ? .different : .identical
    return entry
  }
}

extension CompareReport.Pixels {
  fileprivate init(_ difference: PixelDifference) {
    self.init(
      differing: difference.differing.count, limit: 0, antialiased: difference.antialiased.count,
      compared: difference.compared, ink: nil,
      // No reader needs more regions.
      regions: difference.differing.regions().prefix(200).map { region in
        let box = region.bounds
        return CompareReport.Region(
          x: box.x, y: box.y, width: box.width, height: box.height, differing: region.count, boxes: [])
      }, path: nil)
  }
}
