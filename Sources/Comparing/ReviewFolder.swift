import Diagnostics
import Files
import Foundation
import Pixels
import Proof
import Raster
import Runs

/// `output/review`: what a comparison leaves to look at and to approve.
package struct ReviewFolder: Sendable {
  package static let name = "review"
  package static let report = "report.json"
  private static let parts = ["actual", "expected", "diff", thumbnails, "site"]
  private static let thumbnails = "thumbnails"
  private static let startPage = "index.html"

  package let output: OutputFolder

  /// - Parameter folder: The project's output folder.
  package init(in folder: URL) {
    self.init(at: folder.appendingPathComponent(Self.name))
  }

  package init(at folder: URL) {
    output = OutputFolder(folder)
  }

  package var url: URL { output.url }
  /// What somebody opens to look at the comparison.
  package var page: URL { url.appendingPathComponent(Self.startPage) }

  /// A comparison was made here.
  package var hasReport: Bool { FileManager.default.fileExists(atPath: url.appendingPathComponent(Self.report).path) }

  /// Takes away what an earlier comparison left, so that nothing can be approved that this one did not draw.
  package func clear() throws {
    for name in [Self.startPage, Self.report] + Self.parts {
      let target = url.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: target.path) else { continue }
      do {
        try FileManager.default.removeItem(at: target)
      } catch {
        throw Diagnostic(FileIssue.unwritable(reason: reason(error)), at: Place(file: target.path))
      }
    }
  }

  /// Writes one side of a case.
  ///
  /// - Returns: The paths of the picture and of the layout, relative to this folder.
  package func save(
    _ side: String, of id: String, png: [UInt8]?, layout: LayoutRecord?
  ) throws -> (picture: String?, layout: String?) {
    var paths: (picture: String?, layout: String?)
    if let png {
      paths.picture = "\(side)/\(id).png"
      try output.write(png, to: "\(side)/\(id).png")
    }
    if let layout {
      paths.layout = "\(side)/\(id).json"
      try output.write(try JSONText.pretty(layout), to: "\(side)/\(id).json")
    }
    return paths
  }

  /// Writes a small picture of a case, so that a list of thousands doesn't load the large ones.
  ///
  /// - Throws: `RunFailure` when it can't be written.
  func saveThumbnail(of id: String, _ bitmap: Bitmap) throws -> CompareReport.Thumbnail {
    let size = Self.thumbnailSize(of: bitmap)
    let path = "\(Self.thumbnails)/\(id).png"
    let small = Resampler.scale(bitmap, toWidth: size.width, height: size.height)
    try output.write(try PNGEncoder().encode(small, scale: 1), to: path)
    return CompareReport.Thumbnail(width: size.width, height: size.height, path: path)
  }

  /// As large as a tile of the review's grid, of the same proportions, and never larger than the picture.
  private static func thumbnailSize(of bitmap: Bitmap) -> PixelSize {
    let share = min(1, 192 / Double(max(1, bitmap.width)), 256 / Double(max(1, bitmap.height)))
    return PixelSize(
      width: max(1, Int((Double(bitmap.width) * share).rounded())),
      height: max(1, Int((Double(bitmap.height) * share).rounded())))
  }

  /// The way from this folder to a file: `../../Baselines/wall1_17/375@2x-light-expanded.png`.
  package func path(to file: URL) -> String {
    let here = url.standardizedFileURL.pathComponents
    let there = file.standardizedFileURL.pathComponents
    let shared = zip(here, there).prefix { $0 == $1 }.count
    return (here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared)).joined(separator: "/")
  }

  /// The boxes that were saved at a path of the report; nil where they are gone.
  package func layout(at path: String?) -> LayoutRecord? {
    path.flatMap { try? Data(contentsOf: url.appendingPathComponent($0)) }
      .flatMap { try? JSONDecoder().decode(LayoutRecord.self, from: $0) }
  }

  /// The report of the last comparison.
  ///
  /// - Throws: `RunFailure` when there is none.
  package func report() throws -> CompareReport {
    let file = url.appendingPathComponent(Self.report)
    guard let data = try? Data(contentsOf: file) else {
      throw Diagnostic(CompareIssue.noReport, at: Place(file: file.path))
    }
    do {
      let report = try JSONDecoder().decode(CompareReport.self, from: data)
      guard report.schema == CompareReport.currentSchema else {
        throw Diagnostic(CompareIssue.reportUnreadable(reason: "it has schema \(report.schema)"))
      }
      return report
    } catch {
      let issue = CompareIssue.reportUnreadable(reason: (error as? Diagnostic)?.message ?? "\(error)")
      throw Diagnostic(issue, at: Place(file: file.path))
    }
  }

  /// Writes the report in all its forms.
  ///
  /// - Throws: `RunFailure` when a file can't be written.
  package func publish(_ report: CompareReport) throws {
    try output.write(try JSONText.pretty(report), to: Self.report)
    try output.write(Data(report.junit.utf8), to: "junit.xml")
    try output.write(Data(report.markdown.utf8), to: "summary.md")
  }

  /// What was drawn for a case, as it is to be approved; nil where a part of it is gone.
  func drawn(_ entry: CompareReport.Case) -> (png: [UInt8], layout: LayoutRecord)? {
    guard let picture = entry.actual?.path, let png = try? Data(contentsOf: url.appendingPathComponent(picture)),
      let record = layout(at: entry.actual?.layout)
    else { return nil }
    return ([UInt8](png), record)
  }
}
