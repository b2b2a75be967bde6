import Cards
import Diagnostics
import Drawing
import Projects
import Raster

/// What `feedproof picture` is asked for beside the project.
package struct PictureRequest: Sendable {
  package enum Format: String, CaseIterable, Sendable { case png, webp, pdf }

  /// A post's id, or the end of it; nil for all of the feed.
  package var post: String?
  /// Nil shows posts whole, but the pictures of a feed as it is shown at first.
  package var state: CardState?
  /// Points; nil puts all pictures' cards below each other, and a document's on pages of A4.
  package var pageHeight: Int?
  /// Of a contact sheet; nil makes none.
  package var columns: Int?
  package var format: Format

  package init(format: Format) { self.format = format }

  /// A project of the one look that is shown: what was asked for; else of several that which designs are made for first.
  package static func project(_ project: Project, asked: ProjectOverrides) -> Project {
    func usual<Value: Equatable>(_ values: [Value], _ asked: [Value]?, _ first: Value, else other: Value) -> [Value] {
      asked == nil ? [values.contains(first) ? first : other] : values
    }
    var project = project
    project.widths = usual(project.widths, asked.widths, 375, else: project.widths[0])
    project.scales = usual(project.scales, asked.scales, 2, else: project.scales[project.scales.count - 1])
    if asked.themes == nil { project.themes = Array(project.themes.prefix(1)) }
    return project
  }

  package static let pageHeights = 200...14_400
  package static let columnCounts = 1...20
}

/// How large one picture, or one page, can be.
struct PictureLimit {
  /// Pixels a side; of a document points.
  var longestSide: Int
  /// Pixels a point; nil for a document, which has none.
  var scale: Int?
  /// Bytes that the picture may take while it is made.
  var memory = Int.max
  var bytesPerPixel = 0.0

  /// Of a document, which is never a bitmap.
  static let document = PictureLimit(longestSide: Int(PDFDocument.longestSide), scale: nil)

  /// - Parameters:
  ///   - size: Points.
  ///   - columns: Of a sheet.
  /// - Throws: `Diagnostic` with the way out.
  func check(_ size: Size, columns: Int? = nil) throws(Diagnostic) {
    let factor = Double(scale ?? 1)
    // More than this is too much in any case.
    let (width, height) = (min(size.width * factor, 1e9).rounded(.up), min(size.height * factor, 1e9).rounded(.up))
    if max(width, height) > Double(longestSide) {
      guard columns == nil, width <= Double(longestSide) else {
        let unit = scale == nil ? "points" : "pixels"
        throw Diagnostic(
          PictureIssue.sheetTooLarge(width: Int(width), height: Int(height), limit: longestSide, unit: unit))
      }
      throw Diagnostic(
        PictureIssue.tooTall(points: Int(min(size.height, 1e9)), scale: Int(factor), limit: longestSide))
    }
    let needed = width * height * bytesPerPixel
    if needed > Double(memory) {
      throw Diagnostic(
        PictureIssue.tooMuchMemory(width: Int(width), height: Int(height), needed: Int(needed), limit: memory))
    }
  }
}
