import Diagnostics
import Pixels

/// What a comparer must find before it is believed: one changed pixel, and one white row added to a white picture.
package enum SelfCheck {
  /// - Parameter throughFile: Takes a picture the way of the pictures to be compared, written to a file's bytes and read
  ///   back, so that a reader that gives the same for every file is found out too.
  /// - Throws: `ProofIssue` as a `Diagnostic`.
  package static func run(throughFile: (Bitmap) throws -> Bitmap) throws {
    try run(comparing: PixelComparison(threshold: 0, countsAntialiased: true).compare, throughFile: throughFile)
  }

  static func run(
    comparing compare: (Bitmap, Bitmap) -> PixelDifference, throughFile: (Bitmap) throws -> Bitmap
  ) throws {
    let plain = try throughFile(picture(width: 37, height: 23))
    guard compare(plain, try throughFile(picture(width: 37, height: 23))).isEmpty else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.samePictureDiffers))
    }
    let changed = compare(plain, try throughFile(picture(width: 37, height: 23, changed: (21, 11))))
    guard changed.differing.runs == [PixelRun(y: 11, columns: 21..<22)] else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.changedPixelMissed))
    }
    let longer = compare(plain, try throughFile(picture(width: 37, height: 24)))
    guard longer.sizesDiffer, longer.sizeDelta == PixelSize(width: 0, height: 1), !longer.isEmpty else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.addedRowMissed))
    }
  }

  /// White, but for one pixel that is a single step darker.
  private static func picture(width: Int, height: Int, changed: (x: Int, y: Int)? = nil) throws -> Bitmap {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    if let changed { bytes[(changed.y * width + changed.x) * 4 + 1] = 254 }
    guard let picture = Bitmap(width: width, height: height, format: .rgba, bytes: bytes) else {
      throw Diagnostic(ProofIssue.selfCheckFailed(.samePictureDiffers))
    }
    return picture
  }
}
