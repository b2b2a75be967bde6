import CardDrawing
import CheckedSources
import Diagnostics
import Drawing
import Files
import Foundation
import Names
import Pixels
import Proof
import Raster
import Runs

/// `output/review`: what a comparison leaves to look at and to approve.
package struct ReviewFolder: Sendable {
  package static let name = "review"
  private static let startPage: RelativePath = "index.html"
  static let report: RelativePath = "report.json"
  /// What was decided since, for the pages.
  static let decisions: RelativePath = "site/decisions.js"
  static let thumbnails: RelativePath = "thumbnails"
  static let design: RelativePath = "design.json"
  /// As reg-cli writes it, of pictures by anybody.
  static let reg: RelativePath = "reg.json"
  /// What the next comparison need not draw (`KeptPosts`).
  static let kept: RelativePath = ".feedproof/kept"
  /// What a review consists of.
  static let files: [RelativePath] = [startPage, report, design, reg, "junit.xml", "summary.md"]
  static let folders: [RelativePath] = ["actual", "expected", "diff", "thumbnails", "site", PartLog.folder]

  package let url: URL
  /// Where it is looked at from, which a draft is not yet.
  let place: URL
  private let output: OutputFolder

  /// - Parameter folder: The project's output folder.
  package init(in folder: URL) {
    self.init(at: folder.appendingPathComponent(Self.name))
  }

  /// - Parameter place: Nil where it is the folder itself.
  package init(at folder: URL, for place: URL? = nil) {
    (url, self.place, output) = (folder, place ?? folder, OutputFolder(folder))
  }

  /// What somebody opens to look at the comparison.
  package var page: URL { url.appendingPathComponent(Self.startPage.text) }

  /// A comparison was made here.
  package var hasReport: Bool {
    FileSystem.exists(url.appendingPathComponent(Self.report.text))
  }

  /// Whether a comparison writes files that are called like this.
  static func mayWrite(_ path: RelativePath) -> Bool {
    // Those of others as they were written.
    let pictures = [ImageFormat.png, .webp, .jpeg].flatMap(\.endings).map { ".\($0)" }
    if path.isWithin(PartLog.folder) { return [PartLog.run, PartLog.items].contains(path) }
    let endings = path.isWithin("site") ? [".js", ".css", ".svg"] : pictures + [".json"]
    return folders.contains { path.isWithin($0) } && endings.contains { path.text.lowercased().hasSuffix($0) }
  }

  /// Writes a file of the review.
  func write(_ bytes: some DataProtocol & Sendable, to path: String) throws(Diagnostic) {
    try output.write(bytes, to: try RelativePath.checked(path))
  }

  /// Writes a file of the review piece by piece.
  ///
  /// - Throws: What `fill` throws besides.
  func write(to path: RelativePath, _ fill: (FileSink) throws -> Void) throws {
    _ = try output.write(to: path, replacing: true, fill)
  }

  /// Writes one side of a case.
  ///
  /// - Returns: The paths of the picture and of the layout, relative to this folder.
  func save(
    _ side: String, of id: String, png: [UInt8]?, layout: LayoutRecord?
  ) throws -> (picture: String?, layout: String?) {
    var paths: (picture: String?, layout: String?)
    if let png {
      let path = Self.bounded(PictureEncoding.png.fileName(of: "\(side)/\(id)"))
      paths.picture = path
      try write(png, to: path)
    }
    if let layout {
      let path = Self.bounded("\(side)/\(id).json")
      paths.layout = path
      try write(try JSONText.pretty(layout), to: path)
    }
    return paths
  }

  /// Where the small picture of a case lies.
  static func thumbnail(of id: String) -> String { bounded(PictureEncoding.png.fileName(of: "\(thumbnails)/\(id)")) }

  /// The longest name of a file in bytes.
  private static let longestName = 255

  /// A path whose last name fits a file system: a longer one keeps its beginning and its ending, with a digest between.
  static func bounded(_ path: String) -> String {
    let name = path.dropFirst(path.folder.count)
    guard name.utf8.count > longestName else { return path }
    var digest = FNV1a64()
    for byte in name.utf8 { digest.append(byte) }
    let ending = String(name).ending
    let end = "~\(digest.hex)" + (ending.utf8.count <= 16 ? ending : "")
    var stem = String.UnicodeScalarView()
    var room = longestName - end.utf8.count
    for scalar in name.unicodeScalars {
      room -= UTF8.width(scalar)
      guard room >= 0 else { break }
      stem.append(scalar)
    }
    return path.folder + String(stem) + end
  }

  /// Writes a small picture of a case, so that a list of thousands doesn't load the large ones.
  ///
  /// - Throws: `Diagnostic` when it can't be written.
  func saveThumbnail(of id: String, _ bitmap: Bitmap) throws -> CompareReport.Thumbnail {
    let size = Self.thumbnailSize(of: bitmap)
    let path = Self.thumbnail(of: id)
    let small = Resampler.scale(bitmap, toWidth: size.width, height: size.height)
    try write(try PNGEncoder().encode(small, scale: 1), to: path)
    return CompareReport.Thumbnail(width: size.width, height: size.height, path: path)
  }

  /// As large as a tile of the review's grid, of the same proportions, and never larger than the picture.
  private static func thumbnailSize(of bitmap: Bitmap) -> PixelSize {
    let share = min(1, 192 / Double(max(1, bitmap.width)), 256 / Double(max(1, bitmap.height)))
    return PixelSize(
      width: max(1, Int((Double(bitmap.width) * share).rounded())),
      height: max(1, Int((Double(bitmap.height) * share).rounded())))
  }

  /// The way from this folder to a file: `../../Baselines/wall1_17/…`.
  package func path(to file: URL) -> String {
    let here = place.standardizedFileURL.pathComponents
    let there = file.standardizedFileURL.pathComponents
    let shared = zip(here, there).prefix { $0 == $1 }.count
    return (here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared)).joined(separator: "/")
  }

  /// The boxes that were saved at a path of the report; nil where they are gone.
  func layout(at path: String?) -> LayoutRecord? {
    data(at: path).flatMap { try? JSONDecoder().decode(LayoutRecord.self, from: $0) }
  }

  /// What a path of the report names; nil where it is gone, leads elsewhere, or is no regular file of the folder.
  func data(at path: String?) -> Data? {
    guard let path = path.flatMap({ RelativePath($0) }), let tree = try? FileTree(url.path) else { return nil }
    return try? tree.data(path)
  }

  /// What the cards were designed with; nil where nothing was compared with baselines.
  ///
  /// - Throws: `Diagnostic` where it can't be read.
  func design() throws -> DesignRecord? {
    guard let data = data(at: Self.design.text) else { return nil }
    do {
      return try JSONSource.decode(from: data, file: url.appendingPathComponent(Self.design.text).path)
    } catch {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: error.fact.message), at: error.place)
    }
  }

  /// What was drawn for a case, as it is to be approved; nil where a part of it is gone.
  func drawn(_ entry: CompareReport.Case) -> (png: [UInt8], layout: LayoutRecord)? {
    guard let png = data(at: entry.actual?.path), let record = layout(at: entry.actual?.layout) else { return nil }
    return ([UInt8](png), record)
  }
}
