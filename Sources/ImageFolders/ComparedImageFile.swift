import Basics
import Diagnostics
import Files
import Foundation
import ImageComparison
import Projects
import Raster

/// Reads and decodes the image files of a comparison.
package enum ComparedImageFile {
  /// The largest size of a file in bytes: more than the largest accepted image takes without compression.
  private static let sizeLimit = 1 << 30

  package static func bytes(of file: URL, called name: String) throws(Diagnostic) -> [UInt8] {
    try bytes(of: file.path, called: name)
  }

  /// - Parameter name: The file's name in messages.
  package static func bytes(of path: String, called name: String) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(path).bytes(limit: sizeLimit)
    } catch {
      throw error.unreadable(as: name)
    }
  }

  /// Returns the size from the image's header, without decoding the image.
  ///
  /// - Throws: `Diagnostic` if the header can't be read.
  package static func size(_ bytes: [UInt8], name: String) throws -> PixelSize {
    do {
      return try ImageAnimation.size(of: bytes)
    } catch {
      throw Diagnostic(error, at: Place(file: name))
    }
  }

  /// Decodes an image.
  ///
  /// - Throws: `Diagnostic`, also if only a part of the image can be decoded.
  package static func decoded(_ bytes: [UInt8], name: String) throws -> Bitmap {
    do {
      return try ImageDecoder.decodeExactly(bytes)
    } catch {
      throw Diagnostic(error, at: Place(file: name))
    }
  }

  /// Checks the threshold, and that the comparison finds known differences.
  ///
  /// - Throws: `RunFailure` if the comparison misses one, or the threshold is out of range.
  package static func checkComparison(threshold: Double) throws {
    guard (0...1).contains(threshold) else {
      let issue = ProjectIssue.optionValue(option: "--threshold", value: "\(threshold)", expected: "from 0 to 1")
      throw Diagnostic(issue)
    }
    try SelfCheck.run { try ImageDecoder.decodeExactly(PNGEncoder().encode($0, scale: 1)) }
  }
}
