import Diagnostics
import Drawing
import Projects
import Raster

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
