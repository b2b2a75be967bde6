import Basics
import CardRendering
import DataFormats
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import Raster
import RunSupport

/// The folder `output/review` with the results of a comparison, for reviewing and approving.
package struct ReviewFolder: Sendable {
  package static let name = "review"
  private static let startPage: RelativePath = "index.html"
  static let report: RelativePath = "report.json"
  /// Decisions made since the comparison, for the pages.
  static let decisions: RelativePath = "site/decisions.js"
  static let thumbnails: RelativePath = "thumbnails"
  static let design: RelativePath = "design.json"
  /// Results in the format of reg-cli, for images from other tools.
  static let reg: RelativePath = "reg.json"
  /// The files of a review.
  static let files: [RelativePath] = [startPage, report, design, reg, "junit.xml", "summary.md"]
  static let folders: [RelativePath] = ["actual", "expected", "diff", "thumbnails", "site", PartLog.folder]

  package let url: URL
  /// The final location of the review. It differs from `url` in a draft.
  let place: URL
  private let output: OutputFolder

  /// - Parameter folder: The project's output folder.
  package init(in folder: URL) {
    self.init(at: folder.appendingPathComponent(Self.name))
  }

  /// - Parameter place: The final location of the review; nil if it is the folder itself.
  package init(at folder: URL, for place: URL? = nil) {
    (url, self.place, output) = (folder, place ?? folder, OutputFolder(folder))
  }

  /// The page that shows the comparison.
  package var page: URL { url.appendingPathComponent(Self.startPage.text) }

  /// Whether the folder contains a comparison.
  package var hasReport: Bool {
    FileSystem.exists(url.appendingPathComponent(Self.report.text))
  }

  /// Returns whether a comparison writes files with such a path.
  static func mayWrite(_ path: RelativePath) -> Bool {
    // Images from other tools keep their format.
    let pictures = [ImageFormat.png, .webp, .jpeg].flatMap(\.endings).map { ".\($0)" }
    if path.isWithin(PartLog.folder) { return [PartLog.run, PartLog.items].contains(path) }
    let endings = path.isWithin("site") ? [".js", ".css", ".svg"] : pictures + [".json"]
    return folders.contains { path.isWithin($0) } && endings.contains { path.text.lowercased().hasSuffix($0) }
  }

  /// Writes a file of the review.
  package func write(_ bytes: some DataProtocol & Sendable, to path: String) throws(Diagnostic) {
    try output.write(bytes, to: try RelativePath.checked(path))
  }

  /// Writes a file of the review in parts.
  ///
  /// - Throws: `Diagnostic`, and errors of `fill`.
  func write(to path: RelativePath, _ fill: (FileSink) throws -> Void) throws {
    _ = try output.write(to: path, replacing: true, fill)
  }

  /// Writes one side of a case.
  ///
  /// - Returns: The paths of the image and of the layout, relative to this folder.
  package func save(
    _ side: String, of id: String, png: [UInt8]?, layout: LayoutRecord?
  ) throws -> (picture: String?, layout: String?) {
    var paths: (picture: String?, layout: String?)
    if let png {
      let path = Self.bounded(ImageEncoding.png.fileName(of: "\(side)/\(id)"))
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

  /// Returns the path of a case's thumbnail.
  static func thumbnail(of id: String) -> String { bounded(ImageEncoding.png.fileName(of: "\(thumbnails)/\(id)")) }

  /// The longest name of a file, in bytes.
  private static let longestName = 255

  /// Returns a path whose last name is short enough for a file system. A longer one keeps its beginning and its
  /// extension, with a digest in between.
  package static func bounded(_ path: String) -> String {
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

  /// Writes a thumbnail of a case, so that a list of thousands doesn't load the large images.
  ///
  /// - Throws: `Diagnostic` if it can't be written.
  package func saveThumbnail(of id: String, _ bitmap: Bitmap) throws -> CompareReport.Thumbnail {
    let size = Self.thumbnailSize(of: bitmap)
    let path = Self.thumbnail(of: id)
    let small = Resampler.scale(bitmap, toWidth: size.width, height: size.height)
    try write(try PNGEncoder().encode(small, scale: 1), to: path)
    return CompareReport.Thumbnail(width: size.width, height: size.height, path: path)
  }

  /// Returns the size of a thumbnail: it fits a tile of the review's grid, with the proportions of the image, and is
  /// never larger than the image.
  private static func thumbnailSize(of bitmap: Bitmap) -> PixelSize {
    let share = min(1, 192 / Double(max(1, bitmap.width)), 256 / Double(max(1, bitmap.height)))
    return PixelSize(
      width: max(1, Int((Double(bitmap.width) * share).rounded())),
      height: max(1, Int((Double(bitmap.height) * share).rounded())))
  }

  /// Returns the path of a file relative to this folder: `../../Baselines/wall1_17/…`.
  package func path(to file: URL) -> String {
    let here = place.standardizedFileURL.pathComponents
    let there = file.standardizedFileURL.pathComponents
    let shared = zip(here, there).prefix { $0 == $1 }.count
    return (here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared)).joined(separator: "/")
  }

  /// Returns the layout at a path from the report; nil if it is missing.
  func layout(at path: String?) -> LayoutRecord? {
    data(at: path).flatMap { try? JSONDecoder().decode(LayoutRecord.self, from: $0) }
  }

  /// Returns the bytes at a path from the report; nil if the file is missing, is not a regular file, or the path leads
  /// out of the folder.
  package func data(at path: String?) -> Data? {
    guard let path = path.flatMap({ RelativePath($0) }), let tree = try? FileTree(url.path) else { return nil }
    return try? tree.data(path)
  }

  /// Returns the design of the cards; nil if nothing was compared with baselines.
  ///
  /// - Throws: `Diagnostic` if it can't be read.
  func design() throws -> DesignRecord? {
    guard let data = data(at: Self.design.text) else { return nil }
    do {
      return try JSONSource.decode(from: data, file: url.appendingPathComponent(Self.design.text).path)
    } catch {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: error.fact.message), at: error.place)
    }
  }

  /// Returns the rendered image and layout of a case, for approval; nil if either is missing.
  func drawn(_ entry: CaseResult) -> (png: [UInt8], layout: LayoutRecord)? {
    guard let png = data(at: entry.actual?.path), let record = layout(at: entry.actual?.layout) else { return nil }
    return ([UInt8](png), record)
  }
}
